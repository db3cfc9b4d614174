import { described } from "../definition/types";

/** IDs are numbers in the API and strings in Pulumi. */
export const canonicalObjectId = described(
  "A number and a string with the same digits are equivalent.",
  (id: unknown): unknown => (typeof id === "string" && /^\d+$/.test(id) ? Number(id) : id),
);
