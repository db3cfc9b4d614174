import { listOf, word } from "../definition/types";
import type { ArgumentRule } from "../definition/definition";
import { unordered } from "../normalise/unordered";

const LEAST = 3;
const MOST = 50;

/** Tags of an object. */
export const tags: ArgumentRule = {
  type: listOf(word),
  compareBy: unordered,
  whenRemoved: [],
  warnsOf: tagsOfOtherLengths,
};

/** One of fewer than 3 or more than 50 characters. */
function tagsOfOtherLengths(wanted: unknown): string | undefined {
  const lengths = (Array.isArray(wanted) ? wanted : []).map((tag) => Array.from(String(tag)).length);
  const wrong = lengths.flatMap((length, index) =>
    length < LEAST || length > MOST ? [`tags[${index}] has ${length}`] : [],
  );
  return wrong.length === 0
    ? undefined
    : `the service is known to refuse a tag of fewer than ${LEAST} or more than ${MOST} characters: ${wrong.join(", ")}`;
}
