import { rule } from "../../rule";
import { expectShape, isText } from "../../shapes";
import { expectRefusal, expectSuccess, waitFor, waitForStatus } from "../../support";
import { activeDatabase, becomes, engineId, KINDS, mongodb, takeSnapshot, updateDatabase } from "./databases";

const SECTION = "Document 2, Update request";

const WINDOW = { frequency: "weekly", duration: 1, hour_of_day: 5, day_of_week: 3, week_of_month: null };

const CHANGES: readonly (readonly [id: string, says: string, fields: object])[] = [
  ["label-3", "An update may set a label of 3 characters", { label: "abc" }],
  ["label-32", "An update may set a label of 32 characters", { label: "d".repeat(32) }],
  ["allow-list", "An update may set the `allow_list`", { allow_list: ["198.51.100.0/24"] }],
  ["updates", "An update may set the maintenance window", { updates: WINDOW }],
];

const REFUSED: readonly (readonly [id: string, field: string, says: string, wrong: readonly unknown[]])[] = [
  ["label", "label", "An update to a label outside of 3 to 32 characters is rejected", ["ab", "", "d".repeat(33)]],
  [
    "allow-list",
    "allow_list",
    "An update to an `allow_list` of anything but IP addresses and CIDR ranges is rejected",
    [["everybody"], ["203.0.113.300"], ["203.0.113.0/33"], [7], "203.0.113.0/24"],
  ],
  ["updates", "updates", "An update to a maintenance window that is no object is rejected", ["weekly", 3, []]],
  [
    "updates-types",
    "updates",
    "An update to a maintenance window with values of other types is rejected",
    [
      { ...WINDOW, frequency: 1 },
      { ...WINDOW, duration: "three" },
      { ...WINDOW, hour_of_day: "noon" },
      { ...WINDOW, day_of_week: "Sunday" },
      { ...WINDOW, week_of_month: "first" },
    ],
  ],
];

/** Updates. */
export const UPDATE_RULES = [
  ...CHANGES.map(([id, states, fields]) =>
    rule(`2.update.${id}`, SECTION)
      .states(states)
      .testEach(KINDS, async (service, kind) => {
        const { path } = await activeDatabase(service, kind);
        expect(await updateDatabase(service, path, fields)).toMatchObject(fields);
      }),
  ),
  ...REFUSED.map(([id, field, states, wrong]) =>
    rule(`2.update.${id}-refused`, SECTION)
      .states(states)
      .testEach(KINDS, async (service, kind) => {
        const { path, body } = await activeDatabase(service, kind);
        for (const value of wrong) expectRefusal(await service.put(path, { [field]: value }), field);
        expect(expectSuccess(await service.get(path))).toEqual(body);
      }),
  ),
  rule("2.update.all-optional", SECTION)
    .states("No field of an update is required, and what it leaves out stays as it is")
    .testEach(KINDS, async (service, kind) => {
      const { path, body } = await activeDatabase(service, kind, { allow_list: ["198.51.100.0/24"] });
      const { label, allow_list, updates } = body;
      expect(await updateDatabase(service, path, {})).toMatchObject({ label, allow_list, updates });
      expect(await updateDatabase(service, path, { label: "new" })).toMatchObject({ allow_list, updates });
      expect(await updateDatabase(service, path, { allow_list: [] })).toMatchObject({ label: "new", updates });
    }),
  rule("2.update.allow-list-overwrites", SECTION)
    .states("A new `allow_list` takes the place of all addresses that were there")
    .testEach(KINDS, async (service, kind) => {
      const { path } = await activeDatabase(service, kind, { allow_list: ["198.51.100.0/24", "203.0.113.0/24"] });
      const updated = await updateDatabase(service, path, { allow_list: ["192.0.2.0/24"] });
      expect(updated.allow_list).toEqual(["192.0.2.0/24"]);
      expect((await updateDatabase(service, path, { allow_list: [] })).allow_list).toEqual([]);
    }),
  rule("2.update.nothing-else", SECTION)
    .states("Only label, `allow_list` and maintenance window can be updated; nothing else of a database changes")
    .testEach(KINDS, async (service, kind) => {
      const { path, body } = await activeDatabase(service, kind);
      const engine = await engineId(service, kind, (version) => version !== body.version);
      const others = {
        region: "eu-west",
        type: "g6-standard-1",
        cluster_size: 3,
        encrypted: true,
        ssl_connection: false,
      };
      // The documents don't specify whether such a field is rejected or ignored.
      await service.put(path, { ...others, engine, label: "new" });
      const shown = await waitForStatus(service, path, "active");
      for (const field of [...Object.keys(others), "engine", "version"]) {
        expect([field, shown[field]]).toEqual([field, body[field]]);
      }
    }),
  rule("2.update.engine-version", "Document 2, What the service does")
    .states("The engine's version is never updated by itself")
    .testEach(KINDS, async (service, kind) => {
      const { path, body } = await activeDatabase(service, kind);
      service.emulator.clock.advance(15 * 24 * 60 * 60_000);
      const shown = expectSuccess(await service.get(path));
      expect([shown.engine, shown.version]).toEqual([body.engine, body.version]);
    }),
  rule("2.update.allow-list-pace", "Document 2, Rule 5")
    .states("An update of the `allow_list` can take a while, which is why updates should not follow each other rapidly")
    .untestable("Advice to callers. That the new list is shown in the end: `2.update.allow-list`."),
];

/** Restore, credentials, patch and certificate. */
export const OPERATION_RULES = [
  rule("2.restore.active-again", "Document 2, Rule 2")
    .states("A database whose credentials were not reset survives the restoring of a backup")
    .testOn(mongodb, async (service, { path }) => {
      const { id } = await takeSnapshot(service, { path });
      expectSuccess(await service.post(`${path}/backups/${id}/restore`));
      await becomes(service, "active", path);
    }),
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
      expectShape(expectSuccess(await service.get(`${path}/ssl`)), "ca_certificate", isText);
    }),
  rule("2.patch.active-again", "Document 2, Rule 4")
    .states("A patch is applied on request, after which the database is active again as it was")
    .testOn(mongodb, async (service, { path, body }) => {
      expect(expectSuccess(await service.post(`${path}/patch`))).toEqual({});
      const { version, hosts, port, updates } = await waitForStatus(service, path, "active");
      expect({ version, hosts, port, updates }).toEqual({
        version: body.version,
        hosts: body.hosts,
        port: body.port,
        updates: body.updates,
      });
    }),
  rule("2.patch.in-window", "Document 2, Rule 4")
    .states("Patches are also applied by themselves, in the maintenance window")
    .untestable("No response shows how far the operating system is patched."),
  rule("2.patch.downtime", "Document 2, Rule 4")
    .states("A cluster of one node cannot be reached while it is patched")
    .untestable("The emulator runs no database server that could be out of reach."),
];
