import { CloudError, isNotFound } from "../../api/errors";
import type { SetDefinition } from "../../definition/set";
import type { Values } from "../../definition/values";
import { UnfinishedError, collectionPath, isIgnored, optionsOf } from "../state";
import { deadlineFor } from "../context";
import { listed } from "../wording";
import type { Asked, Operation } from "../context";
import type { Recorded } from "../state";
import { isParentThere, withLock } from "../waiting";
import { carryOut } from "./execute";
import { confirmMembersDeleted, MembersStillThereError } from "./confirm-deleted";
import { adoptSet } from "./import";
import {
  adoptedIn,
  takenOver,
  fingerprintOfDeclared,
  holdMembers,
  keyOf,
  inPhases,
  beginLedger,
  finishedSet,
  setId,
  ambiguousOf,
  unfinishedSet,
} from "../members";
import type { Live, Need, Present } from "../members";
import { compare, observe, readMembers } from "./observe";

/**
 * Makes the collection, or its part, as declared. Members that already are exactly so become the set's own.
 * @throws UnfinishedError when anything fails after a write: the next `up` continues from there.
 */
export function createSet(asked: Asked<SetDefinition>): Promise<Recorded> {
  const { definition, args, context } = asked;
  return withLock(context.memory, collectionPath(definition, args), async () => {
    if (optionsOf(args).import !== undefined) return adoptSet(asked);
    const deadline = deadlineFor("create", asked);
    const need = await observe(asked, {});
    return { id: setId(definition, args), state: await fulfil({ ...asked, deadline }, need, {}) };
  });
}

/** Changes what differs from the declaration, and continues where an earlier operation stopped. */
export function updateSet(asked: Asked<SetDefinition>, state: Values): Promise<Values> {
  const { definition, args, context } = asked;
  return withLock(context.memory, collectionPath(definition, args), async () => {
    const deadline = deadlineFor("update", asked);
    const need = await compare(asked, state, await readExisting(asked, state));
    warnOfTakeovers(asked, state, need);
    return fulfil({ ...asked, deadline }, need, state);
  });
}

async function fulfil(operation: Operation<SetDefinition>, need: Need, state: Values): Promise<Values> {
  const { definition, args } = operation;
  const { set } = definition;
  const ledger = beginLedger(need, need.live.own, [
    ...adoptedIn(state),
    ...newlyAdopted(operation, state, need).map(({ id }) => id),
  ]);
  const phases = isIgnored(args, set.members) ? [] : inPhases(set, need.match);
  try {
    await carryOut({ ...operation, ledger }, phases);
    await confirmMembersDeleted(operation, Array.from(ledger.deleted.keys()));
    return finishedSet(operation, ledger);
  } catch (error) {
    if (error instanceof MembersStillThereError) {
      for (const id of error.ids) ledger.own.set(id, { live: ledger.deleted.get(id) ?? {} });
    }
    if (!ledger.wrote && !ledger.isAmbiguous) throw error;
    throw new UnfinishedError({ id: setId(definition, args), state: unfinishedSet(operation, ledger) }, error);
  } finally {
    holdMembers(operation, ledger.own.keys());
  }
}

async function readExisting(asked: Asked<SetDefinition>, state: Values): Promise<Live> {
  const { definition, args, context } = asked;
  try {
    return await readMembers(asked, state);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (await isParentThere(definition, args, context)) throw error;
    throw new CloudError(
      `The parent of the ${definition.noun} with id ${setId(definition, args)} no longer exists: ${error.message}. ` +
        "Run `pulumi up --refresh` to create it again, or `pulumi refresh` to remove it from the state.",
    );
  }
}

/** For an update; the preview of a create warns itself. */
function warnOfTakeovers({ definition, args, context }: Asked<SetDefinition>, state: Values, need: Need): void {
  const { set } = definition;
  const taken = newlyAdopted({ definition, args, context }, state, need);
  if (taken.length === 0) return;
  context.warn(
    `Took over the ${set.members} that were there exactly as declared (${taken.length}): ` +
      `${listed(taken.map(({ id }) => `id ${id}`))}. From now on they change and are deleted with this set.`,
  );
}

/** Members that somebody else made and that the set adopts. What an exclusive set finds in its part is its own. */
function newlyAdopted({ definition, args }: Asked<SetDefinition>, state: Values, need: Need): readonly Present[] {
  const { set } = definition;
  if (args[set.exclusive] === true) return [];
  const ours = new Set(ambiguousOf(state).map((one) => keyOf(fingerprintOfDeclared(set.member, one, need.parent))));
  return takenOver(need).filter(({ key }) => !ours.has(key));
}
