import { CloudError } from "../../api/errors";
import type { Deadline } from "../context";

/** A deadline, and what the error says after it. */
export interface Limit {
  readonly deadline: Deadline;
  /** What was saved, and how to resume. */
  readonly afterwards: string;
}

export function timeoutError(what: string, { deadline: { seconds, operation }, afterwards }: Limit): CloudError {
  return new CloudError(
    `${what} after ${seconds} seconds. ${afterwards}, or raise customTimeouts: { ${operation}: "…" }.`,
  );
}
