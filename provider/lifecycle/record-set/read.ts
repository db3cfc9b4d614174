import { CloudError, isNotFound } from "../../api/errors";
import type { SetDefinition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { listEverywhere } from "../object";
import type { Read } from "../object";
import { APPLIED, appliedOf, argsOf, parentPath, parseId } from "../state";
import type { Context, Place } from "../context";
import type { Recorded } from "../state";
import { parentExists } from "../waiting";
import { capitalize, sentence } from "../wording";
import { sortedNumbers, parentOf, setId } from "./ledger";
import { asDeclared, declaredMembers, withDrift } from "./records";
import type { Present } from "./records";
import { pairSimilar, pairIdentical } from "./plan";
import type { Live } from "./plan";
import { readMembers, superfluous } from "./observe";

/**
 * Reads the set for a refresh, or the whole collection for a `.get`.
 * @returns undefined if a refresh finds that the parent no longer exists
 */
export async function readSet(
  definition: SetDefinition,
  { id, state }: Recorded,
  context: Context,
): Promise<Read | undefined> {
  const { noun } = definition;
  const { args: parents } = parseId(definition, id);
  const isRefresh = state[APPLIED] !== undefined;
  try {
    const args = isRefresh ? argsOf(state) : parents;
    const live = await readMembers({ definition, args, context }, state);
    return isRefresh ? refreshed(definition, state, live) : firstRead(definition, parents, live);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (!isRefresh) throw new CloudError(`${capitalize(noun)} ${id} does not exist: ${sentence(error)}`);
    if (!(await parentExists(definition, parents, context))) return undefined;
    throw new CloudError(
      `Could not confirm whether ${noun} ${id} still exists, although ${parentPath(definition, parents)} does. Nothing was changed; run ` +
        `the command again. Cause: ${sentence(error)}`,
    );
  }
}

/** One set of everything in the collection that the inputs name, or one set for each collection of the resource type. */
export function listSets(definition: SetDefinition, args: Values, context: Context): Promise<readonly Recorded[]> {
  const listIn = async ({ args: parents }: Place): Promise<readonly Recorded[]> => {
    const live = await readMembers({ definition, args: parents, context }, {});
    return [{ id: setId(definition, parents), state: firstRead(definition, parents, live).state }];
  };
  return listEverywhere(definition, args, { context, listIn });
}

/** Members without drift keep their values and order from the program; the rest are as the API returns them. */
function refreshed(definition: SetDefinition, state: Values, live: Live): Read {
  const { set } = definition;
  const args = argsOf(state);
  const parent = parentOf(state);
  const declared = declaredMembers(set, args, parent);
  const same = pairIdentical(declared, [...live.own, ...live.free, ...live.held]);
  const taken = new Set(same.pairs.map(([, present]) => present));
  const isLeft = (one: Present): boolean => !taken.has(one);
  const drift = pairSimilar(set, same.missing, live.own.filter(isLeft));
  const shown = new Map([
    ...same.pairs.map(([wanted]) => [wanted.index, wanted.args] as const),
    ...drift.pairs.map(([wanted, present]) => [wanted.index, withDrift(set, wanted, present.live)] as const),
  ]);
  const extra = [...drift.surplus, ...superfluous({ definition, args }, live, parent).filter(isLeft)];
  const members = [
    ...declared.flatMap(({ index }) => shown.get(index) ?? []),
    ...extra.map((present) => asDeclared(set, present.live)),
  ];
  const inputs = { ...args, [set.members]: members };
  const now = { ...state, [set.members]: members, [set.ids]: sortedNumbers(live.own.map(({ id }) => id)) };
  return { state: now, inputs };
}

/** What to record at the first read: all members of the collection. */
function firstRead({ set }: SetDefinition, parents: Values, live: Live): Read {
  const all = [...live.own, ...live.free, ...live.held];
  const members = all.map((present) => asDeclared(set, present.live));
  const state = {
    ...parents,
    [set.members]: members,
    [set.exclusive]: false,
    [set.ids]: sortedNumbers(all.map(({ id }) => id)),
    [APPLIED]: appliedOf({}),
  };
  return { state, inputs: parents };
}
