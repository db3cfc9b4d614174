/** What an instance is cloned from (Linode API v4, Linode Clone). */
export interface InstanceCloneSource {
  /** ID of the instance to clone, as a number or a string: `blue.id`. */
  instanceId: number | string;
  /** IDs of disks to clone, in any order, in addition to those that the configs use; default none. */
  disks?: (number | string)[];
  /** IDs of the configs to clone with their disks, in any order; default all; `[]` means none. */
  configs?: (number | string)[];
}

/** A network interface of an instance: the first of the array is eth0, and so on (Linode API v4, Linode Create). */
export interface InstanceInterface {
  /** `public`: the Internet, at most once. `vlan`: a private network of the region. */
  purpose: "public" | "vlan";
  /** Name of the VLAN, 1 to 64 letters, digits and `-`; required for a VLAN, and only valid there. */
  label?: string;
  /** The instance's own address in the VLAN, with its prefix length: `10.0.0.1/24`. For a VLAN only; default none. */
  ipamAddress?: string;
}

/** Thresholds of the email alerts of an instance; 0 turns one off (Linode API v4, Linode Instances). */
export interface InstanceAlerts {
  /** CPU usage in percent of one core; the default is 90 for each core. */
  cpu?: number;
  /** Disk operations per second, averaged over two hours; default 10000. */
  io?: number;
  /** Incoming traffic in Mbit/s, averaged over two hours; default 10. */
  networkIn?: number;
  /** Outgoing traffic in Mbit/s, averaged over two hours; default 10. */
  networkOut?: number;
  /** Usage of the month's transfer quota, in percent; default 80. */
  transferQuota?: number;
}

/** When the backup service creates its backups (Linode API v4, Linode Instances). */
export interface InstanceBackupSchedule {
  /** Day of the weekly backup. */
  day?: "Sunday" | "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday";
  /** Two-hour window in UTC: `W0` for 0:00 to 2:00, and so on. */
  window?: "W0" | "W2" | "W4" | "W6" | "W8" | "W10" | "W12" | "W14" | "W16" | "W18" | "W20" | "W22";
}

