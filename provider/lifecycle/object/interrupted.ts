import { createBody, idOf } from "../state";
import type { Recorded } from "../state";
import { deadlineFor } from "../context";
import type { ResourceCall } from "../context";
import { differing, findInterrupted, isOfFlight, normalized } from "../ownership";
import { awaitsContent, stateWithoutData } from "../upload";
import { progressFrom } from "./converge";
import { leftByCreate } from "./record";

/** A resource that an interrupted create may have led to. */
export interface InterruptedResult extends Recorded {
  /** When the API created it, as it shows the time; undefined if it does not show one. */
  readonly created: string | undefined;
  /** Whether it was created while the interrupted create can have run; undefined if the API does not show when it was created. */
  readonly isOfTime: boolean | undefined;
  /** Inputs that the create sent and that the resource does not match. */
  readonly differing: readonly string[];
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
  const found = await findInterrupted(call);
  if (found.length === 0) return [];
  const wanted = await normalized(call);
  const body = createBody(definition, args);
  const sent = Object.keys(body).filter((name) => args[name] !== undefined);
  const { shownAsSent = [] } = definition.identity;
  return found.map((live) => {
    const operation = { ...call, id: idOf(definition, args, live), deadline: deadlineFor("create", call) };
    const isOfTime = isOfFlight(live, inFlightMs, operation.deadline.seconds);
    const otherwise = shownAsSent.filter((name) => (body[name] ?? "") !== (live[name] ?? ""));
    return {
      id: operation.id,
      state: awaitsContent(definition, live)
        ? stateWithoutData(call, live)
        : leftByCreate(operation, progressFrom(live, true), []),
      created: isOfTime === undefined ? undefined : String(live.created),
      isOfTime,
      differing: [...new Set([...differing({ definition, args: wanted }, live, sent), ...otherwise])],
    };
  });
}
