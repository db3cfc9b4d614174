import { mongoDatabaseRestore } from "../../resources/mongo-database-actions";
import type {
  MongoDatabaseRestoreArgs as Plain,
  MongoDatabaseRestoreState,
} from "../../resources/mongo-database-actions";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

export type { MongoDatabaseRestoreState } from "../../resources/mongo-database-actions";

/** Arguments of a `MongoDatabaseRestore`. */
export type MongoDatabaseRestoreArgs = { [K in keyof Plain]: Inputs<Plain>[K] };

/**
 * Replaces all data of a MongoDB database with a backup's (Linode API v4, Managed MongoDB Database Backup Restore): once, and again
 * when an argument changes. Its create waits until the database is active, and then until it is active again, for 60 minutes.
 *
 *     new compute.MongoDatabaseRestore("back", { databaseId: database.id, backupId: backup.backupId });
 *
 * A backup from before a credentials reset leaves the cluster failed: make a new backup after each `MongoCredentialsReset`.
 * Deleting the resource only forgets that it was done; it cannot be imported.
 */
export class MongoDatabaseRestore extends resourceClass<
  MongoDatabaseRestore,
  MongoDatabaseRestoreArgs,
  MongoDatabaseRestoreState
>(mongoDatabaseRestore) {}
