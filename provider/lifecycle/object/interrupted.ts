import { createBody, idOf } from "../state";
import type { Recorded } from "../state";
import { deadlineFor } from "../context";
import type { ResourceCall } from "../context";
import { differing, findInterrupted, normalized } from "../ownership";
import type { InFlight } from "../ownership";
import { awaitsContent, stateWithoutData } from "../upload";
import { progressFrom } from "./converge";
import { leftByCreate } from "./record";

/** A resource that an interrupted create may have led to. */
export interface InterruptedResult extends Recorded {
  /** When the API created it, as it shows the time; undefined if it does not show one. */
  readonly created: string | undefined;
  /** Inputs that the create sent and that the resource does not match. */
  readonly differing: readonly string[];
}

/**
 * What an interrupted create may have led to, each with the unfinished state to record, which the next update
 * resumes, or replaces if its data was not uploaded. Read-only.
 */
export async function interruptedResults(
  call: ResourceCall,
  inFlight: InFlight,
): Promise<readonly InterruptedResult[]> {
  const { definition, args } = call;
  const found = await findInterrupted(call, inFlight);
  if (found.length === 0) return [];
  const wanted = await normalized(call);
  const sent = Object.keys(createBody(definition, args)).filter((name) => args[name] !== undefined);
  return found.map((live) => {
    const id = idOf(definition, args, live);
    const operation = { ...call, id, deadline: deadlineFor("create", call) };
    return {
      id,
      state: awaitsContent(definition, live)
        ? stateWithoutData(call, live)
        : leftByCreate(operation, progressFrom(live, true), []),
      created: typeof live.created === "string" ? live.created : undefined,
      differing: differing({ definition, args: wanted }, live, sent),
    };
  });
}
