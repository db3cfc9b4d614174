import { described } from "../definition/described";

/** Ids are numbers for the service and strings for Pulumi; both spellings mean the same object. */
export const canonicalObjectId = described(
  "A number and a string of the same digits are the same id.",
  (id: unknown): unknown => (typeof id === "string" && /^\d+$/.test(id) ? Number(id) : id),
);
