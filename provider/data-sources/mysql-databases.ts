import { objectId, word } from "../definition/types";
import { DATABASE_FILTERS } from "./database-filters";
import type { DatabaseFields, DatabaseFilters } from "./databases";
import { defineDataSource } from "./rule";

/** A MySQL database (Linode API v4, Managed MySQL Databases). */
export interface GetMysqlDatabaseResult extends DatabaseFields {
  /** How the nodes replicate: `none`, `asynch` or `semi_synch`. */
  replicationType: "none" | "asynch" | "semi_synch";
}

/** The MySQL database with this label. */
export interface GetMysqlDatabaseByLabelArgs {
  /** Label, unique among the account's databases. */
  label: string;
  id?: undefined;
}

/** The MySQL database with this ID. */
export interface GetMysqlDatabaseByIdArgs {
  /** ID of the database, as a number or a string of digits. */
  id: number | string;
  label?: undefined;
}

/** Selects a MySQL database by its label or its ID. */
export type GetMysqlDatabaseArgs = GetMysqlDatabaseByLabelArgs | GetMysqlDatabaseByIdArgs;

/** The matching MySQL databases. */
export interface GetMysqlDatabasesResult {
  /** The databases, in the API's order. */
  databases: GetMysqlDatabaseResult[];
}

const path = "/databases/mysql/instances";
const noun = "MySQL database";
const scope = "databases:read_only";

/** The account's MySQL databases, optionally filtered (Linode API v4, Managed MySQL Databases). */
export const getMysqlDatabasesRule = defineDataSource<DatabaseFilters, GetMysqlDatabasesResult>({
  name: "getMysqlDatabases",
  path,
  noun,
  scope,
  list: { as: "databases", by: DATABASE_FILTERS },
});

/**
 * One MySQL database, by its ID or its label (Linode API v4, Managed MySQL Databases).
 * @throws when the database does not exist.
 */
export const getMysqlDatabaseRule = defineDataSource<GetMysqlDatabaseArgs, GetMysqlDatabaseResult>({
  name: "getMysqlDatabase",
  path: `${path}/{id}`,
  noun,
  scope,
  ids: { id: objectId },
  knownBy: { name: "label", type: word },
});
