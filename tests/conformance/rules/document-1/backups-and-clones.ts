import type { Started } from "../../../emulator/support/client";
import { asUser } from "../../../emulator/support/client";
import type { Backup } from "../../../emulator/support/instances";
import { EMPTY, INSTANCES, ROOMY } from "../../../emulator/support/instances";
import { DAY_MS } from "../../../support/time";
import { fieldRules, rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess, LONG_MS, observedOnce, waitForStatus } from "../../support";
import { backedUp, backupsOf, contentsOf, FIRST, restore, running, snapshotOf, withTokens } from "./support";

const BACKUP = "Document 1, Backup";
const ENDPOINTS = "Document 1, Endpoints, Instances";

const NONE = { automatic: [], snapshot: { current: null, in_progress: null } };

/** The fields of the table, each with its description for a finished backup. */
const FIELDS = {
  id: "The id of a backup is an integer",
  label: "The label of a backup is a text or null",
  type: "The type of a backup is auto or snapshot",
  status: "The status of a backup is one of seven words",
  created: "The created of a backup is a date with time",
  finished: "The finished of a backup is a date with time",
  updated: "The updated of a backup is a date with time",
  configs: "The configs of a backup is a list of texts",
  disks: "The disks of a backup is a list of objects with filesystem, label and size",
};

/** A running instance with the backup service. */
const withBackups = (service: Started) => running(service, { backups_enabled: true });

/** A snapshot, as it is taken and afterwards: the backups of the instance, and what the snapshot's own path shows. */
const story = observedOnce(async (service) => {
  const { id } = await withBackups(service);
  const path = `${INSTANCES}/${id}/backups`;
  service.emulator.poke("config", FIRST.config, { label: "my profile" });
  const disk = service.emulator.poke("disk", FIRST.disk, { label: "my disk", size: 2000 });
  const created = await service.create(path, { label: "before the update" });
  const look = async () => ({
    listed: (await backupsOf(service, id)).snapshot,
    own: expectSuccess(await service.get(`${path}/${created.id}`)) as Backup,
  });
  const during = await look();
  // Each response is compared with the schema, which has the statuses.
  await waitForStatus(service, `${path}/${created.id}`, "successful");
  service.emulator.clock.advance(LONG_MS);
  const after = await look();
  // The schema also allows null, which an unfinished backup has.
  expect(after.own["finished"]).toEqual(expect.any(String));
  const { backups } = expectSuccess(await service.get(`${INSTANCES}/${id}`));
  return { disk, created, during, after, backups };
});

const ENDPOINT = "Document 1, Endpoints, Instances (restore)";
const RESTORE = "Document 1, Endpoints, Instances, rule 3";
const CLONE = "Document 1, Endpoints, Instances, rule 5";

/** A running source, and its path for clones. */
async function source(service: Started, fields: object = {}): Promise<{ id: number; path: string }> {
  const { id } = await running(service, fields);
  return { id, path: `${INSTANCES}/${id}/clone` };
}

/** Fields for a new target with a value, and a value of the wrong type. */
const CLONE_FIELDS = {
  backups_enabled: [true, "yes"],
  configs: [[FIRST.config], ["first"]],
  disks: [[FIRST.disk], ["first"]],
  group: ["web", 5],
  label: ["copy", 12345],
} as const;

const SOURCE = { kind: "instance", id: FIRST.instance, permissions: "read_write" } as const;
const user = (token: string, grants: string[]) => ({
  token,
  username: token,
  restricted: true,
  grants,
  objects: [SOURCE],
});

