import { listOf, text } from "../definition/types";
import type { ArgumentRule } from "../definition/argument";
import { unordered } from "../normalise/unordered";

const LEAST = 3;
const MOST = 50;

export const tags: ArgumentRule<string[], object> = {
  type: listOf(text(0, Infinity)),
  compare: { by: unordered },
  removal: { sends: [] },
  warning: tagsOfOtherLengths,
};

/** A tag of fewer than 3 or more than 50 characters. */
function tagsOfOtherLengths(wanted: string[]): string | undefined {
  const lengths = wanted.map((tag) => Array.from(tag).length);
  const wrong = lengths.flatMap((length, index) =>
    length < LEAST || length > MOST ? [`tags[${index}] has ${length}`] : [],
  );
  return wrong.length === 0
    ? undefined
    : `the API is known to reject tags of fewer than ${LEAST} or more than ${MOST} characters (${wrong.join(", ")})`;
}
