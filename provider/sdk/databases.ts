import type * as pulumi from "@pulumi/pulumi";
import { ComputeResource, isOfKind } from "./resource";
import type { Inputs, Outputs } from "./resource";
import { mongoDatabase } from "../resources/mongo-database";
import type { MongoDatabaseArgs as PlainMongoArgs, MongoDatabaseState } from "../resources/mongo-database";
import { mysqlDatabase } from "../resources/mysql-database";
import type { MysqlDatabaseArgs as PlainMysqlArgs, MysqlDatabaseState } from "../resources/mysql-database";

export type { DatabaseUpdates } from "../resources/database";
export type { MongoDatabaseState } from "../resources/mongo-database";
export type { MysqlDatabaseState } from "../resources/mysql-database";

/** Arguments of a `MongoDatabase`. */
export type MongoDatabaseArgs = Inputs<PlainMongoArgs>;
/** Arguments of a `MysqlDatabase`. */
export type MysqlDatabaseArgs = Inputs<PlainMysqlArgs>;

export interface MongoDatabase extends Outputs<MongoDatabaseState> {}

/**
 * A managed MongoDB cluster of 1 or 3 nodes (document 2). Its create waits until it is active, which takes 15 to 30 minutes; an
 * update and a delete wait for what is under way at the service first. A `failed` or `suspended` cluster ends every wait.
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
 * `label`, `allowList` and `updates` change in place; everything else replaces it, and the data is lost. `rootUsername`,
 * `rootPassword` and `caCertificate` are secret outputs; a refresh keeps them where the service does not tell them in the
 * cluster's status. Import id: the database's id.
 */
export class MongoDatabase extends ComputeResource {
  constructor(name: string, args: MongoDatabaseArgs, opts?: pulumi.CustomResourceOptions) {
    super(mongoDatabase, name, args, opts);
  }

  /** Whether it is a `MongoDatabase`, from any copy of this package; policies ask with a type token. */
  static override isInstance(value: unknown): value is MongoDatabase {
    return isOfKind(mongoDatabase, value);
  }

  /** Reads an existing database that this stack does not manage; an error when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): MongoDatabase {
    return new MongoDatabase(name, {} as MongoDatabaseArgs, { ...opts, id });
  }
}

export interface MysqlDatabase extends Outputs<MysqlDatabaseState> {}

/**
 * A managed MySQL cluster of 1 or 3 nodes (document 2). Its create waits until it is active, which takes 15 to 30 minutes; an
 * update and a delete wait for what is under way at the service first. A `failed` or `suspended` cluster ends every wait.
 *
 *     const shop = new compute.MysqlDatabase("shop", {
 *         engine: "mysql/8.0.26",
 *         region: "us-east",
 *         type: "g6-nanode-1",
 *         allowList: ["192.0.2.0/24"],
 *     });
 *     export const host = shop.hosts.primary;
 *
 * `label`, `allowList` and `updates` change in place; everything else replaces it, and the data is lost. The documents have no
 * credentials of MySQL. Import id: the database's id.
 */
export class MysqlDatabase extends ComputeResource {
  constructor(name: string, args: MysqlDatabaseArgs, opts?: pulumi.CustomResourceOptions) {
    super(mysqlDatabase, name, args, opts);
  }

  /** Whether it is a `MysqlDatabase`, from any copy of this package; policies ask with a type token. */
  static override isInstance(value: unknown): value is MysqlDatabase {
    return isOfKind(mysqlDatabase, value);
  }

  /** Reads an existing database that this stack does not manage; an error when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): MysqlDatabase {
    return new MysqlDatabase(name, {} as MysqlDatabaseArgs, { ...opts, id });
  }
}
