import { MissingResourceError, NotFoundError } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { memoryKey } from "../identity";
import {
  APPLIED,
  appliedOf,
  argsOf,
  finishedState,
  isInSync,
  refreshedState,
  locate,
  parseId,
  liveMembersOf,
  serverValueOf,
  OPTIONS,
} from "../state";
import { wholeReadOf, readOptionsOf } from "../context";
import type { Context } from "../context";
import type { Recorded } from "../state";
import { confirmMissing } from "../waiting";
import { capitalize, sentence } from "../wording";
import { readSubResources } from "./record";

export interface Read {
  readonly state: Values;
  /** The user's inputs: as written in the program where nothing has drifted, otherwise with the live value. */
  readonly inputs: Values;
}

/**
 * Reads the resource for a refresh, or for a `.get`.
 * @returns undefined if a refresh finds that it no longer exists
 * @throws CloudError if a `.get` names a resource that does not exist
 */
export async function read(
  definition: Definition,
  { id, state }: Recorded,
  context: Context,
): Promise<Read | undefined> {
  const isRefresh = state[APPLIED] !== undefined;
  context.memory.objects.noteKnown(memoryKey(definition, id));
  try {
    const { collection, ownId } = locate(definition, id);
    const live = await context.reads.recent(collection, ownId, {
      ...wholeReadOf(definition),
      ...readOptionsOf(context),
    });
    const stored = { live, state: isRefresh ? state : {}, isRefresh };
    const details = await readSubResources({ definition, id, context }, stored);
    const { state: now, inputs } = isRefresh ? refreshed(definition, state, live) : firstRead(definition, id, live);
    return { state: { ...now, ...details }, inputs };
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await confirmMissing(definition, error, context);
    if (!isRefresh)
      throw new MissingResourceError(`${capitalize(definition.noun)} ${id} does not exist: ${sentence(error)}`);
    return undefined;
  }
}

function refreshed(definition: Definition, state: Values, live: Values): Read {
  const args = argsOf(state);
  const now = refreshedState(definition, state, live);
  const inputs = appliedOf(state).args.map((name) => {
    const rule = definition.args[name];
    const isUnchanged =
      !rule ||
      rule.writeOnly ||
      isInSync(rule, [args[name], now[name]], { args, returned: serverValueOf(state, name) });
    return [name, isUnchanged ? args[name] : liveMembersOf(args[name], now[name])] as const;
  });
  return { state: now, inputs: { ...Object.fromEntries(inputs), [OPTIONS]: state[OPTIONS] } };
}

/** What to record at the first read, without sub-resources. */
export function firstRead(definition: Definition, id: string, live: Values): Read {
  const { args } = parseId(definition, id);
  return { state: finishedState(definition, live, args), inputs: args };
}
