import type { ArgumentRule } from "../definition/argument";
import { objectId } from "../definition/types";
import { canonicalObjectId } from "../normalise/object-id";

/** The ID of another resource. */
export const idArgument = {
  type: objectId,
  compare: { canonical: canonicalObjectId },
} as const satisfies ArgumentRule<number | string, object>;

/** The ID of the parent that the collection belongs to. */
export const idInPath = {
  ...idArgument,
  required: true,
  sent: { in: "path" },
  change: { replaces: true },
} as const satisfies ArgumentRule<number | string, object>;
