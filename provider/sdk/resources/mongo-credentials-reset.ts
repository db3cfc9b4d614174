import { mongoCredentialsReset } from "../../resources/mongo-database-actions";
import type {
  MongoCredentialsResetArgs as Plain,
  MongoCredentialsResetState,
} from "../../resources/mongo-database-actions";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

export type { MongoCredentialsResetState } from "../../resources/mongo-database-actions";

/** Arguments of a `MongoCredentialsReset`. */
export type MongoCredentialsResetArgs = { [K in keyof Plain]: Inputs<Plain>[K] };

/**
 * Gives the root user of a MongoDB database a new, random password (Linode API v4, Managed MongoDB Database Credentials Reset):
 * once, and again when an argument changes. Only an unrestricted user may do this. Its create waits until the database is active,
 * and then until the service shows the new password, for 30 minutes.
 *
 *     const reset = new compute.MongoCredentialsReset("monthly", { databaseId: database.id, triggers: ["2024-05"] });
 *     export const password = reset.rootPassword;
 *
 * Backups from before the reset can no longer be restored: a `MongoDatabaseRestore` of one leaves the cluster failed. The outputs are
 * those right after the reset; a later reset does not change them. Deleting the resource only forgets that it was done; it
 * cannot be imported.
 */
export class MongoCredentialsReset extends resourceClass<
  MongoCredentialsReset,
  MongoCredentialsResetArgs,
  MongoCredentialsResetState
>(mongoCredentialsReset) {}
