import { CloudError } from "../../api/errors";
import type { Deadline } from "../context";

/** What an operation is allowed, and what to say when that is over. */
export interface Limit {
  readonly deadline: Deadline;
  /** What the run has left behind by then, and how to go on. */
  readonly afterwards: string;
}

export function tooLate(what: string, { deadline: { seconds, operation }, afterwards }: Limit): CloudError {
  return new CloudError(
    `${what} after ${seconds} seconds. ${afterwards}, or allow more time with the option customTimeouts: { ${operation}: "…" }.`,
  );
}
