import { PROVISION_MS } from "../../../emulator/support/client";
import { DAY_MS, HOUR_MS } from "../../../support/time";
import { fieldRules, rule } from "../../rule";
import {
  expectFailure,
  expectRefusal,
  expectSuccess,
  expectTwoPages,
  filtered,
  list,
  observedOnce,
  waitFor,
  waitForStatus,
} from "../../support";
import { activeDatabase, advanceToMidnight, becomes, mongodb, takeSnapshot, waitForAuto } from "./databases";

const SECTION = "Document 2, Backup record";

const FIELDS = {
  id: "A backup has an integer as `id`",
  label: "A backup shows its label as text",
  type: "A backup is of the type snapshot or auto",
  created: "A backup shows when it was created",
};

/** A snapshot and an automatic backup, as the list shows them and alone. */
const shown = observedOnce(async (service) => {
  const { path } = await activeDatabase(service, "mongodb");
  const listed = [await takeSnapshot(service, { path }), await waitForAuto(service, path)];
  const alone = [];
  for (const { id } of listed) alone.push(expectSuccess(await service.get(`${path}/backups/${id}`)));
  expect(alone).toEqual(listed);
  return listed;
});

const ENDPOINT = "Document 2, Endpoints";
const LIMITS = "Document 2, Limits";

const ACCEPTED: readonly (readonly [id: string, section: string, says: string, body: object, cluster: 1 | 3])[] = [
  ["label-3", LIMITS, "The label of a snapshot may have 3 characters", { label: "abc" }, 1],
  ["label-64", LIMITS, "The label of a snapshot may have 64 characters", { label: "d".repeat(64) }, 1],
  ["target-primary", ENDPOINT, "A snapshot may name the primary node", { label: "Node", target: "primary" }, 3],
  ["target-secondary", ENDPOINT, "A snapshot may name the secondary node", { label: "Node", target: "secondary" }, 3],
  ["target-optional", ENDPOINT, "A snapshot need not name a node", { label: "Node" }, 3],
];

const REFUSED: readonly (readonly [field: string, section: string, says: string, wrong: readonly object[]])[] = [
  [
    "label",
    LIMITS,
    "A snapshot without a label of 3 to 64 characters is rejected",
    [{}, { label: "ab" }, { label: "" }, { label: "d".repeat(65) }, { label: 12345 }],
  ],
  [
    "target",
    ENDPOINT,
    "A snapshot of anything but primary or secondary is rejected",
    ["both", 1].map((target) => ({ label: "Node", target })),
  ],
];

