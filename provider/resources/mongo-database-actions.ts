import { defineAction } from "../definition/definition";
import {
  activeDatabase,
  alreadyDone,
  databaseStatus,
  idInActionPath,
  minutes,
  MONGO,
  noIdentity,
  triggers,
} from "./action-parts";

/**
 * Arguments of a `MongoDatabaseRestore` (Linode API v4, Managed MongoDB Database Backup Restore). Changing any of them but
 * `alreadyDone` runs it again, once.
 */
export interface MongoDatabaseRestoreArgs {
  /** Id of the MongoDB database, as a number or a string. All of its data is replaced with the backup's. */
  databaseId: number | string;
  /** Id of the backup: `backup.backupId`. One from before the last credentials reset leaves the cluster failed. */
  backupId: number | string;
  /** Any values; changing them restores the backup again. Default none. */
  triggers?: unknown[];
  /**
   * Whether the service has carried it out already; default false. `true` records it as done and sends nothing: for a run
   * of which nothing shows whether it began. A change of this alone changes nothing; remove it afterwards.
   */
  alreadyDone?: boolean;
}

/** Outputs of a `MongoDatabaseRestore`: its arguments. */
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
 * Arguments of a `MongoCredentialsReset` (Linode API v4, Managed MongoDB Database Credentials Reset). Changing any of them but
 * `alreadyDone` runs it again, once.
 */
export interface MongoCredentialsResetArgs {
  /** Id of the MongoDB database, as a number or a string. */
  databaseId: number | string;
  /** Any values; changing them resets the credentials again. Default none. */
  triggers?: unknown[];
  /**
   * Whether the service has carried it out already; default false. `true` records it as done and sends nothing: for a run
   * of which nothing shows whether it began. A change of this alone changes nothing; remove it afterwards.
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
  /** The root user's new password, as it was after the reset. Secret. */
  rootPassword: string;
}

/**
 * Arguments of a `MongoDatabasePatch` (Linode API v4, Managed MongoDB Database Patch). Changing any of them but `alreadyDone` runs it again, once.
 */
export interface MongoDatabasePatchArgs {
  /** Id of the MongoDB database, as a number or a string. A cluster of one node is down in the meantime. */
  databaseId: number | string;
  /** Any values; changing them applies the patches again. Default none. */
  triggers?: unknown[];
  /**
   * Whether the service has carried it out already; default false. `true` records it as done and sends nothing: for a run
   * of which nothing shows whether it began. A change of this alone changes nothing; remove it afterwards.
   */
  alreadyDone?: boolean;
}

/** Outputs of a `MongoDatabasePatch`: its arguments. */
export interface MongoDatabasePatchState {
  /** As given: a number or a string. */
  databaseId: number | string;
  /** As given. */
  triggers: unknown[] | undefined;
  /** As given. */
  alreadyDone: boolean | undefined;
}

const DATABASE = `${MONGO}/{databaseId}`;

export const mongoDatabaseRestore = defineAction<MongoDatabaseRestoreArgs, MongoDatabaseRestoreState>({
  kind: "MongoDatabaseRestore",
  noun: "restore of a MongoDB database",
  describedIn: "Linode API v4, Managed MongoDB Database Backup Restore",
  collection: `${DATABASE}/backups/{backupId}/restore`,
  args: { databaseId: idInActionPath, backupId: idInActionPath, triggers, alreadyDone },
  outputs: { from: {} },
  identity: noIdentity,
  deadlines: minutes(60),
  action: {
    doing: "restore the database from the backup",
    lockKey: DATABASE,
    before: [activeDatabase()],
    evidence: databaseStatus("restoring"),
    after: [
      activeDatabase(
        "the restore failed. Is the backup from before the last credentials reset? Then only a new database helps. If not, run `pulumi up` " +
          "once the database is active; to restore once more, change triggers.",
      ),
    ],
    deleting: "forget",
  },
});

export const mongoCredentialsReset = defineAction<MongoCredentialsResetArgs, MongoCredentialsResetState>({
  kind: "MongoCredentialsReset",
  noun: "reset of a MongoDB database's credentials",
  describedIn: "Linode API v4, Managed MongoDB Database Credentials Reset",
  collection: `${DATABASE}/credentials/reset`,
  args: { databaseId: idInActionPath, triggers, alreadyDone },
  outputs: {
    from: {
      rootUsername: { field: "username", secret: true },
      rootPassword: { field: "password", secret: true },
    },
  },
  identity: noIdentity,
  deadlines: minutes(30),
  action: {
    doing: "reset the credentials of the database",
    lockKey: DATABASE,
    before: [activeDatabase()],
    evidence: {
      path: `${DATABASE}/credentials`,
      markers: ({ password }) => [String(password)],
      shows: "end",
      isSecret: true,
    },
    after: [activeDatabase()],
    outcome: `${DATABASE}/credentials`,
    deleting: "forget",
  },
});

export const mongoDatabasePatch = defineAction<MongoDatabasePatchArgs, MongoDatabasePatchState>({
  kind: "MongoDatabasePatch",
  noun: "patch of a MongoDB database",
  describedIn: "Linode API v4, Managed MongoDB Database Patch",
  collection: `${DATABASE}/patch`,
  args: { databaseId: idInActionPath, triggers, alreadyDone },
  outputs: { from: {} },
  identity: noIdentity,
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
