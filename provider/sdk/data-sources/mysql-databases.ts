import { getMysqlDatabasesRule, getMysqlDatabaseRule } from "../../data-sources/mysql-databases";
import type { DatabaseFilters } from "../../data-sources/databases";
import type {
  GetMysqlDatabaseArgs,
  GetMysqlDatabaseResult,
  GetMysqlDatabasesResult,
} from "../../data-sources/mysql-databases";
import { dataSource, openDataSource } from "./data-source";

export type {
  GetMysqlDatabaseResult,
  GetMysqlDatabaseByLabelArgs,
  GetMysqlDatabaseByIdArgs,
  GetMysqlDatabaseArgs,
  GetMysqlDatabasesResult,
} from "../../data-sources/mysql-databases";

const databases = openDataSource<DatabaseFilters, GetMysqlDatabasesResult>(getMysqlDatabasesRule);
const database = dataSource<GetMysqlDatabaseArgs, GetMysqlDatabaseResult>(getMysqlDatabaseRule);

/** The account's MySQL databases, optionally filtered (Linode API v4, Managed MySQL Databases). */
export const getMysqlDatabases = databases.now;

/** The account's MySQL databases, optionally filtered, as an output. */
export const getMysqlDatabasesOutput = databases.output;

/**
 * One MySQL database, by its ID or its label (Linode API v4, Managed MySQL Databases).
 * @throws when the database does not exist.
 */
export const getMysqlDatabase = database.now;

/** One MySQL database, as an output. */
export const getMysqlDatabaseOutput = database.output;
