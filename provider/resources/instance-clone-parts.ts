import { listOf, objectId } from "../definition/types";

/** IDs of disks or configuration profiles of the source. */
export const ids = listOf(objectId);

/** The status of an instance until its last clone is complete. Several can be created at once (Linode API v4, Linode Clone). */
export const CLONING = "cloning";
export const MAX_CLONES_AT_ONCE = 5;

/** IDs in the form that a clone request needs. */
export function numbers(list: unknown): number[] | undefined {
  return Array.isArray(list) ? list.map(Number) : undefined;
}
