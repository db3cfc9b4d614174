import { createHash } from "node:crypto";
import { defineAction } from "../definition/definition";
import { activeDatabase, alreadyDone, databaseStatus, idInActionPath, minutes, MONGO, triggers } from "./action-parts";

/**
 * Inputs of a `MongoDatabaseRestore` (Linode API v4, Managed MongoDB Database Backup Restore). Changing any of them
 * except `alreadyDone` runs it again, once.
 */
export interface MongoDatabaseRestoreArgs {
  /** ID of the MongoDB database, as a number or a string. All of its data is replaced with the backup's. */
  databaseId: number | string;
  /** ID of the backup: `backup.backupId`. Restoring one that predates the last credentials reset makes the cluster fail. */
  backupId: number | string;
  /** Any values; changing them restores the backup again. Default none. */
  triggers?: unknown[];
  /**
   * Whether the action has already been done; default false. `true` records it as done without sending a request. Use it when an
   * update could not confirm whether the action began, and remove it afterwards. Changing only this input changes nothing.
   */
  alreadyDone?: boolean;
}

/** Outputs of a `MongoDatabaseRestore`: its inputs. */
export interface MongoDatabaseRestoreState {
  /** As given: a number or a string. */
  databaseId: number | string;
  /** As given: a number or a string. */
  backupId: number | string;
  /** As given. */
  triggers: unknown[] | undefined;
  /** As given. */
  alreadyDone: boolean | undefined;
}

/**
 * Inputs of a `MongoCredentialsReset` (Linode API v4, Managed MongoDB Database Credentials Reset). Changing any of them
 * except `alreadyDone` runs it again, once.
 */
export interface MongoCredentialsResetArgs {
  /** ID of the MongoDB database, as a number or a string. */
  databaseId: number | string;
  /** Any values; changing them resets the credentials again. Default none. */
  triggers?: unknown[];
  /**
   * Whether the action has already been done; default false. `true` records it as done without sending a request. Use it when an
   * update could not confirm whether the action began, and remove it afterwards. Changing only this input changes nothing.
   */
  alreadyDone?: boolean;
}

/** Outputs of a `MongoCredentialsReset` (Linode API v4, Managed MongoDB Databases). */
export interface MongoCredentialsResetState {
  /** As given: a number or a string. */
  databaseId: number | string;
  /** As given. */
  triggers: unknown[] | undefined;
  /** As given. */
  alreadyDone: boolean | undefined;
  /** Name of the root user. Secret. */
  rootUsername: string;
  /** The root user's password after the reset. Secret. */
  rootPassword: string;
}

/**
 * Inputs of a `MongoDatabasePatch` (Linode API v4, Managed MongoDB Database Patch). Changing any of them except `alreadyDone`
 * runs it again, once.
 */
export interface MongoDatabasePatchArgs {
  /** ID of the MongoDB database, as a number or a string. A cluster of one node is unavailable in the meantime. */
  databaseId: number | string;
  /** Any values; changing them applies the patches again. Default none. */
  triggers?: unknown[];
  /**
   * Whether the action has already been done; default false. `true` records it as done without sending a request. Use it when an
   * update could not confirm whether the action began, and remove it afterwards. Changing only this input changes nothing.
   */
  alreadyDone?: boolean;
}

/** Outputs of a `MongoDatabasePatch`: its inputs. */
export interface MongoDatabasePatchState {
  /** As given: a number or a string. */
  databaseId: number | string;
  /** As given. */
  triggers: unknown[] | undefined;
  /** As given. */
  alreadyDone: boolean | undefined;
}

const DATABASE = `${MONGO}/{databaseId}`;

/**
 * Replaces all data of a MongoDB database with that of a backup (Linode API v4, Managed MongoDB Database Backup Restore), once, and
 * again when an input changes. A create waits until the database is active, and then until it is active again, for up to 60 minutes.
 *
 *     new compute.MongoDatabaseRestore("back", { databaseId: database.id, backupId: backup.backupId });
 *
 * Restoring a backup that predates a credentials reset makes the cluster fail: create a new backup after each `MongoCredentialsReset`.
 * Deleting the resource only removes it from state. A `MongoDatabaseRestore` cannot be imported.
 */
export const mongoDatabaseRestore = defineAction<MongoDatabaseRestoreArgs, MongoDatabaseRestoreState>({
  kind: "MongoDatabaseRestore",
  noun: "MongoDB database restore",
  describedIn: "Linode API v4, Managed MongoDB Database Backup Restore",
  collection: `${DATABASE}/backups/{backupId}/restore`,
  args: { databaseId: idInActionPath, backupId: idInActionPath, triggers, alreadyDone },
  outputs: { from: {} },
  loses: {
    created: ({ databaseId }) => `all data of MongoDB database ${String(databaseId)} that is newer than the backup`,
  },
  deadlines: minutes(60),
  action: {
    doing: "restore the database from the backup",
    lockKey: DATABASE,
    before: [activeDatabase()],
    evidence: databaseStatus("restoring"),
    after: [
      activeDatabase(
        "the restore failed. If the backup predates the last credentials reset, create a new database. Otherwise run `pulumi up` once the " +
          "database is active; to restore again, change triggers.",
      ),
    ],
    deleting: "forget",
  },
});

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
export const mongoCredentialsReset = defineAction<MongoCredentialsResetArgs, MongoCredentialsResetState>({
  kind: "MongoCredentialsReset",
  noun: "MongoDB credentials reset",
  describedIn: "Linode API v4, Managed MongoDB Database Credentials Reset",
  collection: `${DATABASE}/credentials/reset`,
  args: { databaseId: idInActionPath, triggers, alreadyDone },
  outputs: {
    from: {
      rootUsername: { field: "username", secret: true },
      rootPassword: { field: "password", secret: true },
    },
  },
  deadlines: minutes(30),
  action: {
    doing: "reset the credentials of the database",
    lockKey: DATABASE,
    before: [activeDatabase()],
    evidence: {
      path: `${DATABASE}/credentials`,
      results: ({ password }) => [{ id: createHash("sha256").update(String(password)).digest("hex") }],
      shows: "end",
    },
    after: [activeDatabase()],
    outcome: `${DATABASE}/credentials`,
    deleting: "forget",
  },
});

/**
 * Applies operating system security patches to a MongoDB database (Linode API v4, Managed MongoDB Database Patch), once, and again when
 * an input changes. A create waits until the database is active, and then until it is active again, for up to 30 minutes. A cluster of
 * one node is unavailable in the meantime.
 *
 *     new compute.MongoDatabasePatch("may", { databaseId: database.id, triggers: ["2024-05"] });
 *
 * Deleting the resource only removes it from state. A `MongoDatabasePatch` cannot be imported.
 */
export const mongoDatabasePatch = defineAction<MongoDatabasePatchArgs, MongoDatabasePatchState>({
  kind: "MongoDatabasePatch",
  noun: "MongoDB database patch",
  describedIn: "Linode API v4, Managed MongoDB Database Patch",
  collection: `${DATABASE}/patch`,
  args: { databaseId: idInActionPath, triggers, alreadyDone },
  outputs: { from: {} },
  deadlines: minutes(30),
  action: {
    doing: "patch the database",
    lockKey: DATABASE,
    before: [activeDatabase()],
    evidence: databaseStatus("updating"),
    after: [activeDatabase()],
    deleting: "forget",
  },
});
