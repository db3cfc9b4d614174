import type * as pulumi from "@pulumi/pulumi";
import { instanceClone } from "../resources/instance-clone";
import type { InstanceCloneArgs as PlainCloneArgs, InstanceCloneState } from "../resources/instance-clone";
import { instanceRestore } from "../resources/instance-restore";
import type { InstanceRestoreArgs as PlainRestoreArgs, InstanceRestoreState } from "../resources/instance-restore";
import { instanceSnapshot } from "../resources/instance-snapshot";
import type { InstanceSnapshotArgs as PlainSnapshotArgs, InstanceSnapshotState } from "../resources/instance-snapshot";
import { mongoDatabaseBackup } from "../resources/mongo-database-backup";
import type {
  MongoDatabaseBackupArgs as PlainBackupArgs,
  MongoDatabaseBackupState,
} from "../resources/mongo-database-backup";
import { mongoCredentialsReset, mongoDatabasePatch, mongoDatabaseRestore } from "../resources/mongo-database-actions";
import type {
  MongoCredentialsResetArgs as PlainResetArgs,
  MongoCredentialsResetState,
  MongoDatabasePatchArgs as PlainPatchArgs,
  MongoDatabasePatchState,
  MongoDatabaseRestoreArgs as PlainMongoRestoreArgs,
  MongoDatabaseRestoreState,
} from "../resources/mongo-database-actions";
import { ComputeResource, isOfKind } from "./resource";
import type { Inputs, Outputs } from "./resource";

export type { InstanceCloneState } from "../resources/instance-clone";
export type { InstanceRestoreState } from "../resources/instance-restore";
export type { InstanceSnapshotState } from "../resources/instance-snapshot";
export type { MongoDatabaseBackupState } from "../resources/mongo-database-backup";
export type {
  MongoCredentialsResetState,
  MongoDatabasePatchState,
  MongoDatabaseRestoreState,
} from "../resources/mongo-database-actions";

/** Arguments of an `InstanceSnapshot`. */
export type InstanceSnapshotArgs = Inputs<PlainSnapshotArgs>;
/** Arguments of an `InstanceRestore`. */
export type InstanceRestoreArgs = Inputs<PlainRestoreArgs>;
/** Arguments of an `InstanceClone`. */
export type InstanceCloneArgs = Inputs<PlainCloneArgs>;
/** Arguments of a `MongoDatabaseBackup`. */
export type MongoDatabaseBackupArgs = Inputs<PlainBackupArgs>;
/** Arguments of a `MongoDatabaseRestore`. */
export type MongoDatabaseRestoreArgs = Inputs<PlainMongoRestoreArgs>;
/** Arguments of a `MongoCredentialsReset`. */
export type MongoCredentialsResetArgs = Inputs<PlainResetArgs>;
/** Arguments of a `MongoDatabasePatch`. */
export type MongoDatabasePatchArgs = Inputs<PlainPatchArgs>;

export interface InstanceSnapshot extends Outputs<InstanceSnapshotState> {}

/**
 * A snapshot of an instance (document 1, Backup), taken when the resource is created and again when an argument changes. Its
 * create waits until nothing else is being done to the instance, and then until the snapshot is successful, for 120 minutes.
 *
 *     const before = new compute.InstanceSnapshot("before", { instanceId: web.id, label: "before", triggers: [release] });
 *
 * The service keeps one snapshot for each instance: another one makes the one before disappear, and with it, at the next
 * refresh, the resource that took it. Deleting the resource only forgets the snapshot: the one way to delete it deletes all
 * backups of the instance. Import id: `instanceId/backupId`.
 */
export class InstanceSnapshot extends ComputeResource {
  constructor(name: string, args: InstanceSnapshotArgs, opts?: pulumi.CustomResourceOptions) {
    super(instanceSnapshot, name, args, opts);
  }

  /** Whether it is an `InstanceSnapshot`, from any copy of this package; policies ask with a type token. */
  static override isInstance(value: unknown): value is InstanceSnapshot {
    return isOfKind(instanceSnapshot, value);
  }

  /** Reads an existing snapshot that this stack does not manage; an error when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): InstanceSnapshot {
    return new InstanceSnapshot(name, {} as InstanceSnapshotArgs, { ...opts, id });
  }
}

export interface InstanceRestore extends Outputs<InstanceRestoreState> {}

/**
 * Restores a backup onto an instance (document 1, Endpoints, rule 3): once, and again when an argument changes. Its create waits
 * until nothing else is being done to the target, and then until the restore is over, for 120 minutes.
 *
 *     new compute.InstanceRestore("back", {
 *         instanceId: web.id,
 *         backupId: before.backupId,
 *         targetInstanceId: standby.id,
 *         overwrite: true,
 *     });
 *
 * With `overwrite`, all disks and configs of the target are lost. Deleting the resource only forgets that it was done; it cannot
 * be imported.
 */
export class InstanceRestore extends ComputeResource {
  constructor(name: string, args: InstanceRestoreArgs, opts?: pulumi.CustomResourceOptions) {
    super(instanceRestore, name, args, opts);
  }

