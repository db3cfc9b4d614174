import type * as pulumi from "@pulumi/pulumi";
import { mongoDatabaseBackup } from "../../resources/mongo-database-backup";
import type { MongoDatabaseBackupArgs as Plain, MongoDatabaseBackupState } from "../../resources/mongo-database-backup";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

export type { MongoDatabaseBackupState } from "../../resources/mongo-database-backup";

/** Inputs of a `MongoDatabaseBackup`. */
export type MongoDatabaseBackupArgs = { [K in keyof Plain]: Inputs<Plain>[K] };

/**
 * An on-demand backup of a MongoDB database (Linode API v4, Managed MongoDB Database Backups). A create waits until the database is
 * active, and then until the backup is listed and the database is active again, for up to 30 minutes.
 *
 *     const backup = new compute.MongoDatabaseBackup("before", { databaseId: database.id, label: "before" });
 *
 * Every change creates another backup and then deletes this one. Import ID: `databaseId/backupId`.
 */
export class MongoDatabaseBackup extends resourceClass<
  MongoDatabaseBackup,
  MongoDatabaseBackupArgs,
  MongoDatabaseBackupState
>(mongoDatabaseBackup) {
  /** Reads an existing backup that this stack does not manage; fails if no backup has this ID. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): MongoDatabaseBackup {
    return new MongoDatabaseBackup(name, {} as MongoDatabaseBackupArgs, { ...opts, id });
  }
}
