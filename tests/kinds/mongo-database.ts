import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { someOf, twoOf, unicode } from "../support/arbitraries";
import { MONGO } from "../support/programs";
import { changing, COMMON, DATABASE, databaseOperations, fixed, optional, own, showsOfDatabase } from "./database";
import { documented, listOf, oneOf, orNull, TEXT, text } from "./schema";
import { PLACE, specimen } from "./specimen";

/** The root user (Linode API v4, Managed MongoDB Databases). */
const CREDENTIALS = documented({ username: text(1, 64), password: text(1, 256) });

/** The CA certificate (Linode API v4, Managed MongoDB Databases); null without ssl_connection, as on the real service. */
const CERTIFICATE = documented({
  ca_certificate: { type: "string", minLength: 1, pattern: "^[A-Za-z0-9+/]+=*$" },
});

const mongo = fc
  .tuple(
    fc.record({ ...fixed, engine: fc.constantFrom("mongodb/4.4.10", "mongodb/4.2.11") }),
    someOf({
      ...optional,
      clusterSize: fc.constantFrom(1, 3),
      compressionType: fc.constantFrom("none", "snappy", "zlip"),
      storageEngine: fc.constant("wiredtiger"),
      replicaSet: unicode(64),
    }),
  )
  .map(([required, rest]): Values => ({ ...required, ...rest }));

export const twoMongoDatabases = twoOf(mongo, () => changing);

export default specimen("MongoDatabase", {
  terraform: ["linode_database_mongodb", { id: "7" }],
  lost: "all of its data and its backups",
  several: (index) => ({ label: `shop-${index}` }),
  variants: [
    {
      ...DATABASE,
      engine: ["mongodb/3.6.21", "mongodb/3.4"],
      compressionType: ["snappy", "zlip"],
      storageEngine: ["mmapv1", "wiredtiger"],
      replicaSet: ["shop", "blog"],
    },
    { ...PLACE, engine: ["mongodb/4.4.10", "mongodb/4.2.11"] },
  ],
  shows: (args) => ({
    compressionType: "none",
    storageEngine: "wiredtiger",
    replicaSet: "RS-34-0",
    ...own(args, "compressionType", "storageEngine", "replicaSet"),
    ...showsOfDatabase(args),
    peers: ["one.example"],
  }),
  lives: [
    {
      title: "a cluster of MongoDB",
      args: { ...MONGO, clusterSize: 3, encrypted: true, compressionType: "snappy", allowList: ["192.0.2.1"] },
      changes: { label: "orders", allowList: ["198.51.100.0/24"], updates: { frequency: "monthly", weekOfMonth: 2 } },
      made: { engine: "mongodb", version: "4.4.10", cluster_size: 3, allow_list: ["192.0.2.1/32"], status: "active" },
      changed: { label: "orders", allow_list: ["198.51.100.0/24"], status: "active" },
    },
  ],
  otherLives: [
    {
      title: "a MongoDB database with the older storage engine",
      args: { ...MONGO, engine: "mongodb/3.6.21", storageEngine: "mmapv1" },
      changes: { label: "orders" },
      made: { version: "3.6.21", storage_engine: "mmapv1", cluster_size: 1 },
      changed: { label: "orders" },
    },
  ],
  random: [{ title: "a MongoDB database", two: twoMongoDatabases }],
  // Linode API v4, Managed MongoDB Databases
  wire: {
    ...databaseOperations("mongodb", {
      ...COMMON,
      engine: oneOf("mongodb"),
      compression_type: oneOf("none", "snappy", "zlip"),
      storage_engine: oneOf("mmapv1", "wiredtiger"),
      replica_set: { ...orNull(TEXT), maxLength: 64 },
      peers: listOf(TEXT),
    }),
    "GET /databases/mongodb/instances/{}/credentials": { answer: CREDENTIALS },
    "GET /databases/mongodb/instances/{}/ssl": { answer: CERTIFICATE },
  },
});
