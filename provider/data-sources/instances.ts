import { listOf, objectId, text, word } from "../definition/types";
import { defineDataSource } from "./rule";

/** A virtual machine of the account, whether or not a stack manages it (Linode API v4, Linode Instances). */
export interface GetInstanceResult {
  /** ID of the instance. */
  id: number;
  /** Label, unique in the account. */
  label: string;
  /**
   * Deprecated group label.
   * @deprecated Use `tags`.
   */
  group: string;
  /** Tags of the instance. */
  tags: string[];
  /** Region ID, such as `us-east`. */
  region: string;
  /** Plan ID, such as `g6-nanode-1`. */
  type: string;
  /** ID of the image that the disk was deployed from; null for an empty instance. */
  image: string | null;
  /** `running`, `offline`, `booting`, `provisioning`, … */
  status: string;
  /** Hypervisor that runs the instance, such as `kvm`. */
  hypervisor: string;
  /** When it was created, in UTC. */
  created: string;
  /** When it was last changed, in UTC. */
  updated: string;
  /** Public IPv4 address first, then a private one if there is one. */
  ipv4: string[];
  /** IPv6 address with its /128; null when none is assigned. */
  ipv6: string | null;
  /** Disk in MB, memory in MB, transfer in GB, number of virtual CPUs. */
  specs: { disk: number; memory: number; transfer: number; vcpus: number };
  /** Thresholds of the email alerts; 0 means off. */
  alerts: { cpu: number; io: number; networkIn: number; networkOut: number; transferQuota: number };
  /** The backup service; `day` and `window` are null while it is off. */
  backups: {
    enabled: boolean;
    lastSuccessful: string | null;
    schedule: { day: string | null; window: string | null };
  };
  /** Whether a watchdog reboots the instance when it powers off unexpectedly. */
  watchdogEnabled: boolean;
}

/** The instance with this label. */
export interface GetInstanceByLabelArgs {
  /** Label, unique in the account. */
  label: string;
  id?: undefined;
}

/** The instance with this ID. */
export interface GetInstanceByIdArgs {
  /** ID of the instance, as a number or a string of digits. */
  id: number | string;
  label?: undefined;
}

/** Selects an instance by its label or its ID. */
export type GetInstanceArgs = GetInstanceByLabelArgs | GetInstanceByIdArgs;

/** Filters for instances; an instance must match all of them. */
export interface GetInstancesArgs {
  /** ID of the instance, as a number or a string of digits. */
  id?: number | string | undefined;
  /** Label of the instance. */
  label?: string | undefined;
  /**
   * Deprecated group label.
   * @deprecated Use `tags`.
   */
  group?: string | undefined;
  /** Tags that the instance must have, all of them; it may have others. */
  tags?: string[] | undefined;
  /** Region ID, such as `us-east`. */
  region?: string | undefined;
  /** ID of the image that the instance was deployed from, such as `compute/debian11`; the brand in place of `compute` is the same. */
  image?: string | undefined;
  /** One of the instance's IPv4 addresses. */
  ipv4?: string | undefined;
}

/** The matching instances. */
export interface GetInstancesResult {
  /** The instances, in the API's order. */
  instances: GetInstanceResult[];
}

/** A disk of an instance. */
export interface InstanceDisk {
  /** ID of the disk, for the `diskId` of an `Image`. */
  id: number;
  /** Label of the disk. */
  label: string;
  /** `ready`, `not ready` or `deleting`. */
  status: string;
  /** Size in MB. */
  size: number;
  /** `ext4`, `swap`, `raw`, … */
  filesystem: string;
  /** When it was created, in UTC. */
  created: string;
  /** When it was last changed, in UTC. */
  updated: string;
}

/** Selects an instance. */
export interface GetInstanceDisksArgs {
  /** ID of the instance, as a number or a string of digits. */
  instanceId: number | string;
}

/** The disks of an instance. */
export interface GetInstanceDisksResult {
  /** The disks, in the API's order. */
  disks: InstanceDisk[];
}

const noun = "instance";
const scope = "computes:read_only";

/** The account's instances, optionally filtered (Linode API v4, Linode Instances). */
export const getInstancesRule = defineDataSource<GetInstancesArgs, GetInstancesResult>({
  name: "getInstances",
  path: "/compute/instances",
  noun,
  scope,
  list: {
    as: "instances",
    by: {
      id: { type: objectId },
      label: { type: word },
      group: { type: text(0, Infinity) },
      tags: { type: listOf(word) },
      region: { type: word },
      image: { type: word },
      ipv4: { type: word },
    },
  },
});

/**
 * One instance, by its ID or its label (Linode API v4, Linode Instances).
 * @throws when the instance does not exist.
 */
export const getInstanceRule = defineDataSource<GetInstanceArgs, GetInstanceResult>({
  name: "getInstance",
  path: "/compute/instances/{id}",
  noun,
  scope,
  ids: { id: objectId },
  knownBy: { name: "label", type: word },
});

/**
 * The disks of an instance.
 * @throws when the instance does not exist, or the API does not offer this endpoint.
 */
export const getInstanceDisksRule = defineDataSource<GetInstanceDisksArgs, GetInstanceDisksResult>({
  name: "getInstanceDisks",
  path: "/compute/instances/{instanceId}/disks",
  noun,
  scope,
  ids: { instanceId: objectId },
  list: { as: "disks", by: {} },
  beyondDocuments: {
    owner: "/compute/instances/{instanceId}",
    instead: "Copy the disk's ID from the service's console, and pass it as a number.",
  },
});
