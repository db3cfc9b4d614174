import type * as pulumi from "@pulumi/pulumi";
import { mongoDatabase } from "../../resources/mongo-database";
import type { MongoDatabaseArgs as Plain, MongoDatabaseState } from "../../resources/mongo-database";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

export type { MongoDatabaseState } from "../../resources/mongo-database";

/** Inputs of a `MongoDatabase`. */
export type MongoDatabaseArgs = { [K in keyof Plain]: Inputs<Plain>[K] };

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
 * `label`, `allowList` and `updates` update in place; everything else replaces it, and the data is lost. `rootUsername`,
 * `rootPassword` and `caCertificate` are secret outputs. If the API does not return them in the cluster's current status, a refresh
 * keeps their last values. Import ID: the database's ID.
 */
export class MongoDatabase extends resourceClass<MongoDatabase, MongoDatabaseArgs, MongoDatabaseState>(mongoDatabase) {
  /** Reads an existing database that this stack does not manage; fails if no database has this ID. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): MongoDatabase {
    return new MongoDatabase(name, {} as MongoDatabaseArgs, { ...opts, id });
  }
}