/** Backups, their restore, and clones. */
export const BACKUP_RULES = [
  ...fieldRules("1.backup.type-of-", BACKUP, FIELDS, async (service) => [(await story(service)).after.own]),
  rule("1.backup.list-empty", BACKUP)
    .states("The backups of an instance are a list automatic and an object snapshot with current and in_progress")
    .testOn(withBackups, async (service, { id }) => expect(await backupsOf(service, id)).toEqual(NONE)),
  rule("1.backup.list-automatic", BACKUP)
    .states("Under automatic stand backups of the type auto")
    .testOn(backedUp, async (service, { id }) => {
      service.emulator.clock.advance(8 * DAY_MS);
      for (const { type } of (await backupsOf(service, id)).automatic) expect(type).toBe("auto");
    }),
  rule("1.backup.list-snapshot", BACKUP)
    .states("A snapshot stands under in_progress first, under current in the end, each time as its own path shows it")
    .testOn(story, (_service, { during, after }) => {
      expect(during.listed).toEqual({ current: null, in_progress: during.own });
      expect(after.listed).toEqual({ current: after.own, in_progress: null });
    }),
  rule("1.backup.snapshot-response", ENDPOINTS)
    .states("Taking a snapshot returns a backup of the type snapshot with the given label")
    .test(async (service) => {
      expect((await story(service)).created).toMatchObject({ label: "before the update", type: "snapshot" });
    }),
  rule("1.backup.statuses", "Document 1, States and transitions")
    .states("The status of a backup shows nothing but its seven values, from the request to the success")
    .test(async (service) => expect((await story(service)).after.own.status).toBe("successful")),
  rule("1.backup.label-length", `${ENDPOINTS}; Limits`)
    .states("The label of a snapshot is required and has 1 to 255 characters")
    .testOn(withBackups, async (service, { id }) => {
      const path = `${INSTANCES}/${id}/backups`;
      for (const body of [{}, { label: "" }, { label: "x".repeat(256) }, { label: 5 }]) {
        expectRefusal(await service.post(path, body), "label");
      }
      for (const length of [1, 255]) await snapshotOf(service, id, "x".repeat(length));
    }),
  rule("1.backup.configs", BACKUP)
    .states("The configs of a backup are the labels of the config profiles in it")
    .test(async (service) => expect((await story(service)).after.own.configs).toEqual(["my profile"])),
  rule("1.backup.disks", BACKUP)
    .states("The disks of a backup are those of the instance, with filesystem, label and size")
    .testOn(story, (_service, { disk, after }) => {
      expect(after.own.disks).toHaveLength(2);
      expect(after.own.disks).toContainEqual({ filesystem: disk.filesystem, label: "my disk", size: 2000 });
    }),
  rule("1.backup.one-snapshot", "Document 1, States and transitions")
    .states("A new snapshot deletes the one before")
    .testOn(backedUp, async (service, { id, backup }) => {
      const second = await snapshotOf(service, id, "second");
      service.emulator.clock.advance(LONG_MS);
      expect((await backupsOf(service, id)).snapshot).toEqual({ current: second, in_progress: null });
      expectFailure(await service.get(`${INSTANCES}/${id}/backups/${backup.id}`));
    }),
  rule("1.backup.view-unknown", ENDPOINTS)
    .states("The path of a backup shows that backup, by an integer, and no other")
    .testOn(backedUp, async (service, { id, backup }) => {
      expect(expectSuccess(await service.get(`${INSTANCES}/${id}/backups/${backup.id}`))).toEqual(backup);
      for (const wrong of [backup.id + 1, "first"]) {
        expectFailure(await service.get(`${INSTANCES}/${id}/backups/${wrong}`));
      }
    }),
  rule("1.backup.last-successful", "Document 1, Instance")
    .states("The instance shows when its last successful backup was")
    .test(async (service) => {
      expect((await story(service)).backups["last_successful"]).toEqual(expect.any(String));
    }),
  ...(["enable", "cancel"] as const).map((action) =>
    rule(`1.backup.${action}`, `${ENDPOINTS}; Conventions`)
      .states(
        `backups/${action} switches the backup service ${action === "enable" ? "on" : "off"} and returns an empty object`,
      )
      .test(async (service) => {
        const enabled = action === "enable";
        const { id } = await service.create(INSTANCES, { ...EMPTY, backups_enabled: !enabled });
        expect(expectSuccess(await service.post(`${INSTANCES}/${id}/backups/${action}`))).toEqual({});
        expect((await service.get(`${INSTANCES}/${id}`)).body.backups).toMatchObject({ enabled });
      }),
  ),
  rule("1.backup.cancel-deletes", "Document 1, Endpoints, Instances, rule 2")
    .states("backups/cancel deletes all backups of the instance for good")
    .testOn(backedUp, async (service, { id, backup }) => {
      expectSuccess(await service.post(`${INSTANCES}/${id}/backups/cancel`));
      service.emulator.clock.advance(LONG_MS);
      expectFailure(await service.get(`${INSTANCES}/${id}/backups/${backup.id}`));
      expectRefusal(await service.post(INSTANCES, { ...EMPTY, backup_id: backup.id }), "backup_id");
      expect(await backupsOf(service, id)).toEqual(NONE);
    }),
  rule("1.backup.snapshot-refused", "Document 1, Errors")
    .states("A snapshot that cannot start is rejected")
    .untestable("When a snapshot cannot start, the document does not say."),
  rule("1.restore.response", `${ENDPOINT}; Conventions`)
    .states("Restore returns an empty object, and the target has the disks and configs of the backup")
    .testOn(backedUp, async (service, { id, backup }) => {
      const target = await service.create(INSTANCES, EMPTY);
      const body = { compute_id: target.id, overwrite: false };
      expect(expectSuccess(await restore(service, id, backup.id, body))).toEqual({});
      expect(await contentsOf(service, target.id)).toEqual({ disks: backup.disks, configs: backup.configs });
    }),
  rule("1.restore.target-required", ENDPOINT)
    .states("Restore needs compute_id, the id of the instance to restore to")
    .testOn(backedUp, async (service, { id, backup }) => {
      for (const compute_id of [undefined, "target", 1.5]) {
        expectRefusal(await restore(service, id, backup.id, { compute_id, overwrite: true }), "compute_id");
      }
      expectFailure(await restore(service, id, backup.id, { compute_id: 1, overwrite: true }));
      const target = await service.create(INSTANCES, EMPTY);
      expectSuccess(await restore(service, id, backup.id, { compute_id: target.id, overwrite: true }));
    }),
  rule("1.restore.overwrite-optional", ENDPOINT)
    .states("overwrite may be left out")
    .testOn(backedUp, async (service, { id, backup }) => {
      const target = await service.create(INSTANCES, ROOMY);
      expectSuccess(await restore(service, id, backup.id, { compute_id: target.id }));
    }),
  rule("1.restore.overwrite-type", ENDPOINT)
    .states("overwrite is true or false")
    .testOn(backedUp, async (service, { id, backup }) => {
      const target = await service.create(INSTANCES, ROOMY);
      expectRefusal(await restore(service, id, backup.id, { compute_id: target.id, overwrite: "yes" }), "overwrite");
    }),
  rule("1.restore.overwrite", RESTORE)
    .states("With overwrite true, the disks and configs of the target are deleted before")
    .test(async (service) => {
      const { id, backup } = await backedUp(service, { swap_size: 1024 });
      const target = await running(service, { image: "compute/ubuntu22.04", swap_size: 256 });
      service.emulator.poke("instance", target.id, { power: "off" });
      expectSuccess(await restore(service, id, backup.id, { compute_id: target.id, overwrite: true }));
      expect(await contentsOf(service, target.id)).toEqual({ disks: backup.disks, configs: backup.configs });
    }),
  rule("1.restore.same-instance", RESTORE)
    .states("The target may be the instance that the backup is of")
    .testOn(backedUp, async (service, { id, backup }) => {
      service.emulator.poke("instance", id, { power: "off" });
      expectSuccess(await restore(service, id, backup.id, { compute_id: id, overwrite: true }));
      expect(expectSuccess(await service.get(`${INSTANCES}/${id}/backups/${backup.id}`))).toEqual(backup);
      expect(await contentsOf(service, id)).toEqual({ disks: backup.disks, configs: backup.configs });
    }),
  rule("1.restore.beside", RESTORE)
    .states("With overwrite false, what the target has stays")
    .testOn(backedUp, async (service, { id, backup }) => {
      const target = await service.create(INSTANCES, ROOMY);
      const body = { compute_id: target.id, overwrite: false };
      for (let times = 0; times < 2; times++) expectSuccess(await restore(service, id, backup.id, body));
      const { disks, configs } = await contentsOf(service, target.id);
      expect([disks.length, configs.length]).toEqual([2 * backup.disks.length, 2 * backup.configs.length]);
    }),
  rule("1.restore.no-space", `${RESTORE}; Errors`)
    .states("With overwrite false and too little free space on the target, the refusal speaks of the space")
    .testOn(backedUp, async (service, { id, backup }) => {
      const target = await running(service);
      service.emulator.poke("instance", target.id, { power: "off" });
      const reply = await restore(service, id, backup.id, { compute_id: target.id, overwrite: false });
      expectRefusal(reply);
      expect(reply.body.errors.map(({ reason }) => reason).join()).toMatch(/space/i);
      const { disks } = await contentsOf(service, target.id);
      expect(disks).toHaveLength(2);
    }),
  ...Object.entries(CLONE_FIELDS).map(([field, [value, wrong]]) =>
    rule(`1.clone.${field.replace("_", "-")}`, CLONE)
      .states(`A clone takes ${field}, with its type, or goes without`)
      .testOn(source, async (service, { path }) => {
        expectRefusal(await service.post(path, { ...EMPTY, [field]: wrong }), field);
        expectSuccess(await service.post(path, { ...EMPTY, [field]: value }));
        expectSuccess(await service.post(path, EMPTY));
      }),
  ),
  ...(["region", "type"] as const).map((field) =>
    rule(`1.clone.${field}`, CLONE)
      .states(`A new target has the ${field} that the clone names, the id of one that there is`)
      .testOn(source, async (service, { path }) => {
        for (const wrong of [5, "nothing-like-it"]) {
          expectRefusal(await service.post(path, { ...EMPTY, [field]: wrong }), field);
        }
        const target = { region: "eu-west", type: "g6-standard-1" };
        expect(await service.create(path, target)).toMatchObject({ [field]: target[field] });
      }),
  ),
  rule("1.clone.response", CLONE)
    .states("Cloning to a new target returns the new instance")
    .testOn(source, async (service, { id, path }) => {
      const clone = await service.create(path, { ...EMPTY, label: "copy", group: "web", backups_enabled: true });
      expect(clone).toMatchObject({ ...EMPTY, label: "copy", group: "web", backups: { enabled: true } });
      expect(clone.id).not.toBe(id);
      service.emulator.clock.advance(LONG_MS);
      const shown = expectSuccess(await service.get(`${INSTANCES}/${clone.id}`));
      expect(Object.keys(clone)).toEqual(Object.keys(shown));
      expect(shown).toMatchObject({ ...EMPTY, label: "copy", ipv4: clone.ipv4 });
    }),
  rule("1.clone.contents", "Document 1, What the service does")
    .states("A clone has the disks and configs of its source")
    .test(async (service) => {
      const { id, path } = await source(service, { swap_size: 1024 });
      const clone = await service.create(path, EMPTY);
      service.emulator.clock.advance(LONG_MS);
      expect(await contentsOf(service, clone.id)).toEqual(await contentsOf(service, id));
    }),
  rule("1.clone.label-length", `${CLONE}; Limits`)
    .states("The label of a new target has 3 to 64 characters")
    .testOn(source, async (service, { path }) => {
      const clone = (length: number) => service.post(path, { ...EMPTY, label: "x".repeat(length) });
      for (const length of [2, 65]) expectRefusal(await clone(length), "label");
      for (const length of [3, 64]) expect(expectSuccess(await clone(length)).label).toHaveLength(length);
    }),
  rule("1.clone.tags", CLONE)
    .states("The tags of the source are copied to a new target")
    .test(async (service) => {
      const { path } = await source(service, { tags: ["one", "two"] });
      const { id } = await service.create(path, EMPTY);
      service.emulator.clock.advance(LONG_MS);
      expect((await service.get(`${INSTANCES}/${id}`)).body).toMatchObject({ tags: ["one", "two"] });
    }),
  rule("1.clone.tags-existing-target", CLONE)
    .states("The tags of the source are copied to an existing target")
    .test(async (service) => {
      const { path } = await source(service, { tags: ["one", "two"] });
      const { id } = await service.create(INSTANCES, ROOMY);
      expectSuccess(await service.post(path, { compute_id: id }));
      service.emulator.clock.advance(LONG_MS);
      const { tags } = (await service.get(`${INSTANCES}/${id}`)).body;
      expect(tags).toEqual(expect.arrayContaining(["one", "two"]));
    }),
  rule("1.clone.existing-target", CLONE)
    .states("With compute_id, the clone goes to that instance, which is the response")
    .testOn(source, async (service, { id, path }) => {
      const target = await service.create(INSTANCES, ROOMY);
      expect(expectSuccess(await service.post(path, { compute_id: target.id })).id).toBe(target.id);
      service.emulator.clock.advance(LONG_MS);
      expect(await contentsOf(service, target.id)).toEqual(await contentsOf(service, id));
    }),
  rule("1.clone.compute-id", CLONE)
    .states("compute_id is the integer id of an instance that there is")
    .testOn(source, async (service, { path }) => {
      for (const compute_id of ["target", 1.5]) expectRefusal(await service.post(path, { compute_id }), "compute_id");
      expectFailure(await service.post(path, { compute_id: 1 }));
      const { id } = await service.create(INSTANCES, ROOMY);
      expectSuccess(await service.post(path, { compute_id: id }));
    }),
  rule("1.clone.target-resources", CLONE)
    .states("An existing target must have room for the clone")
    .testOn(source, async (service, { path }) => {
      const full = await running(service);
      service.emulator.poke("instance", full.id, { power: "off" });
      expectRefusal(await service.post(path, { compute_id: full.id }));
      const empty = await service.create(INSTANCES, EMPTY);
      expectSuccess(await service.post(path, { compute_id: empty.id }));
    }),
  rule("1.clone.new-target-resources", CLONE)
    .states("The type of a new target must have room for the clone")
    .test(async (service) => {
      const { path } = await source(service, { type: "g6-standard-1" });
      expectRefusal(await service.post(path, EMPTY));
      expectSuccess(await service.post(path, { ...EMPTY, type: "g6-standard-1" }));
    }),
  rule("1.clone.target-busy", CLONE)
    .states("An existing target must have completed what it does before")
    .testOn(source, async (service, { path }) => {
      const { id } = await service.create(INSTANCES, ROOMY);
      expectSuccess(await service.post(path, { compute_id: id }));
      expectRefusal(await service.post(path, { compute_id: id }));
      service.emulator.clock.advance(LONG_MS);
      expectSuccess(await service.post(path, { compute_id: id }));
    }),
  rule("1.clone.at-most-five", `${CLONE}; Errors; Limits`)
    .states("Five clones of one source may run at the same time; a sixth gets 400")
    .testOn(source, async (service, { path }) => {
      const other = await source(service);
      for (let clones = 1; clones <= 5; clones++) expectSuccess(await service.post(path, EMPTY));
      const sixth = await service.post(path, EMPTY);
      expectFailure(sixth);
      expect(sixth.status).toBe(400);
      expectSuccess(await service.post(other.path, EMPTY));
      service.emulator.clock.advance(LONG_MS);
      expectSuccess(await service.post(path, EMPTY));
    }),
  rule("1.clone.grant", `${CLONE}; Authentication`, {
    options: withTokens(user("without", []), user("with", ["add_computes"])),
  })
    .states("A restricted user needs the grant add_computes to clone")
    .testOn(source, async (service, { id, path }) => {
      expect(id).toBe(FIRST.instance);
      expectRefusal(await asUser(service, "without").post(path, EMPTY));
      expectSuccess(await asUser(service, "with").post(path, EMPTY));
    }),
];
