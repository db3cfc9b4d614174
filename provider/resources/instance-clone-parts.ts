import { listOf, objectId } from "../definition/types";

/** Ids of disks or configuration profiles of the instance that is cloned. */
export const ids = listOf(objectId);

/** The status of an instance until its last clone is made. Several may be made at once (Linode API v4, Linode Clone). */
export const CLONING = "cloning";
export const MOST_CLONES_AT_ONCE = 5;

/** Ids in the form that a clone request needs. */
export function numbers(list: unknown): number[] | undefined {
  return Array.isArray(list) ? list.map(Number) : undefined;
}
