import { getInstanceBackupsRule, getInstanceBackupRule } from "../../data-sources/instance-backups";
import type {
  GetInstanceBackupArgs,
  GetInstanceBackupResult,
  GetInstanceBackupsArgs,
  GetInstanceBackupsResult,
} from "../../data-sources/instance-backups";
import { dataSource } from "./data-source";

export type {
  GetInstanceBackupResult,
  GetInstanceBackupsArgs,
  GetInstanceBackupArgs,
  GetInstanceBackupsResult,
} from "../../data-sources/instance-backups";

const backups = dataSource<GetInstanceBackupsArgs, GetInstanceBackupsResult>(getInstanceBackupsRule);
const backup = dataSource<GetInstanceBackupArgs, GetInstanceBackupResult>(getInstanceBackupRule);

/**
 * The backups of an instance: automatic ones and snapshots (Linode API v4, Linode Instances).
 * @throws when the instance does not exist.
 */
export const getInstanceBackups = backups.now;

/** The backups of an instance, as an output. */
export const getInstanceBackupsOutput = backups.output;

/**
 * One backup of an instance (Linode API v4, Linode Instances).
 * @throws when the instance has no backup with this ID.
 */
export const getInstanceBackup = backup.now;

/** One backup of an instance, as an output. */
export const getInstanceBackupOutput = backup.output;
