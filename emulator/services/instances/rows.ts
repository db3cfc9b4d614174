import type { JsonObject } from "../../json";
import { kind } from "../../state/kind";
import type { Row } from "../../state/table";

/** A compute instance (Linode API v4, Linode Instances). */
export interface InstanceRow extends Row {
  readonly label: string;
  readonly group: string;
  readonly tags: readonly string[];
  readonly region: string;
  readonly type: string;
  readonly image: string | null;
  readonly status: string;
  readonly created: string;
  readonly updated: string;
  readonly ipv4: readonly string[];
  readonly ipv6: string | null;
  readonly alerts: Alerts;
  readonly backups: BackupSettings;
  readonly watchdog_enabled: boolean;
  /** The last booted config; null if there was no boot, or if that config no longer exists (Linode API v4, Linode Boot). */
  readonly last_booted_config: number | null;
  /** Times of recent boot jobs, for the watchdog (Linode API v4, Linode Instances). */
  readonly boot_jobs: readonly number[];
  /** Of an instance in a copy: what responses show although the emulator would derive something else. */
  readonly copied?: JsonObject;
}

/** Alert thresholds of an instance (Linode API v4, Linode Instances). */
interface Alerts {
  readonly cpu: number;
  readonly io: number;
  readonly network_in: number;
  readonly network_out: number;
  readonly transfer_quota: number;
}

/** The backup service of an instance (Linode API v4, Linode Instances). */
interface BackupSettings {
  readonly enabled: boolean;
  readonly last_successful: string | null;
  readonly schedule: { readonly day: string | null; readonly window: string | null };
}

export interface DiskRow extends Row {
  readonly instance_id: number;
  readonly label: string;
  readonly status: string;
  readonly filesystem: string;
  /** MB. */
  readonly size: number;
  /** MB of data on the disk; undefined in a data file of an earlier release. */
  readonly used?: number | undefined;
  readonly created: string;
  readonly updated: string;
}

/** A network interface of a config profile (Linode API v4, Linode Create). */
export interface NetworkInterface {
  readonly purpose: string;
  readonly label: string | null;
  readonly ipam_address: string | null;
}

/** The disk or volume of a config's device. */
export interface Device {
  readonly disk_id: number | null;
  readonly volume_id: number | null;
}

/** The boot helpers of a config. */
interface BootHelpers {
  readonly updatedb_disabled: boolean;
  readonly distro: boolean;
  readonly modules_dep: boolean;
  readonly network: boolean;
  readonly devtmpfs_automount: boolean;
}

/** The fields of a config profile that a request can set. */
export interface ConfigFields {
  readonly label: string;
  readonly comments: string;
  readonly kernel: string;
  readonly memory_limit: number;
  readonly run_level: string;
  readonly virt_mode: string;
  readonly root_device: string;
  readonly initrd: number | null;
  readonly helpers: BootHelpers;
  /** By slot, `sda` to `sdh`. An absent slot is empty. */
  readonly devices: { readonly [slot: string]: Device };
  readonly interfaces: readonly NetworkInterface[];
}

/** A configuration profile of an instance. */
export interface ConfigRow extends Row, ConfigFields {
  readonly instance_id: number;
  readonly created: string;
  readonly updated: string;
}

/** A disk in a backup (Linode API v4, Backup View). */
interface BackupDisk {
  readonly label: string;
  readonly filesystem: string;
  /** MB. */
  readonly size: number;
  /** MB of data on the disk. Not part of API responses. */
  readonly used?: number | undefined;
}

/** Disks and config profiles to put onto an instance. In the profiles, the ID of a disk is its position in `disks`. */
export interface Contents {
  readonly disks: readonly BackupDisk[];
  readonly configs: readonly ConfigFields[];
}

/** A backup of an instance (Linode API v4, Backup View). Its contents are empty until the data is complete. */
export interface BackupRow extends Row, Contents {
  readonly instance_id: number;
  /** Null for automatic backups. */
  readonly label: string | null;
  readonly type: "auto" | "snapshot";
  readonly status: string;
  readonly region: string;
  readonly created: string;
  readonly updated: string;
  /** Null until the data is complete. */
  readonly finished: string | null;
  /** The image that the instance was deployed from. */
  readonly image: string | null;
}

export const instances = kind<InstanceRow>({
  table: "instances",
  noun: "instance",
  firstId: 10_001,
  indexes: { label: (row) => [row.label], address: (row) => row.ipv4 },
});

export const disks = kind<DiskRow>({ table: "disks", noun: "disk", firstId: 40_001, ...ofInstance() });
export const configs = kind<ConfigRow>({ table: "configs", noun: "config", firstId: 50_001, ...ofInstance() });
export const backups = kind<BackupRow>({ table: "backups", noun: "backup", firstId: 60_001, ...ofInstance() });

function ofInstance() {
  const index = "instance";
  return {
    indexes: { [index]: (row: { readonly instance_id: number }) => [row.instance_id] },
    of: { kind: instances, index },
  };
}
