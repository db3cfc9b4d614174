import type { ArgumentRule } from "../definition/argument";
import { objectId } from "../definition/types";
import { canonicalObjectId } from "../normalise/object-id";

/** The id of another object. */
export const idArgument = {
  type: objectId,
  compare: { canonical: canonicalObjectId },
} as const satisfies ArgumentRule<number | string, object>;

/** The id of the object that the collection is in. */
export const idInPath = {
  ...idArgument,
  required: true,
  sent: { in: "path" },
  change: { replaces: true },
} as const satisfies ArgumentRule<number | string, object>;
