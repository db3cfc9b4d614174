import type { InterruptedResult } from "../../provider/lifecycle/object";
import type { PendingOperation } from "../state/stack-state";

/** What is known about an interrupted operation. */
export interface Diagnosis {
  readonly pending: PendingOperation;
  readonly urn: string;
  readonly name: string;
  readonly kind: string;
  /** `creating`, `updating`, `deleting`, `reading` or `importing`. */
  readonly operation: string;
  /**
   * - `created`: one resource matches; `--apply` records it in state.
   * - `not-created`: no resource matches, so the next `pulumi up` creates one.
   * - `resumable`: the next command completes the operation.
   * - `discarded`: the user declared that it has no result to keep.
   * - `undecided`: the user has to decide.
   */
  readonly result: "created" | "not-created" | "resumable" | "discarded" | "undecided";
  /** Pulumi IDs of the resources that match. */
  readonly ids: readonly string[];
  /** What was found, and what to do. */
  readonly explanation: string;
  /** The resource to record; not set if another operation already records it. */
  readonly found?: InterruptedResult;
}

export function about(pending: PendingOperation) {
  const { urn, name, kind } = pending.resource;
  return { pending, urn, name, kind, operation: pending.type };
}

export function undecided(operation: PendingOperation, explanation: string): Diagnosis {
  return { ...about(operation), result: "undecided", ids: [], explanation };
}

/** What to do with leftovers: this command never writes to the API. */
export function ifNotNeeded(ids: readonly string[]): string {
  return `If nobody needs ${ids.join(" or ")}, delete it in the service's console and run this command again.`;
}