/** Inputs of an `Instance` (Linode API v4, Linode Create and Linode Update). */
export interface InstanceArgs {
  /** Region ID, such as `us-east`. Changing it replaces the instance. */
  region: string;
  /**
   * Plan ID, such as `g6-nanode-1`. Updates in place; the instance restarts. Disks can grow with the plan but never shrink: the API
   * rejects a plan that is too small for the instance's disks.
   */
  type: string;
  /**
   * Name shown in listings: 3 to 64 characters. A preview warns about anything but letters, digits, and single `-`, `_` or `.`
   * between them. Generated from the resource's name if omitted. Updates in place. With an explicit label, a replacement deletes the
   * old instance first.
   */
  label?: string;
  /**
   * Deprecated group label. Updates in place.
   * @deprecated Use `tags`.
   */
  group?: string;
  /** Tags, in any order. Only an unrestricted user may set them. Updates in place; default none. */
  tags?: string[];
  /**
   * ID of the image to deploy, such as `compute/debian11`; the brand in place of `compute`, as in `linode/debian11`, is the same.
   * Without `image`, `backupId` or `cloneFrom`, the instance is empty: it has no disks and stays offline. Changing it replaces the
   * instance.
   */
  image?: string;
  /**
   * Whether another `image` rebuilds the instance in place instead of replacing it; default no. A rebuild erases all disks and
   * configuration profiles, and keeps the ID, the addresses with their reverse DNS, and the backups. It also applies new values of
   * `rootPass`, keys and the StackScript; until then, new keys and another StackScript are only recorded. Never sent. Not with
   * `configId`, `interfaces` or `swapSize`, which a rebuild does not keep.
   */
  rebuildOnImageChange?: boolean;
  /**
   * Password of the root user: 7 to 128 characters; required with `image`. With the brand `linode`, keys can take its place, and a preview
   * warns about fewer than 11 characters. With `backupId` or `cloneFrom`, the original instance's
   * password is kept unless you set one, which is then applied after the create. For an imported instance, the first password is only
   * recorded. Updates in place; the instance restarts. Secret.
   */
  rootPass?: string;
  /**
   * ID of a StackScript that runs at deployment, as a number or a string; `image` must be one that it supports. Changing it
   * replaces the instance.
   */
  stackscriptId?: number | string;
  /**
   * Values for the StackScript's fields, by field name: any JSON values, sent unchanged except for null members. Only with
   * `stackscriptId`. Changing it replaces the instance; if the label is generated, the old one is deleted first. Secret.
   */
  stackscriptData?: Record<string, unknown>;
  /**
   * ID of another instance's backup to start from, as a number or a string, instead of an image. Disks, configuration profiles and
   * root password come from the backup. Changing it replaces the instance.
   */
  backupId?: number | string;
  /**
   * An instance to clone, with its disks, configuration profiles and root password; default none. At most five clones of one
   * instance are created at once; others are queued. The clone keeps the tags of its source unless you set `tags`, and is offline
   * unless `booted` is true. Inputs that the clone request cannot carry are applied after it; anything that the program does not
   * declare stays as cloned. Cannot be combined with an image, `stackscriptId`, `backupId` or keys. Changing it replaces the
   * instance; removing it changes nothing.
   */
  cloneFrom?: InstanceCloneSource;
  /** Public SSH keys for the root user, each a type and its base64 data; not with `cloneFrom`. Changing them replaces the instance. */
  authorizedKeys?: string[];
  /**
   * Names of users whose profile SSH keys are added to the root user's. A preview rejects users that don't exist, if the
   * token may read users. Not with `cloneFrom`. Changing them replaces the instance.
   */
  authorizedUsers?: string[];
  /**
   * Size of the swap disk in MB, if an image is deployed; default 512. Changing it replaces the instance; without an image, it is
   * ignored, and changing it does nothing.
   */
  swapSize?: number;
  /**
   * Whether the backup service is on; default off. Updates in place. Turning it off permanently deletes all backups; preview rejects
   * that without `confirmBackupsDeletion: true`.
   */
  backupsEnabled?: boolean;
  /** Allows `backupsEnabled: false` to delete all backups; default no. Never sent. */
  confirmBackupsDeletion?: boolean;
  /** When backups are created; requires `backupsEnabled: true`. Applied by an update request after the create. Updates in place. */
  backups?: {
    /** Day and window, or only one of them. */
    schedule: InstanceBackupSchedule;
  };
  /**
   * Whether the instance should run. By default, an instance is booted after it is deployed from an image or a backup, but not if
   * it is a clone, and its power state is unmanaged after that. Updates in place: boots the instance, or shuts it down.
   */
  booted?: boolean;
  /**
   * ID of the configuration profile that boots and reboots use, as a number or a string; default the only one, or the one that was
   * booted last. A create ignores it. Updates in place; a running instance restarts.
   */
  configId?: number | string;
  /** Whether the instance has a private IPv4 address; default no. Can be turned on in place; preview rejects turning it off. */
  privateIp?: boolean;
  /**
   * Network interfaces of the configuration profile, at most 3; by default, and for an empty array, one public interface. VLANs
   * require a region that offers them. Updates in place, all of them at once; a running instance restarts. The API never returns
   * them.
   */
  interfaces?: InstanceInterface[];
  /**
   * Alert thresholds; omitted members keep their value. Applied by an update request after the create. Updates in place; removing
   * the input restores the plan's defaults.
   */
  alerts?: InstanceAlerts;
  /** Whether a watchdog reboots the instance when it powers off unexpectedly; default true. Updates in place. */
  watchdogEnabled?: boolean;
  /**
   * Shuts the instance down before it is deleted, also by a replacement; default no. A number is how many seconds to wait for that, 1 to
   * 3600; `true` waits 120. If the shutdown fails or takes longer, the instance is deleted with a warning. Never sent.
   */
  shutdownBeforeDelete?: boolean | number;
}

type Settings = "booted" | "backupsEnabled" | "privateIp" | "watchdogEnabled";

/** Outputs of an `Instance` (Linode API v4, Linode Instances). */
export interface InstanceState extends Required<
  Pick<InstanceArgs, "label" | "region" | "type" | "group" | "tags" | Settings>
> {
  /** Image that the disk was deployed from, even if that was before a backup or a clone; null for an empty instance. */
  image: string | null;
  /** All alert thresholds; 0 turns one off. */
  alerts: Required<InstanceAlerts>;
  /** The backup service: whether it is on, when it last succeeded (in UTC), and its schedule; null means "not yet" or "not chosen". */
  backups: {
    enabled: boolean;
    lastSuccessful: string | null;
    schedule: { day: string | null; window: string | null };
  };
  /** `running`, `offline`, `booting`, `provisioning`, …; may change on its own. */
  status: string;
  /** Public IPv4 address first, then a private one if there is one. */
  ipv4: string[];
  /** IPv6 address with its /128; null when none is assigned. */
  ipv6: string | null;
  /** The first public IPv4 address, for the `target` of a record; null if there is none, which a record rejects. */
  publicIpv4: string;
  /** The IPv6 address without its prefix length, for the `target` of a record; null if there is none, which a record rejects. */
  publicIpv6: string;
  /** Disk in MB, memory in MB, transfer in GB, number of virtual CPUs. */
  specs: { disk: number; memory: number; transfer: number; vcpus: number };
  /** Always `kvm`. */
  hypervisor: string;
  /** When it was created, in UTC. */
  created: string;
  /** When it was last changed, in UTC. */
  updated: string;
}
