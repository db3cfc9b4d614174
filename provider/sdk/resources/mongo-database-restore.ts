import { mongoDatabaseRestore } from "../../resources/mongo-database-actions";
import type {
  MongoDatabaseRestoreArgs as Plain,
  MongoDatabaseRestoreState,
} from "../../resources/mongo-database-actions";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

export type { MongoDatabaseRestoreState } from "../../resources/mongo-database-actions";

/** Inputs of a `MongoDatabaseRestore`. */
export type MongoDatabaseRestoreArgs = { [K in keyof Plain]: Inputs<Plain>[K] };

/**
 * Replaces all data of a MongoDB database with that of a backup (Linode API v4, Managed MongoDB Database Backup Restore), once, and
 * again when an input changes. A create waits until the database is active, and then until it is active again, for up to 60 minutes.
 *
 *     new compute.MongoDatabaseRestore("back", { databaseId: database.id, backupId: backup.backupId });
 *
 * Restoring a backup that predates a credentials reset makes the cluster fail: create a new backup after each `MongoCredentialsReset`.
 * Deleting the resource only removes it from state. A `MongoDatabaseRestore` cannot be imported.
 */
export class MongoDatabaseRestore extends resourceClass<
  MongoDatabaseRestore,
  MongoDatabaseRestoreArgs,
  MongoDatabaseRestoreState
>(mongoDatabaseRestore) {}
