import type * as pulumi from "@pulumi/pulumi";
import { mongoDatabaseBackup } from "../../resources/mongo-database-backup";
import type { MongoDatabaseBackupArgs as Plain, MongoDatabaseBackupState } from "../../resources/mongo-database-backup";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

export type { MongoDatabaseBackupState } from "../../resources/mongo-database-backup";

/** Arguments of a `MongoDatabaseBackup`. */
export type MongoDatabaseBackupArgs = { [K in keyof Plain]: Inputs<Plain>[K] };

/**
 * A backup of a MongoDB database made on request (Linode API v4, Managed MongoDB Database Backups). Its create waits until the
 * database is active, and then until the backup is listed and the database is active again, for 30 minutes.
 *
 *     const backup = new compute.MongoDatabaseBackup("before", { databaseId: database.id, label: "before" });
 *
 * Every change makes another backup and then deletes this one. Import id: `databaseId/backupId`.
 */
export class MongoDatabaseBackup extends resourceClass<
  MongoDatabaseBackup,
  MongoDatabaseBackupArgs,
  MongoDatabaseBackupState
>(mongoDatabaseBackup) {
  /** Reads an existing backup that this stack does not manage; fails if there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): MongoDatabaseBackup {
    return new MongoDatabaseBackup(name, {} as MongoDatabaseBackupArgs, { ...opts, id });
  }
}
