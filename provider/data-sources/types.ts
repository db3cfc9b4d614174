import { integer, word } from "../definition/types";
import { defineDataSource } from "./rule";

/** A price, in the account's currency. */
export interface TypePrice {
  /** Price per hour. */
  hourly: number;
  /** Price per month. */
  monthly: number;
}

/** A plan, as in the `type` of an instance. */
export interface InstanceType {
  /** Plan ID, such as `g6-nanode-1`. */
  id: string;
  /** Label of the plan, such as `Nanode 1GB`. */
  label: string;
  /** `nanode`, `standard`, `dedicated`, `gpu` or `highmem`. */
  class: string;
  /** Number of virtual CPUs. */
  vcpus: number;
  /** Memory in MB. */
  memory: number;
  /** Disk in MB. */
  disk: number;
  /** Included outgoing traffic, in GB per month. */
  transfer: number;
  /** Outgoing bandwidth, in Mbit/s. */
  networkOut: number;
  /** Number of GPUs. */
  gpus: number;
  /** Price of the instance. */
  price: TypePrice;
  /** Prices of add-ons. */
  addons: { backups: { price: TypePrice } };
  /** Plan that has replaced this one; null if there is none. */
  successor: string | null;
}

/** Filters for plans; a plan must match all of them. The whole list is read. */
export interface GetTypesArgs {
  /** Label of the plan, such as `Nanode 1GB`. */
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

/** The matching plans. */
export interface GetTypesResult {
  /** The plans, in the API's order. */
  types: InstanceType[];
}

const count = integer(0, Number.MAX_SAFE_INTEGER);

/**
 * The plans for instances, optionally filtered. Works without a token.
 * @throws when the API does not offer this endpoint.
 */
export const getTypesRule = defineDataSource<GetTypesArgs, GetTypesResult>({
  name: "getTypes",
  path: "/compute/types",
  noun: "type",
  list: {
    as: "types",
    by: {
      // The API documents do not describe the list, so they mark nothing as filterable.
      label: { type: word, oursOnly: true },
      class: { type: word, oursOnly: true },
      vcpus: { type: count, oursOnly: true },
      memory: { type: count, oursOnly: true },
      gpus: { type: count, oursOnly: true },
    },
  },
  beyondDocuments: { instead: "Use the plan IDs in the service's price list." },
});
