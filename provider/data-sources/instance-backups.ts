import { objectId } from "../definition/types";
import { defineDataSource } from "./rule";

/** A backup of an instance (Linode API v4, Backup View). */
export interface GetInstanceBackupResult {
  /** ID of the backup. */
  id: number;
  /** Label of a snapshot. */
  label: string | null;
  /** `auto` or `snapshot`. */
  type: string;
  /** `paused`, `pending`, `running`, `needsPostProcessing`, `successful`, `failed` or `userAborted`. */
  status: string;
  /** When the backup started, in UTC. */
  created: string;
  /** When the backup finished; null until then. */
  finished: string | null;
  /** When it was last changed, in UTC. */
  updated: string;
  /** Labels of the configuration profiles in the backup. */
  configs: string[];
  /** Disks in the backup; sizes in MB. */
  disks: Array<{ filesystem: string; label: string; size: number }>;
}

/** Selects an instance. */
export interface GetInstanceBackupsArgs {
  /** ID of the instance, as a number or a string of digits. */
  instanceId: number | string;
}

/** Selects a backup of an instance. */
export interface GetInstanceBackupArgs extends GetInstanceBackupsArgs {
  /** ID of the backup, as a number or a string of digits. */
  backupId: number | string;
}

/** The backups of an instance (Linode API v4, Backups List). */
export interface GetInstanceBackupsResult {
  /** The backups that the service creates automatically. */
  automatic: GetInstanceBackupResult[];
  /** The existing snapshot, and the one in progress; each is null if there is none. */
  snapshot: { current: GetInstanceBackupResult | null; inProgress: GetInstanceBackupResult | null };
}

const path = "/compute/instances/{instanceId}/backups";
const scope = "computes:read_only";

/**
 * The backups of an instance: automatic ones and snapshots (Linode API v4, Linode Instances).
 * @throws when the instance does not exist.
 */
export const getInstanceBackupsRule = defineDataSource<GetInstanceBackupsArgs, GetInstanceBackupsResult>({
  name: "getInstanceBackups",
  path,
  noun: "instance",
  scope,
  ids: { instanceId: objectId },
});

/**
 * One backup of an instance (Linode API v4, Linode Instances).
 * @throws when the instance has no backup with this ID.
 */
export const getInstanceBackupRule = defineDataSource<GetInstanceBackupArgs, GetInstanceBackupResult>({
  name: "getInstanceBackup",
  path: `${path}/{backupId}`,
  noun: "backup of an instance",
  scope,
  ids: { instanceId: objectId, backupId: objectId },
});