  /** Whether it is an `InstanceRestore`, from any copy of this package; policies ask with a type token. */
  static override isInstance(value: unknown): value is InstanceRestore {
    return isOfKind(instanceRestore, value);
  }
}

export interface InstanceClone extends Outputs<InstanceCloneState> {}

/**
 * Clones an instance into another, existing one (document 1, Endpoints, rule 5): once, and again when an argument changes. Its
 * create waits until nothing else is being done to the target, for its turn where the source has five clones under way, and
 * then until both are running or offline, for 120 minutes.
 *
 *     new compute.InstanceClone("copy", { instanceId: web.id, targetInstanceId: standby.id });
 *
 * Deleting the resource only forgets that it was done; it cannot be imported.
 */
export class InstanceClone extends ComputeResource {
  constructor(name: string, args: InstanceCloneArgs, opts?: pulumi.CustomResourceOptions) {
    super(instanceClone, name, args, opts);
  }

  /** Whether it is an `InstanceClone`, from any copy of this package; policies ask with a type token. */
  static override isInstance(value: unknown): value is InstanceClone {
    return isOfKind(instanceClone, value);
  }
}

export interface MongoDatabaseBackup extends Outputs<MongoDatabaseBackupState> {}

/**
 * A backup of a MongoDB database made on request (document 2, MongoDB, rule 1). Its create waits until the database is active,
 * and then until the backup is listed and the database is active again, for 30 minutes.
 *
 *     const backup = new compute.MongoDatabaseBackup("before", { databaseId: database.id, label: "before" });
 *
 * Every change makes another backup and then deletes this one. Import id: `databaseId/backupId`.
 */
export class MongoDatabaseBackup extends ComputeResource {
  constructor(name: string, args: MongoDatabaseBackupArgs, opts?: pulumi.CustomResourceOptions) {
    super(mongoDatabaseBackup, name, args, opts);
  }

  /** Whether it is a `MongoDatabaseBackup`, from any copy of this package; policies ask with a type token. */
  static override isInstance(value: unknown): value is MongoDatabaseBackup {
    return isOfKind(mongoDatabaseBackup, value);
  }

  /** Reads an existing backup that this stack does not manage; an error when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): MongoDatabaseBackup {
    return new MongoDatabaseBackup(name, {} as MongoDatabaseBackupArgs, { ...opts, id });
  }
}

export interface MongoDatabaseRestore extends Outputs<MongoDatabaseRestoreState> {}

/**
 * Replaces all data of a MongoDB database by a backup's (document 2, MongoDB, rule 2): once, and again when an argument changes.
 * Its create waits until the database is active, and then until it is active again, for 60 minutes.
 *
 *     new compute.MongoDatabaseRestore("back", { databaseId: database.id, backupId: backup.backupId });
 *
 * A backup from before a reset of the credentials leads to a failed cluster: make a new backup after each `MongoCredentialsReset`.
 * Deleting the resource only forgets that it was done; it cannot be imported.
 */
export class MongoDatabaseRestore extends ComputeResource {
  constructor(name: string, args: MongoDatabaseRestoreArgs, opts?: pulumi.CustomResourceOptions) {
    super(mongoDatabaseRestore, name, args, opts);
  }

  /** Whether it is a `MongoDatabaseRestore`, from any copy of this package; policies ask with a type token. */
  static override isInstance(value: unknown): value is MongoDatabaseRestore {
    return isOfKind(mongoDatabaseRestore, value);
  }
}

export interface MongoCredentialsReset extends Outputs<MongoCredentialsResetState> {}

/**
 * Gives the root user of a MongoDB database a new, random password (document 2, MongoDB, rule 3): once, and again when an
 * argument changes. Only an unrestricted user may. Its create waits until the database is active, and then until the service
 * shows the new password, for 30 minutes.
 *
 *     const reset = new compute.MongoCredentialsReset("monthly", { databaseId: database.id, triggers: ["2024-05"] });
 *     export const password = reset.rootPassword;
 *
 * Backups from before the reset can no longer be restored: a `MongoDatabaseRestore` of one fails the cluster. The outputs are
 * what was true after the reset; a later one does not change them. Deleting the resource only forgets that it was done; it
 * cannot be imported.
 */
export class MongoCredentialsReset extends ComputeResource {
  constructor(name: string, args: MongoCredentialsResetArgs, opts?: pulumi.CustomResourceOptions) {
    super(mongoCredentialsReset, name, args, opts);
  }

  /** Whether it is a `MongoCredentialsReset`, from any copy of this package; policies ask with a type token. */
  static override isInstance(value: unknown): value is MongoCredentialsReset {
    return isOfKind(mongoCredentialsReset, value);
  }
}

export interface MongoDatabasePatch extends Outputs<MongoDatabasePatchState> {}

/**
 * Applies the security patches of the operating system to a MongoDB database (document 2, MongoDB, rule 4): once, and again when
 * an argument changes. Its create waits until the database is active, and then until it is active again, for 30 minutes. A
 * cluster of one node is down meanwhile.
 *
 *     new compute.MongoDatabasePatch("may", { databaseId: database.id, triggers: ["2024-05"] });
 *
 * Deleting the resource only forgets that it was done; it cannot be imported.
 */
export class MongoDatabasePatch extends ComputeResource {
  constructor(name: string, args: MongoDatabasePatchArgs, opts?: pulumi.CustomResourceOptions) {
    super(mongoDatabasePatch, name, args, opts);
  }

  /** Whether it is a `MongoDatabasePatch`, from any copy of this package; policies ask with a type token. */
  static override isInstance(value: unknown): value is MongoDatabasePatch {
    return isOfKind(mongoDatabasePatch, value);
  }
}
