import { defineAction } from "../definition/definition";
import { withoutUnset } from "../definition/values";
import { flag } from "../definition/types";
import {
  alreadyDone,
  idInActionPath,
  instanceStatus,
  minutes,
  sentOnly,
  settledInstance,
  triggers,
} from "./action-parts";
import { idArgument } from "./id-argument";

/** Inputs of an `InstanceRestore` (Linode API v4, Backup Restore). Changing any of them except `alreadyDone` runs it again, once. */
export interface InstanceRestoreArgs {
  /** ID of the instance that was backed up, as a number or a string. */
  instanceId: number | string;
  /** ID of the backup, which must be successful: `snapshot.backupId`. */
  backupId: number | string;
  /** ID of the instance to restore the backup onto, in the same region. It may be the same instance. */
  targetInstanceId: number | string;
  /**
   * Whether all disks and configs of the target are deleted first; default false: the backup is added to them, and the API rejects
   * it if there is not enough free space.
   */
  overwrite?: boolean;
  /** Any values; changing them restores the backup again. Default none. */
  triggers?: unknown[];
  /**
   * Whether the action has already been done; default false. `true` records it as done without sending a request. Use it when an
   * update could not confirm whether the action began, and remove it afterwards. Changing only this input changes nothing.
   */
  alreadyDone?: boolean;
}

/** Outputs of an `InstanceRestore`: its inputs. */
export interface InstanceRestoreState {
  /** As given: a number or a string. */
  instanceId: number | string;
  /** As given: a number or a string. */
  backupId: number | string;
  /** As given: a number or a string. */
  targetInstanceId: number | string;
  /** As given. */
  overwrite: boolean | undefined;
  /** As given. */
  triggers: unknown[] | undefined;
  /** As given. */
  alreadyDone: boolean | undefined;
}

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
export const instanceRestore = defineAction<InstanceRestoreArgs, InstanceRestoreState>({
  kind: "InstanceRestore",
  noun: "instance restore",
  describedIn: "Linode API v4, Backup Restore",
  collection: "/compute/instances/{instanceId}/backups/{backupId}/restore",
  args: {
    instanceId: idInActionPath,
    backupId: idInActionPath,
    targetInstanceId: {
      ...sentOnly,
      ...idArgument,
      required: true,
    },
    overwrite: { ...sentOnly, type: flag },
    triggers,
    alreadyDone,
  },
  outputs: { from: {} },
  loses: {
    created: ({ overwrite, targetInstanceId }) =>
      overwrite === true ? `all disks and configuration profiles of instance ${String(targetInstanceId)}` : undefined,
  },
  deadlines: minutes(120),
  action: {
    doing: "restore the backup",
    lockKey: "/compute/instances/{targetInstanceId}",
    before: [settledInstance("targetInstanceId")],
    body: ({ targetInstanceId, overwrite }) => withoutUnset({ computeId: Number(targetInstanceId), overwrite }),
    evidence: instanceStatus("targetInstanceId", "restoring"),
    after: [settledInstance("targetInstanceId")],
    deleting: "forget",
  },
});
