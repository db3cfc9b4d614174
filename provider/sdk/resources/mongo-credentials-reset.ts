import { mongoCredentialsReset } from "../../resources/mongo-database-actions";
import type {
  MongoCredentialsResetArgs as Plain,
  MongoCredentialsResetState,
} from "../../resources/mongo-database-actions";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

export type { MongoCredentialsResetState } from "../../resources/mongo-database-actions";

/** Inputs of a `MongoCredentialsReset`. */
export type MongoCredentialsResetArgs = { [K in keyof Plain]: Inputs<Plain>[K] };

/**
 * Sets a new, random password for the root user of a MongoDB database (Linode API v4, Managed MongoDB Database Credentials Reset),
 * once, and again when an input changes. Only an unrestricted user may do this. A create waits until the database is active, and then
 * until the API returns the new password, for up to 30 minutes.
 *
 *     const reset = new compute.MongoCredentialsReset("monthly", { databaseId: database.id, triggers: ["2024-05"] });
 *     export const password = reset.rootPassword;
 *
 * Backups that predate the reset can no longer be restored: a `MongoDatabaseRestore` of one makes the cluster fail. The outputs are the
 * values right after this reset; a later reset does not change them. Deleting the resource only removes it from state. A
 * `MongoCredentialsReset` cannot be imported.
 */
export class MongoCredentialsReset extends resourceClass<
  MongoCredentialsReset,
  MongoCredentialsResetArgs,
  MongoCredentialsResetState
>(mongoCredentialsReset) {}
