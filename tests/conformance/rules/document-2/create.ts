import { rule } from "../../rule";
import { expectRefusal, expectSuccess, list } from "../../support";
import type { Kind } from "./databases";
import {
  activeDatabase,
  becomes,
  collection,
  createDatabase,
  engineId,
  KINDS,
  order,
  updateDatabase,
} from "./databases";

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

const SECTION = "Document 2, Create request";

/** Values of another type than the documented one. */
const WRONG_TYPES: readonly (readonly [field: string, wrong: unknown, kinds: readonly Kind[]])[] = [
  ["label", 12345, KINDS],
  ["region", 7, KINDS],
  ["type", 7, KINDS],
  ["engine", 7, KINDS],
  ["allow_list", "203.0.113.0/24", KINDS],
  ["cluster_size", "many", KINDS],
  ["encrypted", "perhaps", KINDS],
  ["ssl_connection", "perhaps", KINDS],
  ["replica_set", 7, ["mongodb"]],
];

/** What a create may contain, with the field that is then shown. */
const ACCEPTED: readonly (readonly [id: string, says: string, kinds: readonly Kind[], fields: object])[] = [
  ["label-3", "A label may have 3 characters", KINDS, { label: "abc" }],
  ["label-32", "A label may have 32 characters", KINDS, { label: "d".repeat(32) }],
  ["allow-list", "A create may give an `allow_list`", KINDS, { allow_list: ["203.0.113.0/24"] }],
  ["cluster-size-1", "A create may ask for a cluster of 1 node", KINDS, { cluster_size: 1 }],
  ["cluster-size-3", "A create may ask for a cluster of 3 nodes", KINDS, { cluster_size: 3 }],
  ["encrypted", "A create may say whether the database is `encrypted`", KINDS, { encrypted: true }],
  ["ssl-connection", "A create may say that connections need no SSL", KINDS, { ssl_connection: false }],
  ["compression-none", "Compression may be none", ["mongodb"], { compression_type: "none" }],
  ["compression-snappy", "Compression may be snappy", ["mongodb"], { compression_type: "snappy" }],
  ["compression-zlip", "Compression may be zlip", ["mongodb"], { compression_type: "zlip" }],
  ["storage-wiredtiger", "The storage engine may be wiredtiger", ["mongodb"], { storage_engine: "wiredtiger" }],
  ["replica-set", "A MongoDB database may name its `replica_set`", ["mongodb"], { replica_set: "ledger" }],
  ["replica-set-max", "A `replica_set` may have 64 characters", ["mongodb"], { replica_set: "r".repeat(64) }],
  ["replication-none", "Replication may be none", ["mysql"], { replication_type: "none", cluster_size: 1 }],
  ["replication-asynch", "Replication may be asynch", ["mysql"], { replication_type: "asynch", cluster_size: 3 }],
  ["replication-semi", "Replication may be semi_synch", ["mysql"], { replication_type: "semi_synch", cluster_size: 3 }],
];

const NO_ENGINES = ["mongodb", "mysql", "mongodb/1.0", "mysql/1.0", "oracle/19.3", "x/y/z"];
const NO_ADDRESSES = [["everybody"], ["203.0.113.300"], ["203.0.113.0/33"], ["203.0.113.7", "fe80::1%lo"], [7]];

/** Values outside of the documented ones. */
const REFUSED: readonly (readonly [field: string, says: string, kinds: readonly Kind[], wrong: readonly unknown[]])[] =
  [
    ["label", "A label of fewer than 3 or more than 32 characters is rejected", KINDS, ["ab", "", "d".repeat(33)]],
    ["engine", "An engine that is not in the catalogue is rejected", KINDS, NO_ENGINES],
    ["region", "A region that does not exist is rejected", KINDS, ["nowhere"]],
    ["type", "A type that does not exist is rejected", KINDS, ["g0-nothing-1"]],
    ["cluster_size", "A cluster has 1 or 3 nodes, and no other number of them", KINDS, [0, 2, 4, -1, 1.5]],
    ["allow_list", "Only IP addresses and CIDR ranges can be items of an `allow_list`", KINDS, NO_ADDRESSES],
    ["compression_type", "No other compression is accepted", ["mongodb"], ["zlib", "lz4", ""]],
    ["storage_engine", "No other storage engine is accepted", ["mongodb"], ["innodb", ""]],
    ["replica_set", "A `replica_set` of more than 64 characters is rejected", ["mongodb"], ["r".repeat(65)]],
    ["replication_type", "No other replication is accepted", ["mysql"], ["asynchronous", ""]],
  ];

/** Create: defaults, what is required, what is accepted and shown, and what is rejected. */
export const CREATE_RULES = [
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
  rule("2.replica-set.joins", "Document 2, MongoDB additional fields")
    .states(
      "Several databases may name the same `replica_set`, and join one, so they have the same peers; others have their own",
    )
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
  ...["engine", "label", "region", "type"].map((field) =>
    rule(`2.create.requires-${field}`, SECTION)
      .states(`A create without \`${field}\` is rejected`)
      .testEach(KINDS, async (service, kind) => {
        const body = order(kind, { [field]: undefined });
        expectRefusal(await service.post(collection(kind), body), field);
      }),
  ),
  rule("2.create.minimum", SECTION)
    .states("Engine, label, region and type are all that a create needs, and they are shown afterwards")
    .testEach(KINDS, async (service, kind) => {
      const engine = await engineId(service, kind);
      const { body } = await createDatabase(service, kind, { engine, label: "smallest", region: "eu-west" });
      expect(`${String(body.engine)}/${String(body.version)}`).toBe(engine);
      expect(body).toMatchObject({ label: "smallest", region: "eu-west", type: "g6-nanode-1" });
    }),
  rule("2.create.own-engines", "Document 2, What the service does")
    .states("Each kind is created at its own path: the engine of another kind is rejected there")
    .testEach(KINDS, async (service, kind) => {
      const engine = await engineId(service, kind === "mysql" ? "mongodb" : "mysql");
      expectRefusal(await service.post(collection(kind), order(kind, { engine })), "engine");
    }),
  ...ACCEPTED.map(([id, states, kinds, fields]) =>
    rule(`2.create.${id}`, SECTION)
      .states(states)
      .testEach(kinds, async (service, kind) => {
        const { path, body } = await createDatabase(service, kind, fields);
        expect(body).toMatchObject(fields);
        expect(await becomes(service, "active", path)).toMatchObject(fields);
      }),
  ),
  ...REFUSED.map(([field, states, kinds, wrong]) =>
    rule(`2.create.${field}-refused`, SECTION)
      .states(states)
      .testEach(kinds, async (service, kind) => {
        for (const value of wrong) {
          expectRefusal(await service.post(collection(kind), order(kind, { [field]: value })), field);
        }
        expectSuccess(await service.post(collection(kind), order(kind)));
      }),
  ),
  rule("2.create.other-types", SECTION)
    .states("A create with a value of another type than documented is rejected")
    .testEach(KINDS, async (service, kind) => {
      for (const [field, wrong, kinds] of WRONG_TYPES) {
        if (!kinds.includes(kind)) continue;
        expectRefusal(await service.post(collection(kind), order(kind, { [field]: wrong })), field);
      }
      expect(await list(service, collection(kind))).toEqual([]);
    }),
];
