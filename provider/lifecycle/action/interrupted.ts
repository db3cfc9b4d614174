import type { ActionDefinition } from "../../definition/definition";
import type { ResourceCall } from "../context";
import type { InterruptedResult } from "../object";
import { createdDate, isUnclaimed } from "../identity";
import { grade, pendingRequest } from "../ownership";
import type { Interruption } from "../ownership";
import { idOf } from "../state";
import { readEvidence } from "./evidence";
import { unfinishedAction } from "./run";

/**
 * What an interrupted action may have created, each with the unfinished state to record, whose next update waits for it. Read-only.
 * @returns undefined for an action that creates nothing
 */
export async function interruptedActionResults(
  call: ResourceCall<ActionDefinition>,
  { inFlightMs }: Interruption,
): Promise<readonly InterruptedResult[] | undefined> {
  const { definition, args, context } = call;
  const { evidence, makes } = definition.action;
  if (!makes) return undefined;
  const response = await readEvidence(call);
  const pending = pendingRequest(call, inFlightMs);
  const markers = evidence.markers(response, args);
  const found = makes.objects(response).filter((live) => markers.includes(String(live.id)) && isUnclaimed(call, live));
  return found.map((live) => ({
    id: idOf(definition, args, live),
    state: unfinishedAction(call, { before: [], mark: String(live.id) }),
    created: createdDate(live),
    ...grade({ definition, context }, live, pending),
    isNoted: false,
  }));
}
