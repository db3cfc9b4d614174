import type { Reply, Started } from "../../../emulator/support/client";
import { MINUTE_MS } from "../../../support/time";
import type { Row } from "../../rows";
import { rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess, filtered, waitForStatus } from "../../support";
import { prepared, ROWS, sendRow } from "./access";
import type { Kind, Status } from "./databases";
import {
  activeDatabase,
  ALL_DATABASES,
  becomes,
  collection,
  createDatabase,
  engineId,
  KINDS,
  STATUSES,
  updateDatabase,
} from "./databases";

const UPDATE = "Document 2, Update request";

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

const ACTIVE: readonly Status[] = ["active"];
const NOT_NEW = STATUSES.filter((status) => status !== "provisioning");

/** Operations, the rows of the table of endpoints without their kind, and the statuses in which they are allowed. */
const PRECONDITIONS: readonly (readonly [id: string, says: string, row: string, open: readonly Status[]])[] = [
  ["delete", "Deletion", "delete", ["active", "failed", "degraded"]],
  ["update", "An update", "update", ACTIVE],
  ["snapshot", "A snapshot", "backup-create", ACTIVE],
  ["restore", "Restoring a backup", "backup-restore", ACTIVE],
  ["patch", "A patch", "patch", ACTIVE],
  ["credentials", "The view of the credentials", "credentials-view", ACTIVE],
  ["ssl", "The view of the certificate", "ssl-view", ACTIVE],
  ["backups-list", "The list of backups", "backups-list", NOT_NEW],
  ["backup-view", "The view of a backup", "backup-view", NOT_NEW],
  ["backup-delete", "Deletion of a backup", "backup-delete", NOT_NEW],
];

/** The response to an operation in each of these statuses, on an otherwise idle database. */
async function answersIn(service: Started, statuses: readonly Status[], kind: Kind, row: Row) {
  const answers: { status: Status; reply: Reply }[] = [];
  let ids = await prepared(service, kind);
  for (const status of statuses) {
    service.emulator.poke("database", Number(ids["instanceId"]), { status });
    const reply = await sendRow(service, row, ids);
    answers.push({ status, reply });
    // What was rejected has changed nothing.
    if (reply.status >= 400 || row.method === "GET") continue;
    service.emulator.reset();
    ids = await prepared(service, kind);
  }
  return answers;
}

const succeededIn = (answers: readonly { status: Status; reply: Reply }[]): Status[] =>
  answers.filter(({ reply }) => reply.status < 400).map(({ status }) => status);

