import { defineAction } from "../definition/definition";
import { fields } from "../definition/outputs";
import { text } from "../definition/types";
import type { Values } from "../definition/values";
import { idInActionPath, minutes, settledInstance, triggers } from "./action-parts";

/** Inputs of an `InstanceSnapshot` (Linode API v4, Snapshot Create). */
export interface InstanceSnapshotArgs {
  /**
   * ID of the instance, as a number or a string: `web.id`. Its backup service must be on (`backupsEnabled`); otherwise a
   * preview warns, and the API rejects the snapshot. Changing it takes another snapshot.
   */
  instanceId: number | string;
  /** Name of the snapshot: 1 to 255 characters. Changing it takes another snapshot. */
  label: string;
  /** Any values; changing them takes another snapshot. Default none. */
  triggers?: unknown[];
}

/** Outputs of an `InstanceSnapshot` (Linode API v4, Backup View). Its Pulumi ID is `instanceId/backupId`. */
export interface InstanceSnapshotState {
  /** As given: a number or a string. */
  instanceId: number | string;
  /** Name of the snapshot. */
  label: string;
  /** As given. */
  triggers: unknown[] | undefined;
  /** ID of the backup in the API, for `InstanceRestore`. */
  backupId: number;
  /** `snapshot`. */
  type: string;
  /** `successful`, or how else it ended. */
  status: string;
  /** Labels of the configs in the snapshot. */
  configs: string[];
  /** Disks in the snapshot; sizes in MB. */
  disks: { filesystem: string; label: string; size: number }[];
  /** When it was started, in UTC. */
  created: string;
  /** When its data was complete, in UTC. */
  finished: string;
  /** When it was last changed, in UTC. */
  updated: string;
}

const BACKUPS = "/compute/instances/{instanceId}/backups";
const TAKES_ANOTHER =
  "takes another snapshot; the service keeps one per instance and discards the previous one, and deleting this resource only " +
  "removes it from state";
const TAKE_ANOTHER = "It cannot be restored. To take another snapshot, change triggers.";

/**
 * A snapshot of an instance (Linode API v4, Backup View), taken when the resource is created, and again when an input changes. A
 * create waits until the instance is idle, and then until the snapshot is successful, for up to 120 minutes.
 *
 *     const before = new compute.InstanceSnapshot("before", { instanceId: web.id, label: "before", triggers: [release] });
 *
 * The service keeps one snapshot per instance. A new snapshot discards the previous one, and the next refresh removes the resource
 * that took the previous one from state. Deleting the resource only removes it from state, because a snapshot can be deleted only
 * together with all backups of the instance. Import ID: `instanceId/backupId`.
 */
export const instanceSnapshot = defineAction<InstanceSnapshotArgs, InstanceSnapshotState>({
  kind: "InstanceSnapshot",
  noun: "instance snapshot",
  describedIn: "Linode API v4, Backup View",
  collection: BACKUPS,
  args: {
    instanceId: idInActionPath,
    label: {
      type: text(1, 255),
      required: true,
      sent: { in: "create" },
      change: { replaces: true, notice: TAKES_ANOTHER },
    },
    triggers: { ...triggers, change: { replaces: true, notice: TAKES_ANOTHER } },
  },
  outputs: {
    from: {
      backupId: { field: "id" },
      ...fields("type", "status", "configs", "disks", "created", "finished", "updated"),
    },
  },
  loses: { created: ({ instanceId }) => `the previous snapshot of instance ${String(instanceId)}, if there is one` },
  deadlines: minutes(120),
  action: {
    doing: "take a snapshot of the instance",
    lockKey: "/compute/instances/{instanceId}",
    before: [{ ...settledInstance("instanceId"), rejectedBy: hasNoBackups }],
    body: ({ label }) => ({ label }),
    evidence: { path: BACKUPS, results: snapshotsIn, shows: "object" },
    after: [
      {
        noun: "instance snapshot",
        collection: BACKUPS,
        id: "id",
        ready: ["successful"],
        terminal: {
          failed: `the service could not complete it. ${TAKE_ANOTHER}`,
          userAborted: `a user aborted it. ${TAKE_ANOTHER}`,
        },
      },
    ],
    outcome: `${BACKUPS}/{id}`,
    deleting:
      "the service keeps it until the next snapshot of the instance, or until the instance or all of its backups are deleted.",
  },
});

/** An instance whose backup service is off, unless the same update changes the instance. */
function hasNoBackups({ backups }: Values): string | undefined {
  const isOff = (backups as Values | undefined)?.enabled === false;
  return isOff ? "its backup service is off; set `backupsEnabled: true` on the instance first" : undefined;
}

/** The service keeps one snapshot, which the API returns in one of two places. */
function snapshotsIn({ snapshot }: Values, args?: Partial<InstanceSnapshotArgs>): Values[] {
  const { current, inProgress } = (snapshot ?? {}) as { current?: Values | null; inProgress?: Values | null };
  const kept = [inProgress, current].filter((one) => one !== undefined && one !== null);
  return kept.filter(({ label }) => !args || label === args.label);
}
