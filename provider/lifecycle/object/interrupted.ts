import type { Values } from "../../definition/values";
import { createBody, idOf } from "../state";
import type { Recorded } from "../state";
import type { ResourceCall } from "../context";
import { createdDate } from "../identity";
import { findInterrupted } from "../ownership";
import type { Interrupted, Interruption } from "../ownership";
import { awaitsContent, stateWithoutData } from "../upload";
import { progressFrom } from "./converge";
import { stateAfterFailedCreate } from "./record";

/** A resource that an interrupted create may have led to. */
export interface InterruptedResult extends Recorded, Omit<Interrupted, "live"> {
  readonly created: string | undefined;
  /** IDs of the records, for a set. */
  readonly records?: readonly string[];
}

/**
 * What an interrupted create may have led to, each with the unfinished state to record, which the next update resumes, or replaces if its
 * data was not uploaded. Read-only.
 */
export async function interruptedResults(
  call: ResourceCall,
  interruption: Interruption,
): Promise<readonly InterruptedResult[]> {
  const { definition, args } = call;
  const found = await findInterrupted(call, createBody(definition, args), interruption);
  return found.map(({ live, ...evidence }) => ({
    id: idOf(definition, args, live),
    state: asFound(call, live),
    created: createdDate(live),
    ...evidence,
  }));
}

/** The unfinished state of what an interrupted create led to. The next update resumes it, or replaces it if its data was not uploaded. */
export function asFound(call: ResourceCall, live: Values): Values {
  return awaitsContent(call.definition, live)
    ? stateWithoutData(call, live)
    : stateAfterFailedCreate(call, progressFrom(live, true), []);
}