/** From create to delete: updates, statuses, and which operations are allowed in which status. */
export const LIFECYCLE_RULES = [
  ...CHANGES.map(([id, states, fields]) =>
    rule(`2.update.${id}`, UPDATE)
      .states(states)
      .testEach(KINDS, async (service, kind) => {
        const { path } = await activeDatabase(service, kind);
        expect(await updateDatabase(service, path, fields)).toMatchObject(fields);
      }),
  ),
  ...REFUSED.map(([id, field, states, wrong]) =>
    rule(`2.update.${id}-refused`, UPDATE)
      .states(states)
      .testEach(KINDS, async (service, kind) => {
        const { path, body } = await activeDatabase(service, kind);
        for (const value of wrong) expectRefusal(await service.put(path, { [field]: value }), field);
        expect(expectSuccess(await service.get(path))).toEqual(body);
      }),
  ),
  rule("2.update.all-optional", UPDATE)
    .states("No field of an update is required, and what it leaves out stays as it is")
    .testEach(KINDS, async (service, kind) => {
      const { path, body } = await activeDatabase(service, kind, { allow_list: ["198.51.100.0/24"] });
      const { label, allow_list, updates } = body;
      expect(await updateDatabase(service, path, {})).toMatchObject({ label, allow_list, updates });
      expect(await updateDatabase(service, path, { label: "new" })).toMatchObject({ allow_list, updates });
      expect(await updateDatabase(service, path, { allow_list: [] })).toMatchObject({ label: "new", updates });
    }),
  rule("2.update.allow-list-overwrites", UPDATE)
    .states("A new `allow_list` takes the place of all addresses that were there")
    .testEach(KINDS, async (service, kind) => {
      const { path } = await activeDatabase(service, kind, { allow_list: ["198.51.100.0/24", "203.0.113.0/24"] });
      const updated = await updateDatabase(service, path, { allow_list: ["192.0.2.0/24"] });
      expect(updated.allow_list).toEqual(["192.0.2.0/24"]);
      expect((await updateDatabase(service, path, { allow_list: [] })).allow_list).toEqual([]);
    }),
  rule("2.update.nothing-else", UPDATE)
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
  rule("2.status.new", "Document 2, States and transitions")
    .states("A new database is provisioning")
    .testEach(KINDS, async (service, kind) => {
      const { path } = await createDatabase(service, kind);
      expect(expectSuccess(await service.get(path)).status).toBe("provisioning");
    }),
  rule("2.status.values", "Document 2, States and transitions")
    .states("A database can be in each of the ten statuses, which is shown alone and in lists")
    .testEach(KINDS, async (service, kind) => {
      const { path, body } = await activeDatabase(service, kind, { label: `some-${kind}` });
      for (const status of STATUSES) {
        service.emulator.poke("database", body.id, { status });
        expect(expectSuccess(await service.get(path)).status).toBe(status);
        for (const at of [collection(kind), ALL_DATABASES]) {
          expect(await filtered(service, at, { status, label: `some-${kind}` })).toEqual([body.id]);
        }
      }
    }),
  rule("2.provisioning.time", "Document 2, Limits", { options: { databaseProvisionMs: 20 * MINUTE_MS } })
    .states("Provisioning takes as long as the service says, 15 to 30 minutes for example; then the database is active")
    .test(async (service) => {
      const databases = await Promise.all(KINDS.map((kind) => createDatabase(service, kind, { label: `new-${kind}` })));
      service.emulator.clock.advance(15 * MINUTE_MS);
      for (const { path } of databases) expect((await service.get(path)).body.status).toBe("provisioning");
      service.emulator.clock.advance(15 * MINUTE_MS);
      for (const { path } of databases) expect((await service.get(path)).body.status).toBe("active");
    }),
  rule("2.provisioning.hosts", "Document 2, Rule 11")
    .states("Hosts are assigned after provisioning: before, no primary host is shown")
    .testEach(KINDS, async (service, kind) => {
      const { path, body } = await createDatabase(service, kind);
      for (const { hosts } of [body, expectSuccess(await service.get(path))]) {
        expect((hosts as { primary?: unknown } | null | undefined)?.primary ?? null).toBeNull();
      }
      expect(await becomes(service, "active", path)).toMatchObject({ hosts: { primary: expect.any(String) } });
    }),
  rule("2.provisioning.bare-response", "Document 2, Rule 11", { options: { createAnswer: "bare" } })
    .states("The response to a create shows neither status nor hosts; both are shown once provisioning is complete")
    .testEach(KINDS, async (service, kind) => {
      const { path, body } = await createDatabase(service, kind);
      expect(body).not.toHaveProperty("status");
      expect(body).not.toHaveProperty("hosts");
      expect(await becomes(service, "active", path)).toMatchObject({ hosts: { primary: expect.any(String) } });
    }),
  rule("2.delete.gone", "Document 2, Endpoints")
    .states("A deleted database no longer exists: in its path, in both lists and for every operation")
    .testEach(KINDS, async (service, kind) => {
      const { path, body } = await activeDatabase(service, kind);
      expect(expectSuccess(await service.delete(path))).toEqual({});
      service.emulator.clock.advance(60 * MINUTE_MS);
      expectFailure(await service.get(path));
      expectFailure(await service.put(path, { label: "again" }));
      expectFailure(await service.delete(path));
      for (const at of [collection(kind), ALL_DATABASES]) {
        expect(await filtered(service, at, { label: body.label })).toEqual([]);
      }
    }),
  rule("2.view.own-kind", "Document 2, Endpoints")
    .states("A database is found below the path of its own kind alone, and in the list of its own kind alone")
    .testEach(KINDS, async (service, kind) => {
      const other = collection(kind === "mysql" ? "mongodb" : "mysql");
      const { body } = await activeDatabase(service, kind, { label: `some-${kind}` });
      expectFailure(await service.get(`${other}/${body.id}`));
      expect(await filtered(service, other, { label: body.label })).toEqual([]);
      expect(await filtered(service, collection(kind), { label: body.label })).toEqual([body.id]);
    }),
  rule("2.error.body", "Document 2, Errors")
    .states("A failure returns the error body of document 1")
    .testEach(KINDS, async (service, kind) => {
      expectFailure(await service.get(`${collection(kind)}/999999`));
      expectRefusal(await service.post(collection(kind), {}));
      const { path } = await createDatabase(service, kind);
      expectRefusal(await service.put(path, { label: "changed" }));
    }),
  ...PRECONDITIONS.flatMap(([id, says, name, open]) => {
    const operations = KINDS.flatMap((kind) =>
      ROWS.filter((row) => row.id === `${kind}-${name}`).map((row) => [kind, row] as const),
    );
    const inWords = open === NOT_NEW ? "not provisioning" : open.join(" or ");
    return [
      rule(`2.state.${id}`, "Document 2, States and transitions")
        .states(`${says} is possible while the database is ${inWords}`)
        .testEach(operations, async (service, [kind, row]) => {
          expect(succeededIn(await answersIn(service, open, kind, row))).toEqual(open);
        }),
      rule(`2.state.${id}-refused`, "Document 2, States and transitions")
        .states(`${says} is rejected unless the database is ${inWords}`)
        .testEach(operations, async (service, [kind, row]) => {
          const others = STATUSES.filter((status) => !open.includes(status));
          const answers = await answersIn(service, others, kind, row);
          expect(succeededIn(answers)).toEqual([]);
          for (const { reply } of answers) expectRefusal(reply);
        }),
    ];
  }),
];
