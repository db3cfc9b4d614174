import { engineId } from "../definition/ids";
import { word } from "../definition/types";
import { DATABASE_FILTERS } from "./database-filters";
import { lookup, openLookup } from "./lookup";

/** The fields of a database of any engine (Linode API v4, Managed Databases). */
export interface DatabaseFields {
  /** Its id. */
  id: number;
  /** Its label, which is unique among the account's databases. */
  label: string;
  /** `mongodb` or `mysql`. */
  engine: string;
  /** Version of the engine, such as `4.4.10`. */
  version: string;
  /** Region id, such as `us-east`. */
  region: string;
  /** Plan of its nodes, such as `g6-standard-1`. */
  type: string;
  /** Number of nodes: 1, or 3 for one primary and two replicas. */
  clusterSize: 1 | 3;
  /** Whether its disks are encrypted. */
  encrypted: boolean;
  /** Whether connections need TLS. */
  sslConnection: boolean;
  /** Addresses and ranges that may connect; a single IPv4 address has a /32. Empty: no one may. */
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
  /** The maintenance window, with hours in UTC; the week of the month is null for a weekly window. */
  updates: {
    frequency: "weekly" | "monthly";
    duration: number;
    hourOfDay: number;
    dayOfWeek: number;
    weekOfMonth: number | null;
  };
}

/** Only databases that match all given fields. */
export interface DatabaseFilters {
  /** Its label. */
  label?: string | undefined;
  /** `mongodb` or `mysql`. */
  engine?: string | undefined;
  /** Version of the engine, such as `4.4.10`. */
  version?: string | undefined;
  /** Region id, such as `us-east`. */
  region?: string | undefined;
  /** Plan of the nodes. */
  type?: string | undefined;
  /** Its status, such as `active`. */
  status?: string | undefined;
}

/** A database in the list of all engines (Linode API v4, Managed Databases). */
export interface ListedDatabase extends DatabaseFields {
  /** Path of the database itself, below the service's address. */
  instanceUri: string;
}

/** The databases of all engines that match. */
export interface GetDatabasesResult {
  /** The databases, in the service's order. */
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

/** Selects a version of an engine. */
export interface GetDatabaseEngineArgs {
  /** Id of the engine, such as `mongodb/4.4.10`. */
  id: string;
}

/** Only engines that match all given fields. */
export interface GetDatabaseEnginesArgs {
  /** `mongodb` or `mysql`. */
  engine?: string | undefined;
  /** Version of the engine, such as `4.4.10`. */
  version?: string | undefined;
}

/** The versions that match. */
export interface GetDatabaseEnginesResult {
  /** The versions, in the service's order. */
  engines: GetDatabaseEngineResult[];
}

const engines = openLookup<GetDatabaseEnginesArgs, GetDatabaseEnginesResult>({
  name: "getDatabaseEngines",
  path: "/databases/engines",
  noun: "database engine",
  list: { as: "engines", by: { engine: { type: word }, version: { type: word } } },
});

const engine = lookup<GetDatabaseEngineArgs, GetDatabaseEngineResult>({
  name: "getDatabaseEngine",
  path: "/databases/engines/{id}",
  noun: "database engine",
  ids: { id: engineId },
});

const databases = openLookup<DatabaseFilters, GetDatabasesResult>({
  name: "getDatabases",
  path: "/databases/instances",
  noun: "database",
  scope: "databases:read_only",
  list: { as: "databases", by: DATABASE_FILTERS },
});

/** All versions of the database engines, or some of them (Linode API v4, Managed Database Engines). Works without a token. */
export const getDatabaseEngines = engines.now;

/** The versions of the database engines, as an output. */
export const getDatabaseEnginesOutput = engines.output;

/**
 * One version of an engine (Linode API v4, Managed Database Engines). Works without a token.
 * @throws when the service does not have it.
 */
export const getDatabaseEngine = engine.now;

/** One version of an engine, as an output. */
export const getDatabaseEngineOutput = engine.output;

/** The databases of all engines, or some of them (Linode API v4, Managed Databases). */
export const getDatabases = databases.now;

/** The databases of all engines, or some of them, as an output. */
export const getDatabasesOutput = databases.output;
