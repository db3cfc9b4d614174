import { getDatabaseEnginesRule, getDatabaseEngineRule, getDatabasesRule } from "../../data-sources/databases";
import type {
  DatabaseFilters,
  GetDatabaseEngineArgs,
  GetDatabaseEngineResult,
  GetDatabaseEnginesArgs,
  GetDatabaseEnginesResult,
  GetDatabasesResult,
} from "../../data-sources/databases";
import { dataSource, openDataSource } from "./data-source";

export type {
  DatabaseFields,
  DatabaseFilters,
  ListedDatabase,
  GetDatabasesResult,
  GetDatabaseEngineResult,
  GetDatabaseEngineArgs,
  GetDatabaseEnginesArgs,
  GetDatabaseEnginesResult,
} from "../../data-sources/databases";

const engines = openDataSource<GetDatabaseEnginesArgs, GetDatabaseEnginesResult>(getDatabaseEnginesRule);
const engine = dataSource<GetDatabaseEngineArgs, GetDatabaseEngineResult>(getDatabaseEngineRule);
const databases = openDataSource<DatabaseFilters, GetDatabasesResult>(getDatabasesRule);

/** The versions of the database engines, optionally filtered (Linode API v4, Managed Database Engines). Works without a token. */
export const getDatabaseEngines = engines.now;

/** The versions of the database engines, optionally filtered, as an output. */
export const getDatabaseEnginesOutput = engines.output;

/**
 * One version of a database engine (Linode API v4, Managed Database Engines). Works without a token.
 * @throws when the version does not exist.
 */
export const getDatabaseEngine = engine.now;

/** One version of a database engine, as an output. */
export const getDatabaseEngineOutput = engine.output;

/** The account's databases of all engines, optionally filtered (Linode API v4, Managed Databases). */
export const getDatabases = databases.now;

/** The account's databases of all engines, optionally filtered, as an output. */
export const getDatabasesOutput = databases.output;
