import type * as pulumi from "@pulumi/pulumi";
import { mysqlDatabase } from "../../resources/mysql-database";
import type { MysqlDatabaseArgs as Plain, MysqlDatabaseState } from "../../resources/mysql-database";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

export type { MysqlDatabaseState } from "../../resources/mysql-database";

/** Inputs of a `MysqlDatabase`. */
export type MysqlDatabaseArgs = { [K in keyof Plain]: Inputs<Plain>[K] };

/**
 * A managed MySQL cluster of 1 or 3 nodes (Linode API v4, Managed Databases). A create waits until the cluster is active, which takes
 * 15 to 30 minutes. An update and a delete first wait for any operation in progress. A `failed` or `suspended` status ends every wait.
 *
 *     const shop = new compute.MysqlDatabase("shop", {
 *         engine: "mysql/8.0.26",
 *         region: "us-east",
 *         type: "g6-nanode-1",
 *         allowList: ["192.0.2.0/24"],
 *     });
 *     export const host = shop.hosts.primary;
 *
 * `label`, `allowList` and `updates` update in place; everything else replaces it, and the data is lost. There is no output for the
 * credentials, because the API documents have no endpoint for them. Import ID: the database's ID.
 */
export class MysqlDatabase extends resourceClass<MysqlDatabase, MysqlDatabaseArgs, MysqlDatabaseState>(mysqlDatabase) {
  /** Reads an existing database that this stack does not manage; fails if no database has this ID. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): MysqlDatabase {
    return new MysqlDatabase(name, {} as MysqlDatabaseArgs, { ...opts, id });
  }
}
