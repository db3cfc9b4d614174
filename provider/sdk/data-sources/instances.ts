import { getInstancesRule, getInstanceRule, getInstanceDisksRule } from "../../data-sources/instances";
import type {
  GetInstanceArgs,
  GetInstanceDisksArgs,
  GetInstanceDisksResult,
  GetInstanceResult,
  GetInstancesArgs,
  GetInstancesResult,
} from "../../data-sources/instances";
import { dataSource, openDataSource } from "./data-source";

export type {
  GetInstanceResult,
  GetInstanceByLabelArgs,
  GetInstanceByIdArgs,
  GetInstanceArgs,
  GetInstancesArgs,
  GetInstancesResult,
  InstanceDisk,
  GetInstanceDisksArgs,
  GetInstanceDisksResult,
} from "../../data-sources/instances";

const instances = openDataSource<GetInstancesArgs, GetInstancesResult>(getInstancesRule);
const instance = dataSource<GetInstanceArgs, GetInstanceResult>(getInstanceRule);
const disks = dataSource<GetInstanceDisksArgs, GetInstanceDisksResult>(getInstanceDisksRule);

/** The account's instances, optionally filtered (Linode API v4, Linode Instances). */
export const getInstances = instances.now;

/** The account's instances, optionally filtered, as an output. */
export const getInstancesOutput = instances.output;

/**
 * One instance, by its ID or its label (Linode API v4, Linode Instances).
 * @throws when the instance does not exist.
 */
export const getInstance = instance.now;

/** One instance, as an output. */
export const getInstanceOutput = instance.output;

/**
 * The disks of an instance.
 * @throws when the instance does not exist, or the API does not offer this endpoint.
 */
export const getInstanceDisks = disks.now;

/** The disks of an instance, as an output. */
export const getInstanceDisksOutput = disks.output;
