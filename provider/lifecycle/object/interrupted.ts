import type { Values } from "../../definition/values";
import type { Recorded } from "../state";
import type { ResourceCall } from "../context";
import { createdDate } from "../identity";
import { findInterrupted } from "../ownership";
import type { Grade } from "../ownership";
import { awaitsContent, stateWithoutData } from "../upload";
import { progressFrom } from "./converge";
import { stateAfterFailedCreate } from "./record";

/** A resource that an interrupted create may have led to. */
export interface InterruptedResult extends Recorded, Grade {
  readonly created: string | undefined;
  /** Whether the response to the create named it. */
  readonly isNamed?: boolean;
  /** IDs of the records, for a set. */
  readonly records?: readonly string[];
}

/**
 * What interrupted creates may have led to, each with the unfinished state to record, which the next update resumes, or replaces if its data
 * was not uploaded. Read-only.
 */
export async function interruptedResults(call: ResourceCall): Promise<readonly InterruptedResult[]> {
  const found = await findInterrupted(call);
  return found.map(({ id, live, request, verdict, because }) => ({
    id,
    state: asFound(call, live),
    created: createdDate(live),
    isNamed: request.response?.made !== undefined,
    verdict,
    because,
  }));
}

/** The unfinished state of what an interrupted create led to. The next update resumes it, or replaces it if its data was not uploaded. */
export function asFound(call: ResourceCall, live: Values): Values {
  return awaitsContent(call.definition, live)
    ? stateWithoutData(call, live)
    : stateAfterFailedCreate(call, progressFrom(live, true), []);
}
