import type { ActionDefinition } from "../../definition/definition";
import type { OpenIntent } from "../../journal/intent";
import { readEvidence } from "../context";
import type { ResourceCall } from "../context";
import type { InterruptedResult } from "../object";
import { createdDate, isUnclaimed } from "../identity";
import { grade, invisibleForMs, perhapsCreated } from "../ownership";
import { collectionPath, idOf, optionsOf } from "../state";
import type { Recorded } from "../state";
import { searchLate } from "../waiting";
import { perhapsRan, unfinishedAction } from "./outcome";

/**
 * What an update created that was killed, perhaps on another machine, so that only the state shows it.
 * @throws CloudError if nothing shows whether it did
 */
export async function foundForKilled(call: ResourceCall<ActionDefinition>): Promise<Recorded | undefined> {
  const { definition, args, context } = call;
  const intents = pendingIntents(call);
  const last = intents.findLast(({ collection }) => collection === collectionPath(definition, args));
  let results: readonly InterruptedResult[] = [];
  if (last && args.alreadyDone !== true) {
    const look = async (): Promise<true | undefined> => {
      const found = await resultsOf(call, last);
      if (!found) throw perhapsRan(definition, last);
      results = found;
      return found.length > 0 || undefined;
    };
    if (!(await look())) await searchLate(context, look, invisibleForMs(last, context));
    const [first, ...others] = results;
    const also = others.map(({ id }) => `so may ${id}`);
    if (first && (also.length > 0 || first.verdict !== "ours"))
      throw perhapsCreated(definition, { id: first.id, because: [...also, ...first.because], request: last });
  }
  for (const { id } of intents) context.journal.settle(id);
  return results[0];
}

/**
 * What an interrupted action may have created, each with the unfinished state to record, whose next update waits for it. Read-only.
 * @returns undefined for an action that creates nothing
 */
export async function interruptedActionResults(
  call: ResourceCall<ActionDefinition>,
): Promise<readonly InterruptedResult[] | undefined> {
  const last = pendingIntents(call).at(-1);
  return last ? resultsOf(call, last) : [];
}

/** Those of updates that were killed on other machines. */
function pendingIntents({ args, context }: ResourceCall): readonly OpenIntent[] {
  return context.journal.openIntents(optionsOf(args).urn).filter(({ before }) => before === undefined);
}

async function resultsOf(
  call: ResourceCall<ActionDefinition>,
  request: OpenIntent,
): Promise<readonly InterruptedResult[] | undefined> {
  const { definition, args, context } = call;
  const { evidence } = definition.action;
  if (evidence.shows !== "object") return undefined;
  const found = evidence.results(await readEvidence(call), args).filter((live) => isUnclaimed(call, live));
  return found.map((live) => ({
    id: idOf(definition, args, live),
    state: unfinishedAction(call, { before: [], mark: String(live.id) }),
    created: createdDate(live),
    ...grade({ definition, context, namesLookalikes: true }, live, request),
  }));
}
