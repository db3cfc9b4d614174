import { CloudError, isNotFound, NotFoundError } from "../../api/errors";
import type { SetDefinition } from "../../definition/set";
import type { Values } from "../../definition/values";
import { listed } from "../state/wording";
import { deadlineFor } from "../state/context";
import type { Context } from "../state/context";
import { fewAtATime } from "../waiting/concurrency";
import { deleteIfThere, sendDelete } from "../waiting/confirm-not-found";
import { collectionPath, isOwnId } from "../state/ids";
import { holderOf } from "../state/run-memory";
import { memberMemoryKey, readMembers } from "./observe";
import { declaredIn } from "./members";
import { isParentThere } from "./parent";
import { sameOf } from "./plan";
import { ownIds, parentOf, unclearOf } from "./state";
import { argsOf } from "../state/state";
import { withLock } from "../waiting/locks";

/** Deletes the set's own members; those that are gone already are a success. Nothing is read unless a member is missing. */
export function removeSet(definition: SetDefinition, state: Values, context: Context): Promise<void> {
  return withLock(context.memory, collectionPath(definition, state), async () => {
    const { set } = definition;
    const deadline = deadlineFor("delete", definition, { args: state, clock: context.clock });
    const path = collectionPath(definition, state);
    const known = ownIds(definition, state).filter((id) => isOwnId(set.member, id));
    const ids = [...known, ...(await madeMeanwhile(definition, state, context))];
    const isKept = (id: string): boolean =>
      holderOf(context.memory, memberMemoryKey(definition, state, id)) !== undefined;
    const kept = ids.filter(isKept);
    if (kept.length > 0) {
      context.warn(`Kept the ${set.members} that another resource of this program has now: ${listed(kept)}.`);
    }
    const leaving = ids.filter((id) => !isKept(id));
    const step = Math.ceil(leaving.length / 50);
    let done = 0;
    let parent: Promise<boolean> | undefined;
    let isOver = false;
    const goesOn = (): boolean => !isOver && !context.signal.aborted && context.clock.now() <= deadline.at;
    const rest = await fewAtATime(
      leaving,
      async (id) => {
        const member = { collection: path, ownId: id, deadlineMs: deadline.at };
        try {
          await sendDelete(member, context);
        } catch (error) {
          if (!isNotFound(error)) throw error;
          parent ??= isParentThere(definition, state, context);
          if (await parent) await deleteIfThere(member, context).catch(ignoreMissing);
          else isOver = true;
        }
        context.memory.deleted.add(memberMemoryKey(definition, state, id));
        done++;
        if (done % step === 0) context.progress(`${done} of ${leaving.length} ${set.members} deleted`);
      },
      goesOn,
    );
    context.signal.throwIfAborted();
    if (rest.length === 0 || isOver) return;
    throw new CloudError(
      `${rest.length} of ${leaving.length} ${set.members} are still there after ${deadline.seconds} seconds. Run it again to go on, or ` +
        'allow more time with the option customTimeouts: { delete: "…" }.',
    );
  });
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof NotFoundError)) throw error;
}

/** What creations without a clear answer have made after all. */
async function madeMeanwhile(definition: SetDefinition, state: Values, context: Context): Promise<string[]> {
  const { set } = definition;
  const unclear = unclearOf(state);
  if (unclear.length === 0) return [];
  try {
    const live = await readMembers(definition, state, argsOf(state), context);
    const lost = declaredIn(set, { [set.members]: unclear }, parentOf(state));
    return sameOf(lost, live.free).pairs.map(([, { id }]) => id);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (!(await isParentThere(definition, state, context))) return [];
    throw error;
  }
}
