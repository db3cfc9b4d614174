import { partsOfPath, valueAt } from "../../definition/property-path";
import type { Failure } from "../../definition/types";
import type { Values } from "../../definition/values";

/** A longer text would hide the reason. */
const LONGEST_SHOWN = 60;

/**
 * Lets each "must be …" end with the value that was given instead, unless that is a secret or says nothing.
 * @param isSecret whether what is at a path (`["records", "3", "target"]`) must not be shown
 */
export function withGivenValues(
  failures: readonly Failure[],
  args: Values,
  isSecret: (path: readonly string[]) => boolean,
): Failure[] {
  return failures.map((failure) => {
    const path = partsOfPath(failure.path);
    const isShown = failure.reason.startsWith("must be ") && !isSecret(path);
    const value = isShown ? shownValue(valueAt(args, path)) : undefined;
    return value === undefined ? failure : { ...failure, reason: `${failure.reason}, not ${value}` };
  });
}

function shownValue(value: unknown): string | undefined {
  if (!["string", "number", "boolean"].includes(typeof value)) return undefined;
  const text = JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? undefined : text;
}
