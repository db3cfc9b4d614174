import { listOf, objectId, text, word } from "../definition/types";
import { lookup, openLookup } from "./lookup";

/** A virtual machine of the account, managed by a stack or not (Linode API v4, Linode Instances). */
export interface GetInstanceResult {
  /** Its id. */
  id: number;
  /** Its label, which is unique in the account. */
  label: string;
  /**
   * Deprecated group label.
   * @deprecated Use `tags`.
   */
  group: string;
  /** Its tags. */
  tags: string[];
  /** Region id, such as `us-east`. */
  region: string;
  /** Plan id, such as `g6-nanode-1`. */
  type: string;
  /** Id of the image that the disk was deployed from; null for an empty instance. */
  image: string | null;
  /** `running`, `offline`, `booting`, `provisioning`, … */
  status: string;
  /** What runs it, such as `kvm`. */
  hypervisor: string;
  /** When it was created, in UTC. */
  created: string;
  /** When it was last changed, in UTC. */
  updated: string;
  /** Public IPv4 address first, then a private one if there is any. */
  ipv4: string[];
  /** IPv6 address with its /128; null when none is assigned. */
  ipv6: string | null;
  /** Disk in MB, memory in MB, transfer in GB, number of virtual CPUs. */
  specs: { disk: number; memory: number; transfer: number; vcpus: number };
  /** Thresholds of the e-mail alerts; 0 is off. */
  alerts: { cpu: number; io: number; networkIn: number; networkOut: number; transferQuota: number };
  /** The backup service; day and window are null while it is off. */
  backups: {
    enabled: boolean;
    lastSuccessful: string | null;
    schedule: { day: string | null; window: string | null };
  };
  /** Whether it is rebooted when it powers off by itself. */
  watchdogEnabled: boolean;
}

/** The instance with this label. */
export interface GetInstanceByLabelArgs {
  /** Its label, which is unique in the account. */
  label: string;
  id?: undefined;
}

/** The instance with this id. */
export interface GetInstanceByIdArgs {
  /** Id of the instance, as a number or a string of digits. */
  id: number | string;
  label?: undefined;
}

/** Selects an instance by its label or its id. */
export type GetInstanceArgs = GetInstanceByLabelArgs | GetInstanceByIdArgs;

/** Only instances that match all given fields. */
export interface GetInstancesArgs {
  /** Id of the instance, as a number or a string of digits. */
  id?: number | string | undefined;
  /** Its label. */
  label?: string | undefined;
  /**
   * Deprecated group label.
   * @deprecated Use `tags`.
   */
  group?: string | undefined;
  /** Tags that it must have, all of them; it may have others. */
  tags?: string[] | undefined;
  /** Region id, such as `us-east`. */
  region?: string | undefined;
  /** Id of the image that it was deployed from, such as `compute/debian11`. */
  image?: string | undefined;
  /** One of its IPv4 addresses. */
  ipv4?: string | undefined;
}

/** The instances that match. */
export interface GetInstancesResult {
  /** The instances, in the service's order. */
  instances: GetInstanceResult[];
}

/** A disk of an instance. */
export interface InstanceDisk {
  /** The `diskId` to capture an `Image` from. */
  id: number;
  /** Its name. */
  label: string;
  /** `ready`, `not ready` or `deleting`. */
  status: string;
  /** In MB. */
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
  /** Id of the instance, as a number or a string of digits. */
  instanceId: number | string;
}

/** The disks of an instance. */
export interface GetInstanceDisksResult {
  /** The disks, in the service's order. */
  disks: InstanceDisk[];
}

const noun = "instance";
const scope = "computes:read_only";

const instances = openLookup<GetInstancesArgs, GetInstancesResult>({
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

const instance = lookup<GetInstanceArgs, GetInstanceResult>({
  name: "getInstance",
  path: "/compute/instances/{id}",
  noun,
  scope,
  ids: { id: objectId },
  knownBy: { name: "label", type: word },
});

const disks = lookup<GetInstanceDisksArgs, GetInstanceDisksResult>({
  name: "getInstanceDisks",
  path: "/compute/instances/{instanceId}/disks",
  noun,
  scope,
  ids: { instanceId: objectId },
  list: { as: "disks", by: {} },
  beyondDocuments: {
    owner: "/compute/instances/{instanceId}",
    instead: "If you need the id of a disk, take it from the service's own console and give it as a number.",
  },
});

/** The account's instances, or some of them (Linode API v4, Linode Instances). */
export const getInstances = instances.now;

/** The account's instances, or some of them, as an output. */
export const getInstancesOutput = instances.output;

/**
 * One instance (Linode API v4, Linode Instances), by its id or its label.
 * @throws when there is no such instance.
 */
export const getInstance = instance.now;

/** One instance, as an output. */
export const getInstanceOutput = instance.output;

/**
 * The disks of an instance.
 * @throws when there is no such instance, or the service does not offer this endpoint.
 */
export const getInstanceDisks = disks.now;

/** The disks of an instance, as an output. */
export const getInstanceDisksOutput = disks.output;
