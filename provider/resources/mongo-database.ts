import { oneOf, text, described } from "../definition/types";
import type { Failure } from "../definition/types";
import { define } from "../definition/definition";
import { fields } from "../definition/outputs";
import { bridgedDatabase, commonArguments, commonDatabase, fixed, weekBelongsToMonth } from "./database";
import type { CommonDatabaseArgs, CommonDatabaseState } from "./database";

/** Inputs of a `MongoDatabase` (Linode API v4, Managed MongoDB Databases). */
export interface MongoDatabaseArgs extends CommonDatabaseArgs {
  /** `mongodb/` and a version, such as `mongodb/4.4.10`. Changing it replaces the database. */
  engine: string;
  /**
   * `none`, the default; `snappy` compresses less and uses less of the nodes' capacity; `zlip` (the API's own spelling) compresses more.
   * Changing it replaces the database.
   */
  compressionType?: "none" | "snappy" | "zlip";
  /**
   * `wiredtiger`, the default, or `mmapv1`, which is available only before MongoDB 4.0. Changing it replaces the database.
   */
  storageEngine?: "mmapv1" | "wiredtiger";
  /**
   * Name of a replica set, at most 64 characters: databases with the same name join one set. By default, the database has its own
   * set. Changing it replaces the database.
   */
  replicaSet?: string;
}

/** Outputs of a `MongoDatabase` (Linode API v4, Managed MongoDB Databases). */
export interface MongoDatabaseState
  extends CommonDatabaseState, Required<Pick<MongoDatabaseArgs, "compressionType" | "storageEngine">> {
  /** Name of the replica set; null while there is none. */
  replicaSet: string | null;
  /** Addresses of the replica set's nodes. */
  peers: string[];
  /** Name of the root user. Secret. */
  rootUsername: string;
  /** Generated password of the root user. Secret. */
  rootPassword: string;
  /** Certificate of the authority that signs the hosts' certificates, in base64; null if SSL is off. Secret. */
  caCertificate: string | null;
}

/** The first version without mmapv1 (Linode API v4, Managed MongoDB Databases). */
const WITHOUT_MMAPV1 = 4;

/**
 * A managed MongoDB cluster of 1 or 3 nodes (Linode API v4, Managed Databases). A create waits until the cluster is active, which takes
 * 15 to 30 minutes. An update and a delete first wait for any operation in progress. A `failed` or `suspended` status ends every wait.
 *
 *     const orders = new compute.MongoDatabase("orders", {
 *         engine: "mongodb/4.4.10",
 *         region: "us-east",
 *         type: "g6-standard-1",
 *         clusterSize: 3,
 *         allowList: ["192.0.2.10"],
 *     });
 *     export const host = orders.hosts.primary;
 *     export const password = orders.rootPassword;
 *
 * `label`, `allowList` and `updates` update in place; everything else replaces it. `rootUsername`,
 * `rootPassword` and `caCertificate` are secret outputs. If the API does not return them in the cluster's current status, a refresh
 * keeps their last values. Import ID: the database's ID.
 */
export const mongoDatabase = define<MongoDatabaseArgs, MongoDatabaseState>({
  ...commonDatabase,
  kind: "MongoDatabase",
  noun: "MongoDB database",
  describedIn: "Linode API v4, Managed MongoDB Databases",
  bridged: {
    ...bridgedDatabase,
    type: "linode:index/databaseMongodb:DatabaseMongodb",
    outputs: { ...bridgedDatabase.outputs, caCert: "caCertificate" },
  },
  collection: "/databases/mongodb/instances",
  args: {
    ...commonArguments("mongodb", "4.4.10"),
    compressionType: { ...fixed, type: oneOf("none", "snappy", "zlip"), serverDefault: { value: () => "none" } },
    storageEngine: { ...fixed, type: oneOf("mmapv1", "wiredtiger"), serverDefault: { value: () => "wiredtiger" } },
    replicaSet: {
      ...fixed,
      type: text(0, 64),
      compare: {
        canonical: described(
          "An empty name is the same as none.",
          (name: string, { replicaSet }: Partial<MongoDatabaseArgs>) => (replicaSet === "" ? null : name),
        ),
      },
      // Null until the database is provisioned, whatever was requested; if nothing was, the API generates a name.
      read: { from: ({ replicaSet }) => replicaSet ?? undefined },
      serverDefault: { value: (_, id) => (id === undefined ? undefined : `RS-${id}-0`) },
    },
  },
  outputs: {
    from: {
      ...commonDatabase.outputs.from,
      ...fields("peers"),
      rootUsername: { field: "credentials.username", secret: true },
      rootPassword: { field: "credentials.password", secret: true },
      caCertificate: { field: "ssl.caCertificate", secret: true },
    },
    neverNull: [...commonDatabase.outputs.neverNull, "compressionType", "storageEngine"],
    movedBy: { ...commonDatabase.outputs.movedBy, peers: [], compressionType: [], storageEngine: [], replicaSet: [] },
    subResources: { credentials: "may change", ssl: "never changes" },
  },
  checks: { ...commonDatabase.checks, rules: [weekBelongsToMonth, engineHasStorage] },
});

/** The storage engine `mmapv1` is available only before MongoDB 4.0. */
function engineHasStorage({ engine, storageEngine }: Partial<MongoDatabaseArgs>): Failure[] {
  if (storageEngine !== "mmapv1" || engine === undefined) return [];
  const major = Number.parseInt(engine.slice(engine.indexOf("/") + 1));
  return major >= WITHOUT_MMAPV1
    ? [{ path: "storageEngine", reason: '"mmapv1" is not available in MongoDB 4.0 and later; use "wiredtiger"' }]
    : [];
}
