import type { Started } from "../../../emulator/support/client";
import { EMPTY, INSTANCES, ROOMY } from "../../../emulator/support/instances";
import { DAY_MS } from "../../../support/time";
import { fieldRules, rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess, LONG_MS, observedOnce, waitForStatus } from "../../support";
import type { Backup } from "./support";
import { backedUp, backupsOf, contentsOf, FIRST, restore, running, snapshotOf } from "./support";

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
const RULE = "Document 1, Endpoints, Instances, rule 3";

/** Backups and their restore. */
export const BACKUP_RULES = [
  ...fieldRules("1.backup.type-of-", BACKUP, FIELDS, async (service) => [(await story(service)).after.own]),
  rule("1.backup.list-empty", BACKUP)
    .states("The backups of an instance are a list automatic and an object snapshot with current and in_progress")
    .testOn(withBackups, async (service, { id }) => {
      expect(await backupsOf(service, id)).toEqual(NONE);
    }),
  rule("1.backup.list-automatic", BACKUP)
    .states("Under automatic stand backups of the type auto")
    .testOn(backedUp, async (service, { id }) => {
      service.emulator.clock.advance(8 * DAY_MS);
      for (const { type } of (await backupsOf(service, id)).automatic) expect(type).toBe("auto");
    }),
  rule("1.backup.list-snapshot", BACKUP)
    .states("A snapshot stands under in_progress first, under current in the end, each time as its own path shows it")
    .test(async (service) => {
      const { during, after } = await story(service);
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
    .test(async (service) => {
      const { disk, after } = await story(service);
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
  rule("1.restore.overwrite", RULE)
    .states("With overwrite true, the disks and configs of the target are deleted before")
    .test(async (service) => {
      const { id, backup } = await backedUp(service, { swap_size: 1024 });
      const target = await running(service, { image: "compute/ubuntu22.04", swap_size: 256 });
      service.emulator.poke("instance", target.id, { power: "off" });
      expectSuccess(await restore(service, id, backup.id, { compute_id: target.id, overwrite: true }));
      expect(await contentsOf(service, target.id)).toEqual({ disks: backup.disks, configs: backup.configs });
    }),
  rule("1.restore.same-instance", RULE)
    .states("The target may be the instance that the backup is of")
    .testOn(backedUp, async (service, { id, backup }) => {
      service.emulator.poke("instance", id, { power: "off" });
      expectSuccess(await restore(service, id, backup.id, { compute_id: id, overwrite: true }));
      expect(expectSuccess(await service.get(`${INSTANCES}/${id}/backups/${backup.id}`))).toEqual(backup);
      expect(await contentsOf(service, id)).toEqual({ disks: backup.disks, configs: backup.configs });
    }),
  rule("1.restore.beside", RULE)
    .states("With overwrite false, what the target has stays")
    .testOn(backedUp, async (service, { id, backup }) => {
      const target = await service.create(INSTANCES, ROOMY);
      const body = { compute_id: target.id, overwrite: false };
      for (let times = 0; times < 2; times++) expectSuccess(await restore(service, id, backup.id, body));
      const { disks, configs } = await contentsOf(service, target.id);
      expect([disks.length, configs.length]).toEqual([2 * backup.disks.length, 2 * backup.configs.length]);
    }),
  rule("1.restore.no-space", `${RULE}; Errors`)
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
];
