import type { InterruptedResult } from "../../provider/lifecycle/object";
import type { PendingOperation } from "../state/stack-state";

/** What is known about an interrupted operation. */
export interface Diagnosis {
  readonly pending: PendingOperation;
  /**
   * - `created`: one resource matches; `--apply` records it in state.
   * - `not-created`: no resource matches, so the next `pulumi up` creates one.
   * - `resumable`: the next command completes the operation.
   * - `discarded`: the user declared that it has no result to keep, or a later update created the resource.
   * - `undecided`: the user has to decide.
   */
  readonly result: "created" | "not-created" | "resumable" | "discarded" | "undecided";
  /** Pulumi IDs of the resources that match. */
  readonly ids: readonly string[];
  /** What was found, and what to do. */
  readonly explanation: string;
  /** The resource to record. */
  readonly found?: InterruptedResult;
}

/** What the user declares about the operations. */
export interface Decisions {
  /** IDs of resources that are results. */
  readonly accepted: readonly string[];
  /** Names or URNs of resources whose operations have no result to keep. */
  readonly discarded: readonly string[];
}

export function undecided(pending: PendingOperation, explanation: string, ids: readonly string[] = []): Diagnosis {
  return { pending, result: "undecided", ids, explanation };
}

/** What to do with leftovers: this command never writes to the API. */
export function ifNotNeeded(ids: readonly string[]): string {
  const these = ids.join(" or ");
  return `If nobody needs ${these}, delete it in the service's console and run this command again.`;
}
