import { described } from "../definition/argument";

/** Ids are numbers in the service and strings in Pulumi; both mean the same object. */
export const canonicalObjectId = described(
  "A number and a string with the same digits are equivalent.",
  (id: unknown): unknown => (typeof id === "string" && /^\d+$/.test(id) ? Number(id) : id),
);
