import { instanceRestore } from "../../resources/instance-restore";
import type { InstanceRestoreArgs as Plain, InstanceRestoreState } from "../../resources/instance-restore";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

export type { InstanceRestoreState } from "../../resources/instance-restore";

/** Inputs of an `InstanceRestore`. */
export type InstanceRestoreArgs = { [K in keyof Plain]: Inputs<Plain>[K] };

/**
 * Restores a backup onto an instance (Linode API v4, Backup Restore), once, and again when an input changes. A create waits until the
 * target is idle, and then until the restore is complete, for up to 120 minutes.
 *
 *     new compute.InstanceRestore("back", {
 *         instanceId: web.id,
 *         backupId: before.backupId,
 *         targetInstanceId: standby.id,
 *         overwrite: true,
 *     });
 *
 * With `overwrite`, all disks and configs of the target are lost. Deleting the resource only removes it from state. An
 * `InstanceRestore` cannot be imported.
 */
export class InstanceRestore extends resourceClass<InstanceRestore, InstanceRestoreArgs, InstanceRestoreState>(
  instanceRestore,
) {}
