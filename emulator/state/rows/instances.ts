import type { Row } from "../table";

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
  /** The config of the last boot; null if there was none, or if that config is gone (Linode API v4, Linode Boot). */
  readonly last_booted_config: number | null;
  /** Times of the latest boot jobs, for the watchdog (Linode API v4, Linode Instances). */
  readonly boot_jobs: readonly number[];
}

/** Thresholds of an instance (Linode API v4, Linode Instances). */
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

/** A disk of an instance. */
export interface DiskRow extends Row {
  readonly instance_id: number;
  readonly label: string;
  readonly status: string;
  readonly filesystem: string;
  /** MB. */
  readonly size: number;
  /** MB that its data takes; undefined in a data file of an earlier release. */
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

/** A disk or volume behind a device of a config. */
export interface Device {
  readonly disk_id: number | null;
  readonly volume_id: number | null;
}

/** What the boot helpers of a config do to its disks. */
interface BootHelpers {
  readonly updatedb_disabled: boolean;
  readonly distro: boolean;
  readonly modules_dep: boolean;
  readonly network: boolean;
  readonly devtmpfs_automount: boolean;
}

/** Everything about a config profile that a request can set. */
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
  /** MB that its data takes. Not shown. */
  readonly used?: number | undefined;
}

/** What can be restored onto an instance: disks, and config profiles in which a disk's id is its position among them. */
export interface Contents {
  readonly disks: readonly BackupDisk[];
  readonly configs: readonly ConfigFields[];
}

/** A backup of an instance (Linode API v4, Backup View). Its contents are empty until the data is complete. */
export interface BackupRow extends Row, Contents {
  readonly instance_id: number;
  /** Null for automatic ones. */
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
