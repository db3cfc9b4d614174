import type * as pulumi from "@pulumi/pulumi";
import { mysqlDatabase } from "../../resources/mysql-database";
import type { MysqlDatabaseArgs as Plain, MysqlDatabaseState } from "../../resources/mysql-database";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

export type { MysqlDatabaseState } from "../../resources/mysql-database";

/** Arguments of a `MysqlDatabase`. */
export type MysqlDatabaseArgs = { [K in keyof Plain]: Inputs<Plain>[K] };

/**
 * A managed MySQL cluster of 1 or 3 nodes (Linode API v4, Managed Databases). Its create waits until it is active, which takes 15
 * to 30 minutes; an update and a delete first wait for any operation under way at the service. A `failed` or `suspended` cluster
 * ends every wait.
 *
 *     const shop = new compute.MysqlDatabase("shop", {
 *         engine: "mysql/8.0.26",
 *         region: "us-east",
 *         type: "g6-nanode-1",
 *         allowList: ["192.0.2.0/24"],
 *     });
 *     export const host = shop.hosts.primary;
 *
 * `label`, `allowList` and `updates` change in place; everything else replaces it, and the data is lost. There is no
 * output for the credentials, because the service's published interface documents have no endpoint for them. Import id: the database's id.
 */
export class MysqlDatabase extends resourceClass<MysqlDatabase, MysqlDatabaseArgs, MysqlDatabaseState>(mysqlDatabase) {
  /** Reads an existing database that this stack does not manage; fails if there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): MysqlDatabase {
    return new MysqlDatabase(name, {} as MysqlDatabaseArgs, { ...opts, id });
  }
}
