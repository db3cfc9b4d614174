import { CloudError, isNotFound } from "../../api/errors";
import type { SetDefinition } from "../../definition/set";
import type { Values } from "../../definition/values";
import { listed } from "../state/wording";
import { deadlineFor, isIgnored, optionsOf } from "../state/context";
import type { Context, Deadline } from "../state/context";
import { collectionPath, idOf } from "../state/ids";
import { noteHeld } from "../state/run-memory";
import { adoptSet } from "./import";
import { memberMemoryKey, needOf, readMembers } from "./observe";
import type { Live, Need } from "./observe";
import { keyOf, seenOfDeclared } from "./members";
import { isParentThere } from "./parent";
import { inPhases } from "./plan";
import { stateOf, unclearOf } from "./state";
import type { Ledger } from "./state";
import { carryOut } from "./execute";
import type { Created } from "../state/state";
import { withLock } from "../waiting/locks";
import { UnfinishedError } from "../state/partial-failure";

/**
 * Makes the collection, or its part, as declared. What is there already, just as declared, becomes the set's own.
 * @throws UnfinishedError when anything fails after a write: the next `up` goes on from there.
 */
export function createSet(definition: SetDefinition, args: Values, context: Context): Promise<Created> {
  return withLock(context.memory, collectionPath(definition, args), async () => {
    if (optionsOf(args).import !== undefined) return adoptSet(definition, args, context);
    const deadline = deadlineFor("create", definition, { args, clock: context.clock });
    const live = await readMembers(definition, {}, args, context);
    const need = await needOf(definition, {}, args, live, context);
    return { id: setId(definition, args), state: await fulfil({ definition, args, live, need, deadline, context }) };
  });
}

/** Changes what differs from what is declared, and goes on where an earlier operation stopped. */
export function updateSet(definition: SetDefinition, state: Values, args: Values, context: Context): Promise<Values> {
  return withLock(context.memory, collectionPath(definition, args), async () => {
    const deadline = deadlineFor("update", definition, { args, clock: context.clock });
    const live = await readExisting(definition, state, args, context);
    const need = await needOf(definition, state, args, live, context);
    sayTakenOver(definition, state, args, { live, need }, context);
    return fulfil({ definition, args, live, need, deadline, context });
  });
}

function setId(definition: SetDefinition, args: Values): string {
  return idOf(definition, args, { id: definition.set.members });
}

interface Task {
  readonly definition: SetDefinition;
  readonly args: Values;
  readonly live: Live;
  readonly need: Need;
  readonly deadline: Deadline;
  readonly context: Context;
}

async function fulfil({ definition, args, live, need, deadline, context }: Task): Promise<Values> {
  const owned = new Map(live.own.map((one) => [one.id, { live: one.live }] as const));
  const ledger: Ledger = {
    own: new Map([...owned, ...need.same.map(([wanted, one]) => [one.id, { live: one.live, wanted }] as const)]),
    others: need.others,
    unclear: new Map(),
    parent: need.parent,
    wrote: false,
  };
  const phases = isIgnored(args, definition.set.members) ? [] : inPhases(definition.set, need.match);
  try {
    await carryOut({ definition, args, ledger, deadline, context }, phases);
    return stateOf(definition, args, ledger, true);
  } catch (error) {
    if (!ledger.wrote && ledger.unclear.size === 0) throw error;
    throw new UnfinishedError(setId(definition, args), stateOf(definition, args, ledger, false), error);
  } finally {
    holdMembers(definition, args, ledger.own.keys(), context);
  }
}

/** From now on, a delete that comes from a stale entry of the state keeps them. */
function holdMembers(definition: SetDefinition, args: Values, ids: Iterable<string>, context: Context): void {
  const keys = Array.from(ids, (id) => memberMemoryKey(definition, args, id));
  noteHeld(context.memory, optionsOf(args).urn, ...keys);
}

async function readExisting(definition: SetDefinition, state: Values, args: Values, context: Context): Promise<Live> {
  try {
    return await readMembers(definition, state, args, context);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (await isParentThere(definition, args, context)) throw error;
    throw new CloudError(
      `What the ${definition.noun} with id ${setId(definition, args)} is in no longer exists: ${error.message}. ` +
        "Run `pulumi refresh` to take it out of the state; the next `pulumi up` then creates it again.",
    );
  }
}

/** A create says so beforehand. */
function sayTakenOver(
  definition: SetDefinition,
  state: Values,
  args: Values,
  { live, need }: { live: Live; need: Need },
  context: Context,
): void {
  const { set } = definition;
  if (args[set.exclusive] === true) return;
  const free = new Set(live.free);
  const ours = new Set(unclearOf(state).map((one) => keyOf(seenOfDeclared(set.member, one, need.parent))));
  const taken = need.same.map(([, present]) => present).filter((one) => free.has(one) && !ours.has(one.key));
  if (taken.length === 0) return;
  context.warn(
    `Took over the ${set.members} that were there just as declared (${taken.length}): ` +
      `${listed(taken.map(({ id }) => `id ${id}`))}. They change and go with this set from now on.`,
  );
}