/** Backups, their restore, credentials, patches and the certificate. */
export const BACKUP_RULES = [
  ...fieldRules("2.backup.", SECTION, FIELDS, shown),
  rule("2.backup.label-form", SECTION)
    .states("The label of a backup is at most 30 ASCII letters or digits")
    .testOn(mongodb, async (service, { path }) => {
      const label = "S0123456789".repeat(3).slice(0, 30);
      expect((await takeSnapshot(service, { path }, label)).label).toBe(label);
      expect((await waitForAuto(service, path)).label).toMatch(/^[A-Za-z0-9]{0,30}$/);
    }),
  rule("2.backup.filter-type", SECTION)
    .states("Backups can be filtered by `type`")
    .testOn(mongodb, async (service, { path }) => {
      const snapshot = await takeSnapshot(service, { path });
      const auto = await waitForAuto(service, path);
      expect(await filtered(service, `${path}/backups`, { type: "snapshot" })).toEqual([snapshot.id]);
      const automatic = await filtered(service, `${path}/backups`, { type: "auto" });
      expect(automatic).toContain(auto.id);
      expect(automatic).not.toContain(snapshot.id);
    }),
  rule("2.backup.filter-created", SECTION)
    .states("Backups can be filtered by `created`")
    .testOn(mongodb, async (service, { path }) => {
      const first = await takeSnapshot(service, { path });
      service.emulator.clock.advance(DAY_MS / 2);
      const second = await takeSnapshot(service, { path }, "Tuesday");
      expect(second.created).not.toBe(first.created);
      expect(await filtered(service, `${path}/backups`, { created: first.created })).toEqual([first.id]);
      expect(await filtered(service, `${path}/backups`, { created: second.created })).toEqual([second.id]);
    }),
  rule("2.backup.page", "Document 2, Endpoints")
    .states("The list of backups takes `page` and `page_size`")
    .testOn(mongodb, async (service, { path }) => {
      // After midnight, there is no other automatic backup for a day.
      await waitForAuto(service, path);
      await expectTwoPages(service, `${path}/backups`, async (index) => {
        expectSuccess(await service.post(`${path}/backups`, { label: `Snapshot${index}` }));
        service.emulator.clock.advance(2 * PROVISION_MS);
      });
    }),
  rule("2.backup.delete", "Document 2, Endpoints")
    .states("Deleting a backup leaves the others")
    .testOn(mongodb, async (service, { path }) => {
      const [kept, deleted] = [
        await takeSnapshot(service, { path }, "Kept"),
        await takeSnapshot(service, { path }, "Deleted"),
      ];
      expect(expectSuccess(await service.delete(`${path}/backups/${deleted.id}`))).toEqual({});
      await waitFor(service, `${path}/backups/${deleted.id}`, ({ status }) => status >= 400);
      expectFailure(await service.post(`${path}/backups/${deleted.id}/restore`));
      expect(await filtered(service, `${path}/backups`, { type: "snapshot" })).toEqual([kept.id]);
    }),
  rule("2.backup.of-its-database", "Document 2, Endpoints")
    .states("A backup is found below its own database alone")
    .testOn(mongodb, async (service, { path }) => {
      const other = await activeDatabase(service, "mongodb", { label: "other" });
      const { id } = await takeSnapshot(service, { path });
      const elsewhere = `${other.path}/backups/${id}`;
      expectFailure(await service.get(elsewhere));
      expectFailure(await service.delete(elsewhere));
      expectFailure(await service.post(`${elsewhere}/restore`));
      expect(await filtered(service, `${path}/backups`, { type: "snapshot" })).toEqual([id]);
      expect(await filtered(service, `${other.path}/backups`, { type: "snapshot" })).toEqual([]);
    }),
  rule("2.auto-backup.time", SECTION)
    .states("An automatic backup is made every day at 0:00 UTC")
    .testOn(mongodb, async (service, { path }) => {
      for (let night = 0; night < 3; night++) {
        const before = (await list(service, `${path}/backups`)).length;
        const date = advanceToMidnight(service).toISOString().slice(0, 10);
        expect((await list(service, `${path}/backups`)).length).toBe(before);
        service.emulator.clock.advance(HOUR_MS);
        const backups = await list(service, `${path}/backups`);
        expect(backups.length).toBe(before + 1);
        expect(backups.map(({ created }) => created.slice(0, 13))).toContain(`${date}T00`);
      }
    }),
  rule("2.auto-backup.kept", SECTION)
    .states("Automatic backups are kept for 7 days, which makes seven of them")
    .testOn(mongodb, async (service, { path }) => {
      advanceToMidnight(service);
      service.emulator.clock.advance(10 * DAY_MS + 12 * HOUR_MS);
      const now = service.emulator.clock.now().getTime();
      const nights = Array.from({ length: 7 }, (_, days) => new Date(now - days * DAY_MS).toISOString().slice(0, 10));
      const automatic = (await list(service, `${path}/backups`)).filter(({ type }) => type === "auto");
      expect(automatic.map(({ created }) => created.slice(0, 10)).sort()).toEqual(nights.sort());
    }),
  rule("2.auto-backup.beside-snapshots", SECTION)
    .states("Snapshots are made on request alone, and do not go with the automatic backups")
    .testOn(mongodb, async (service, { path }) => {
      const { id } = await takeSnapshot(service, { path });
      advanceToMidnight(service);
      service.emulator.clock.advance(10 * DAY_MS);
      const snapshots = (await list(service, `${path}/backups`)).filter(({ type }) => type === "snapshot");
      expect(snapshots.map((snapshot) => snapshot.id)).toEqual([id]);
    }),
  rule("2.auto-backup.restorable", "Document 2, What the service does")
    .states("An automatic backup can be viewed, restored and deleted as a snapshot can")
    .testOn(mongodb, async (service, { path }) => {
      const { id } = await waitForAuto(service, path);
      const backup = `${path}/backups/${id}`;
      expect(expectSuccess(await service.get(backup)).type).toBe("auto");
      expect(expectSuccess(await service.post(`${backup}/restore`))).toEqual({});
      expect(expectSuccess(await service.delete(backup))).toEqual({});
    }),
  ...ACCEPTED.map(([id, section, states, body, cluster_size]) =>
    rule(`2.snapshot.${id}`, section)
      .states(states)
      .test(async (service) => {
        const { path } = await activeDatabase(service, "mongodb", { cluster_size });
        expect(expectSuccess(await service.post(`${path}/backups`, body))).toEqual({});
        await waitFor(service, `${path}/backups`, (reply) => reply.body.data.some(({ type }) => type === "snapshot"));
      }),
  ),
  ...REFUSED.map(([field, section, states, wrong]) =>
    rule(`2.snapshot.${field}-refused`, section)
      .states(states)
      .testOn(mongodb, async (service, { path }) => {
        for (const body of wrong) expectRefusal(await service.post(`${path}/backups`, body), field);
        await takeSnapshot(service, { path });
      }),
  ),
  rule("2.snapshot.record", "Document 2, Rule 1; Rule 2")
    .states(
      "A snapshot makes a backup of the type snapshot, which in time can be viewed and restored, and the database survives it",
    )
    .testOn(mongodb, async (service, { path }) => {
      const { id, type, label } = await takeSnapshot(service, { path }, "Nightly1");
      expect({ type, label }).toEqual({ type: "snapshot", label: "Nightly1" });
      expect(expectSuccess(await service.get(`${path}/backups/${id}`)).label).toBe("Nightly1");
      expect(expectSuccess(await service.post(`${path}/backups/${id}/restore`))).toEqual({});
      await becomes(service, "active", path);
    }),
  rule("2.snapshot.default-target", ENDPOINT)
    .states("Without a target, the primary node is backed up")
    .untestable("No response shows which node a backup was made from."),
  rule("2.snapshot.target-node", "Document 2, Rule 1")
    .states("In a cluster of 3 nodes the target chooses the node that is backed up")
    .untestable(
      "No response shows which node a backup was made from. That both are accepted: `2.snapshot.target-secondary`.",
    ),
  rule("2.restore.after-reset", "Document 2, Rule 2")
    .states("Restoring a backup after the credentials were reset leads to a failed cluster")
    .testOn(mongodb, async (service, { path }) => {
      const { id } = await takeSnapshot(service, { path });
      const { password } = expectSuccess(await service.get(`${path}/credentials`));
      expectSuccess(await service.post(`${path}/credentials/reset`));
      await waitFor(service, `${path}/credentials`, ({ status, body }) => status === 200 && body.password !== password);
      await waitForStatus(service, path, "active");
      expectSuccess(await service.post(`${path}/backups/${id}/restore`));
      await becomes(service, "failed", path);
    }),
  rule("2.restore.replaces-data", "Document 2, Rule 2")
    .states("Restoring erases all data and puts the backup's in their place")
    .untestable("The interface shows no data of a database, and the emulator runs no database server."),
  rule("2.credentials.fields", "Document 2, Credentials and certificate")
    .states("Credentials are a user name and a password, both text")
    .testOn(mongodb, async (service, { path }) => {
      const credentials = expectSuccess(await service.get(`${path}/credentials`));
      expect(credentials).toMatchObject({ username: expect.stringMatching(/./), password: expect.stringMatching(/./) });
      expect(expectSuccess(await service.get(`${path}/credentials`))).toEqual(credentials);
    }),
  rule("2.credentials.random", "Document 2, Credentials and certificate")
    .states("The password is generated at random: no two databases have the same")
    .test(async (service) => {
      const passwords = new Set();
      for (const label of ["one", "two", "three"]) {
        const { path } = await activeDatabase(service, "mongodb", { label });
        passwords.add(expectSuccess(await service.get(`${path}/credentials`)).password);
      }
      expect(passwords.size).toBe(3);
    }),
  rule("2.credentials.reset", "Document 2, Rule 3")
    .states("A reset generates a new password for the root user, which the view then shows")
    .testOn(mongodb, async (service, { path }) => {
      const before = expectSuccess(await service.get(`${path}/credentials`));
      expect(expectSuccess(await service.post(`${path}/credentials/reset`))).toEqual({});
      const { body: after } = await waitFor(
        service,
        `${path}/credentials`,
        ({ status, body }) => status === 200 && body.password !== before.password,
      );
      expect(after.username).toBe(before.username);
      expect(after.password).toEqual(expect.stringMatching(/./));
    }),
  rule("2.certificate.base64", "Document 2, Credentials and certificate")
    .states("The certificate of the authority is text in base64")
    .testOn(mongodb, async (service, { path }) => {
      const text = String(expectSuccess(await service.get(`${path}/ssl`)).ca_certificate);
      expect(text).not.toBe("");
      expect(Buffer.from(text, "base64").toString("base64")).toBe(text);
    }),
  rule("2.certificate.without-ssl", "Document 2, Credentials and certificate")
    .states("The certificate is text, also of a database whose connections need no SSL")
    .test(async (service) => {
      const { path } = await activeDatabase(service, "mongodb", { ssl_connection: false });
      expect(expectSuccess(await service.get(`${path}/ssl`))).toEqual({ ca_certificate: expect.any(String) });
    }),
  rule("2.patch.active-again", "Document 2, Rule 4")
    .states("A patch is applied on request, after which the database is active again as it was")
    .testOn(mongodb, async (service, { path, body }) => {
      expect(expectSuccess(await service.post(`${path}/patch`))).toEqual({});
      const after = await waitForStatus(service, path, "active");
      for (const field of ["version", "hosts", "port", "updates"]) expect(after[field]).toEqual(body[field]);
    }),
  rule("2.patch.in-window", "Document 2, Rule 4")
    .states("Patches are also applied by themselves, in the maintenance window")
    .untestable("No response shows how far the operating system is patched."),
  rule("2.patch.downtime", "Document 2, Rule 4")
    .states("A cluster of one node cannot be reached while it is patched")
    .untestable("The emulator runs no database server that could be out of reach."),
];
