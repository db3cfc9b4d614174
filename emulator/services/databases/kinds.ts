import type { Problems } from "../../interface/errors";
import type { DatabaseRow, OwnFields } from "./rows";
import { databases, replicaSetOf } from "./rows";
import type { JsonObject } from "../../json";
import { nullable, oneOf, parse, text } from "../../interface/validation";
import type { World } from "../../world";

/** Engine-specific behavior of databases. */
export interface DatabaseKind {
  /** The engine as it appears in paths. */
  readonly engine: DatabaseRow["engine"];
  readonly port: number;
  /** Reads the engine-specific fields of a create request. */
  readonly readOwn: (body: JsonObject, cluster: Cluster, problems: Problems) => OwnFields;
  /** The hosts of a provisioned database. */
  readonly hostsOf: (world: World, row: DatabaseRow) => Hosts;
  /** The engine-specific fields of a response. */
  readonly viewOwn: (world: World, row: DatabaseRow) => JsonObject;
}

/** What the rules for engine-specific fields depend on. */
interface Cluster {
  readonly version: string;
  readonly size: number;
}

interface Hosts {
  readonly primary: string;
  readonly secondary: string | null;
}

const MONGODB_SHAPE = {
  compression_type: oneOf("none", "snappy", "zlip"),
  storage_engine: oneOf("mmapv1", "wiredtiger"),
  replica_set: nullable(text(0, 64)),
};

/** From this version on, mmapv1 is not available (Linode API v4, Managed MongoDB Databases). */
const WITHOUT_MMAPV1 = 4;

/** MongoDB (Linode API v4, Managed MongoDB Databases). Hosts and peers as on the real service. */
export const MONGODB: DatabaseKind = {
  engine: "mongodb",
  port: 27_017,
  readOwn: (body, { version }, problems) => {
    const input = parse(MONGODB_SHAPE, body, problems);
    if (input.storage_engine === "mmapv1" && Number.parseInt(version) >= WITHOUT_MMAPV1) {
      problems.add("storage_engine", "mmapv1 is unavailable for MongoDB 4.0 and above");
    }
    return {
      compression_type: input.compression_type ?? "none",
      storage_engine: input.storage_engine ?? "wiredtiger",
      replica_set: input.replica_set === "" ? null : (input.replica_set ?? null),
    };
  },
  hostsOf: (world, row) => ({ primary: hostOf(world, row, "1"), secondary: null }),
  viewOwn: (world, row) =>
    isProvisioned(row)
      ? { ...row.own, replica_set: replicaSetOf(row), peers: peersOf(world, row) }
      : { ...row.own, peers: [] },
};

const MYSQL_SHAPE = { replication_type: oneOf("none", "asynch", "semi_synch") };

/** MySQL (Linode API v4, Managed MySQL Databases). Hosts as on the real service. */
export const MYSQL: DatabaseKind = {
  engine: "mysql",
  port: 3306,
  readOwn: (body, { size }, problems) => {
    const { replication_type = size === 1 ? "none" : "semi_synch" } = parse(MYSQL_SHAPE, body, problems);
    // The documents do not give the conditions.
    if (size === 1 && replication_type !== "none") {
      problems.addUndocumented("replication_type", "Must be none for a cluster of 1 node");
    } else if (size === 3 && replication_type === "none") {
      problems.addUndocumented("replication_type", "Must be one of asynch, semi_synch for a cluster of 3 nodes");
    }
    return { replication_type };
  },
  hostsOf: (world, row) => ({
    primary: hostOf(world, row, "1-mysql-primary"),
    secondary: hostOf(world, row, "1-mysql-primary-private"),
  }),
  viewOwn: (_world, row) => row.own,
};

export function kindOf(row: DatabaseRow): DatabaseKind {
  return row.engine === MYSQL.engine ? MYSQL : MONGODB;
}

/** Hosts are assigned after provisioning (Linode API v4, Managed Databases). */
export function isProvisioned(row: DatabaseRow): boolean {
  return row.status !== "provisioning";
}

/** Node numbers in a cluster; 1 is the primary. */
const NODES = ["1", "2", "3"];

/** The nodes of all databases that share a replica set (Linode API v4, Managed MongoDB Databases). */
function peersOf(world: World, row: DatabaseRow): string[] {
  const members = databases.in(world).by("replicaSet", replicaSetOf(row)).filter(isProvisioned);
  return members.flatMap((member) => NODES.slice(0, member.cluster_size).map((node) => hostOf(world, member, node)));
}

/** A host name in a domain reserved for examples, which never resolves. */
function hostOf({ brand }: World, row: DatabaseRow, node: string): string {
  return `${brand.short}-${row.id}-${node}.servers.${brand.name("db")}.example`;
}
