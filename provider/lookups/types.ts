import { integer, word } from "../definition/types";
import { openLookup } from "./lookup";

/** What something costs, in the currency of the account. */
export interface TypePrice {
  hourly: number;
  monthly: number;
}

/** A plan, as named by the `type` of an instance; the documents only refer to it. */
export interface InstanceType {
  /** Such as `g6-nanode-1`. */
  id: string;
  /** Such as `Nanode 1GB`. */
  label: string;
  /** `nanode`, `standard`, `dedicated`, `gpu` or `highmem`. */
  class: string;
  vcpus: number;
  /** In MB. */
  memory: number;
  /** In MB. */
  disk: number;
  /** In GB per month. */
  transfer: number;
  /** In Mbit/s. */
  networkOut: number;
  gpus: number;
  price: TypePrice;
  addons: { backups: { price: TypePrice } };
  /** The plan that has replaced it, if any. */
  successor: string | null;
}

/** Only plans that match all given fields; the whole list is read. */
export interface GetTypesArgs {
  label?: string | undefined;
  class?: string | undefined;
  vcpus?: number | undefined;
  /** In MB, exactly. */
  memory?: number | undefined;
  gpus?: number | undefined;
}

export interface GetTypesResult {
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
 * @throws when the service does not offer this endpoint, which the documents only refer to.
 */
export const getTypes = types.now;

/** The plans of instances, or some of them, as an output. */
export const getTypesOutput = types.output;
