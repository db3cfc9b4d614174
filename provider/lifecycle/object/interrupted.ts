import { createBody, idOf } from "../state";
import type { Recorded } from "../state";
import type { ResourceCall } from "../context";
import { findInterrupted } from "../ownership";
import type { Interrupted } from "../ownership";
import { awaitsContent, stateWithoutData } from "../upload";
import { progressFrom } from "./converge";
import { leftByCreate } from "./record";

/** A resource that an interrupted create may have led to. */
export interface InterruptedResult extends Recorded, Pick<Interrupted, "isOfTime" | "differing"> {
  /** When the API created it, as it shows the time; undefined if it does not show one. */
  readonly created: string | undefined;
}

/**
 * What an interrupted create may have led to, each with the unfinished state to record, which the next update resumes, or replaces if its
 * data was not uploaded. Read-only.
 * @param inFlightMs a time at which the create was in flight, in milliseconds since 1970
 */
export async function interruptedResults(
  call: ResourceCall,
  inFlightMs: number,
): Promise<readonly InterruptedResult[]> {
  const { definition, args } = call;
  const found = await findInterrupted(call, createBody(definition, args), inFlightMs);
  return found.map(({ live, isOfTime, differing }) => ({
    id: idOf(definition, args, live),
    state: awaitsContent(definition, live)
      ? stateWithoutData(call, live)
      : leftByCreate(call, progressFrom(live, true), []),
    created: isOfTime === undefined ? undefined : String(live.created),
    isOfTime,
    differing,
  }));
}
