import { engineId } from "../definition/ids";
import { word } from "../definition/types";
import { DATABASE_FILTERS } from "./database-filters";
import { defineDataSource } from "./rule";

/** The fields of a database of any engine (Linode API v4, Managed Databases). */
export interface DatabaseFields {
  /** ID of the database. */
  id: number;
  /** Label, unique among the account's databases. */
  label: string;
  /** `mongodb` or `mysql`. */
  engine: string;
  /** Version of the engine, such as `4.4.10`. */
  version: string;
  /** Region ID, such as `us-east`. */
  region: string;
  /** Plan ID of each node, such as `g6-standard-1`. */
  type: string;
  /** Number of nodes: 1, or 3 for one primary and two replicas. */
  clusterSize: 1 | 3;
  /** Whether the disks are encrypted. */
  encrypted: boolean;
  /** Whether connections require TLS. */
  sslConnection: boolean;
  /** Addresses and ranges that may connect; a single IPv4 address has a /32. If empty, nothing can connect. */
  allowList: string[];
  /** Host names to connect to; null until the database is provisioned. */
  hosts: { primary: string | null; secondary: string | null };
  /** Port to connect to. */
  port: number;
  /** `provisioning`, `active`, `suspending`, `suspended`, `resuming`, `restoring`, `failed`, `degraded`, `updating` or `backing_up`. */
  status: string;
  /** When it was created, in UTC. */
  created: string;
  /** When it was last changed, in UTC. */
  updated: string;
  /** The maintenance window, with the hour in UTC; `weekOfMonth` is null for a weekly window. */
  updates: {
    frequency: "weekly" | "monthly";
    duration: number;
    hourOfDay: number;
    dayOfWeek: number;
    weekOfMonth: number | null;
  };
}

/** Filters for databases; a database must match all of them. */
export interface DatabaseFilters {
  /** Label of the database. */
  label?: string | undefined;
  /** `mongodb` or `mysql`. */
  engine?: string | undefined;
  /** Version of the engine, such as `4.4.10`. */
  version?: string | undefined;
  /** Region ID, such as `us-east`. */
  region?: string | undefined;
  /** Plan ID of each node. */
  type?: string | undefined;
  /** Status, such as `active`. */
  status?: string | undefined;
}

/** A database of any engine, as listed (Linode API v4, Managed Databases). */
export interface ListedDatabase extends DatabaseFields {
  /** Path of the database, relative to the API URL. */
  instanceUri: string;
}

/** The matching databases of all engines. */
export interface GetDatabasesResult {
  /** The databases, in the API's order. */
  databases: ListedDatabase[];
}

/** A version of a database engine (Linode API v4, Managed Database Engines). */
export interface GetDatabaseEngineResult {
  /** `engine/version`, such as `mongodb/4.4.10`. */
  id: string;
  /** `mongodb` or `mysql`. */
  engine: string;
  /** Version of the engine, such as `4.4.10`. */
  version: string;
}

/** Selects a version of a database engine. */
export interface GetDatabaseEngineArgs {
  /** ID of the version: `engine/version`, such as `mongodb/4.4.10`. */
  id: string;
}

/** Filters for engine versions; a version must match all of them. */
export interface GetDatabaseEnginesArgs {
  /** `mongodb` or `mysql`. */
  engine?: string | undefined;
  /** Version of the engine, such as `4.4.10`. */
  version?: string | undefined;
}

/** The matching versions. */
export interface GetDatabaseEnginesResult {
  /** The versions, in the API's order. */
  engines: GetDatabaseEngineResult[];
}

/** The versions of the database engines, optionally filtered (Linode API v4, Managed Database Engines). Works without a token. */
export const getDatabaseEnginesRule = defineDataSource<GetDatabaseEnginesArgs, GetDatabaseEnginesResult>({
  name: "getDatabaseEngines",
  path: "/databases/engines",
  noun: "database engine",
  list: { as: "engines", by: { engine: { type: word }, version: { type: word } } },
});

/**
 * One version of a database engine (Linode API v4, Managed Database Engines). Works without a token.
 * @throws when the version does not exist.
 */
export const getDatabaseEngineRule = defineDataSource<GetDatabaseEngineArgs, GetDatabaseEngineResult>({
  name: "getDatabaseEngine",
  path: "/databases/engines/{id}",
  noun: "database engine",
  ids: { id: engineId },
});

/** The account's databases of all engines, optionally filtered (Linode API v4, Managed Databases). */
export const getDatabasesRule = defineDataSource<DatabaseFilters, GetDatabasesResult>({
  name: "getDatabases",
  path: "/databases/instances",
  noun: "database",
  scope: "databases:read_only",
  list: { as: "databases", by: DATABASE_FILTERS },
});
