import { list } from "../../lists";
import { rule } from "../../rule";
import { expectRefusal, expectSuccess } from "../../support";
import { becomes, collection, createDatabase, engineId, KINDS, order } from "./databases";
import type { Kind } from "./databases";

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

/** Values outside of the documented ones. */
const REFUSED: readonly (readonly [field: string, says: string, kinds: readonly Kind[], wrong: readonly unknown[]])[] =
  [
    ["label", "A label of fewer than 3 or more than 32 characters is rejected", KINDS, ["ab", "", "d".repeat(33)]],
    [
      "engine",
      "An engine that is not in the catalogue is rejected",
      KINDS,
      ["mongodb", "mysql", "mongodb/1.0", "mysql/1.0", "oracle/19.3", "x/y/z"],
    ],
    ["region", "A region that does not exist is rejected", KINDS, ["nowhere"]],
    ["type", "A type that does not exist is rejected", KINDS, ["g0-nothing-1"]],
    ["cluster_size", "A cluster has 1 or 3 nodes, and no other number of them", KINDS, [0, 2, 4, -1, 1.5]],
    [
      "allow_list",
      "Only IP addresses and CIDR ranges can be items of an `allow_list`",
      KINDS,
      [["everybody"], ["203.0.113.300"], ["203.0.113.0/33"], ["203.0.113.7", "example.com"], [7]],
    ],
    ["compression_type", "No other compression is accepted", ["mongodb"], ["zlib", "lz4", ""]],
    ["storage_engine", "No other storage engine is accepted", ["mongodb"], ["innodb", ""]],
    ["replica_set", "A `replica_set` of more than 64 characters is rejected", ["mongodb"], ["r".repeat(65)]],
    ["replication_type", "No other replication is accepted", ["mysql"], ["asynchronous", ""]],
  ];

/** Create: what is required, what is accepted and shown, and what is rejected. */
export const CREATE_RULES = [
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
