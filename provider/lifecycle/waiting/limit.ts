import { CloudError } from "../../api/errors";
import type { Deadline } from "../context";

/** The deadline of an operation, and what to say when it has passed. */
export interface Limit {
  readonly deadline: Deadline;
  /** What has been left behind by then, and how to continue. */
  readonly afterwards: string;
}

export function tooLate(what: string, { deadline: { seconds, operation }, afterwards }: Limit): CloudError {
  return new CloudError(
    `${what} after ${seconds} seconds. ${afterwards}, or raise customTimeouts: { ${operation}: "…" }.`,
  );
}
