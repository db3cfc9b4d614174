import { integer, word } from "../definition/types";
import { openLookup } from "./lookup";

/** What something costs, in the currency of the account. */
export interface TypePrice {
  /** For an hour. */
  hourly: number;
  /** For a month. */
  monthly: number;
}

/** A plan, as named by the `type` of an instance. */
export interface InstanceType {
  /** Such as `g6-nanode-1`. */
  id: string;
  /** Such as `Nanode 1GB`. */
  label: string;
  /** `nanode`, `standard`, `dedicated`, `gpu` or `highmem`. */
  class: string;
  /** Number of virtual CPUs. */
  vcpus: number;
  /** Memory in MB. */
  memory: number;
  /** Disk in MB. */
  disk: number;
  /** Outgoing traffic that is included, in GB per month. */
  transfer: number;
  /** Outgoing bandwidth, in Mbit/s. */
  networkOut: number;
  /** Number of GPUs. */
  gpus: number;
  /** Price of the instance itself. */
  price: TypePrice;
  /** Prices of what can be added to it. */
  addons: { backups: { price: TypePrice } };
  /** The plan that has replaced it, if any. */
  successor: string | null;
}

/** Only plans that match all given fields; the whole list is read. */
export interface GetTypesArgs {
  /** Its name, such as `Nanode 1GB`. */
  label?: string | undefined;
  /** `nanode`, `standard`, `dedicated`, `gpu` or `highmem`. */
  class?: string | undefined;
  /** Number of virtual CPUs. */
  vcpus?: number | undefined;
  /** Memory in MB. */
  memory?: number | undefined;
  /** Number of GPUs. */
  gpus?: number | undefined;
}

/** The plans that match. */
export interface GetTypesResult {
  /** The plans, in the service's order. */
  types: InstanceType[];
}

const count = integer(0, Number.MAX_SAFE_INTEGER);

const types = openLookup<GetTypesArgs, GetTypesResult>({
  name: "getTypes",
  path: "/compute/types",
  noun: "type",
  list: {
    as: "types",
    by: {
      // The documents do not describe the list, so they mark nothing as filterable.
      label: { type: word, oursOnly: true },
      class: { type: word, oursOnly: true },
      vcpus: { type: count, oursOnly: true },
      memory: { type: count, oursOnly: true },
      gpus: { type: count, oursOnly: true },
    },
  },
  beyondDocuments: { instead: "Take the ids of the plans from the service's own price list." },
});

/**
 * The plans of instances, or some of them. Works without a token.
 * @throws when the service does not offer this endpoint.
 */
export const getTypes = types.now;

/** The plans of instances, or some of them, as an output. */
export const getTypesOutput = types.output;
