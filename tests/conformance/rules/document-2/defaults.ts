import { list } from "../../lists";
import { rule } from "../../rule";
import { expectRefusal, expectSuccess } from "../../support";
import type { Kind } from "./databases";
import { activeDatabase, collection, createDatabase, engineId, KINDS, order, updateDatabase } from "./databases";

const DEFAULTS: readonly (readonly [id: string, says: string, kinds: readonly Kind[], shown: object])[] = [
  ["cluster-size", "A cluster has 1 node unless the create says otherwise", KINDS, { cluster_size: 1 }],
  ["allow-list", "Without an `allow_list` in the create, the list is empty", KINDS, { allow_list: [] }],
  [
    "window",
    "Without another, the maintenance window is weekly, at 20:00 UTC, for 3 hours",
    KINDS,
    { updates: { frequency: "weekly", hour_of_day: 20, duration: 3, week_of_month: null } },
  ],
  ["compression", "MongoDB compresses nothing unless told otherwise", ["mongodb"], { compression_type: "none" }],
  ["storage", "MongoDB stores with wiredtiger unless told otherwise", ["mongodb"], { storage_engine: "wiredtiger" }],
];

const before4 = (version: string): boolean => Number.parseFloat(version) < 4;
const from4 = (version: string): boolean => !before4(version);

/** Defaults of a create, and rules about single fields. */
export const DEFAULT_RULES = [
  ...DEFAULTS.map(([id, states, kinds, shown]) =>
    rule(`2.default.${id}`, "Document 2, Database")
      .states(states)
      .testEach(kinds, async (service, kind) => {
        expect((await activeDatabase(service, kind)).body).toMatchObject(shown);
      }),
  ),
  rule("2.default.ssl-connection", "Document 2, Database", { otherwise: "the real service returns false" })
    .states("Connections need SSL unless the create says otherwise")
    .testEach(KINDS, async (service, kind) => {
      expect((await activeDatabase(service, kind)).body).toMatchObject({ ssl_connection: true });
    }),
  rule("2.default.window-day", "Document 2, Limits")
    .states("The day of the default maintenance window is Sunday")
    .untestable(
      "The documents do not show which number stands for Sunday; the service returns 7. That the window has a day: `2.field.updates-day_of_week`.",
    ),
  rule("2.label.unique", "Document 2, Database")
    .states("A second database with the same label is rejected")
    .testEach(KINDS, async (service, kind) => {
      await createDatabase(service, kind, { label: `one-${kind}` });
      expectRefusal(await service.post(collection(kind), order(kind, { label: `one-${kind}` })), "label");
      await createDatabase(service, kind, { label: `two-${kind}` });
    }),
  rule("2.label.unique-update", "Document 2, Database")
    .states("An update to another database's label is rejected")
    .testEach(KINDS, async (service, kind) => {
      await activeDatabase(service, kind, { label: `one-${kind}` });
      const { path } = await activeDatabase(service, kind, { label: `two-${kind}` });
      expectRefusal(await service.put(path, { label: `one-${kind}` }), "label");
      expect((await updateDatabase(service, path, { label: `two-${kind}` })).label).toBe(`two-${kind}`);
      expectSuccess(await service.put(path, { label: `three-${kind}` }));
    }),
  rule("2.allow-list.suffix", "Document 2, Database")
    .states("A single address of an `allow_list` is shown with the suffix /32, a range as it is")
    .testEach(KINDS, async (service, kind) => {
      const allow_list = ["203.0.113.7", "198.51.100.0/24"];
      const { path, body } = await activeDatabase(service, kind, { allow_list });
      expect(body.allow_list).toEqual(["203.0.113.7/32", "198.51.100.0/24"]);
      const updated = await updateDatabase(service, path, { allow_list: ["192.0.2.9"] });
      expect(updated.allow_list).toEqual(["192.0.2.9/32"]);
    }),
  rule("2.storage.mmapv1-old", "Document 2, MongoDB additional fields")
    .states("MongoDB before 4.0 may store with mmapv1")
    .test(async (service) => {
      const engine = await engineId(service, "mongodb", before4);
      const { body } = await createDatabase(service, "mongodb", { engine, storage_engine: "mmapv1" });
      expect(body.storage_engine).toBe("mmapv1");
    }),
  rule("2.storage.mmapv1-new", "Document 2, MongoDB additional fields")
    .states("MongoDB 4.0 and above is rejected with mmapv1")
    .test(async (service) => {
      for (const { id, engine, version } of await list(service, "/databases/engines")) {
        if (engine !== "mongodb" || before4(String(version))) continue;
        const body = order("mongodb", { engine: id, storage_engine: "mmapv1" });
        expectRefusal(await service.post(collection("mongodb"), body), "storage_engine");
      }
      const engine = await engineId(service, "mongodb", from4);
      expect((await createDatabase(service, "mongodb", { engine })).body.storage_engine).toBe("wiredtiger");
    }),
  rule("2.replica-set.shared", "Document 2, MongoDB additional fields")
    .states("Several databases may name the same `replica_set`")
    .test(async (service) => {
      for (const label of ["first", "second"]) {
        const { body } = await activeDatabase(service, "mongodb", { label, replica_set: "ledger" });
        expect(body.replica_set).toBe("ledger");
      }
    }),
  rule("2.replica-set.joins", "Document 2, MongoDB additional fields")
    .states("Databases that name the same `replica_set` join one, so they have the same peers; others have their own")
    .test(async (service) => {
      const peers: (readonly string[])[] = [];
      const paths = [];
      for (const [label, replica_set] of [
        ["first", "ledger"],
        ["second", "ledger"],
        ["third", "other"],
      ]) {
        paths.push((await activeDatabase(service, "mongodb", { label, replica_set })).path);
      }
      for (const path of paths) peers.push(expectSuccess(await service.get(path)).peers as readonly string[]);
      const [first = [], second = [], third = []] = peers;
      expect(first.length).toBeGreaterThan(0);
      expect([...second].sort()).toEqual([...first].sort());
      expect(third.filter((peer) => first.includes(peer))).toEqual([]);
    }),
  rule("2.port.shown", "Document 2, Database")
    .states("The port of a database is one that can be connected to")
    .testEach(KINDS, async (service, kind) => {
      const { port } = (await activeDatabase(service, kind)).body;
      expect(port).toBeGreaterThan(0);
      expect(port).toBeLessThan(65_536);
    }),
];
