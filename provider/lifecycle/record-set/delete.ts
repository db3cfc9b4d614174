import { CloudError, NotFoundError, isNotFound } from "../../api/errors";
import type { SetDefinition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { argsOf, collectionPath, isOwnId } from "../state";
import type { Recorded } from "../state";
import { holderOf, readCollection, startOperation } from "../context";
import type { ResourceCall, Context, Operation } from "../context";
import { formatCount, progressCounter, commaList } from "../wording";
import { deleteIfExists, forEachConcurrently, parentExists, recheck, sendDelete, withLock } from "../waiting";
import { adoptedIn, ambiguousOf, ownIds } from "./ledger";
import { memberMemoryKey } from "./records";
import { readMembers } from "./observe";

/** Deletes the members of the set. One that no longer exists counts as deleted. */
export function removeSet(definition: SetDefinition, { state }: Recorded, context: Context): Promise<void> {
  return withLock(context.memory, collectionPath(definition, state), async () => {
    const { set } = definition;
    const operation = startOperation("delete", { definition, args: state, context });
    const known = ownIds(definition, state).filter((id) => isOwnId(set.member, id));
    const ids = [...known, ...(await createdMeanwhile(definition, state, operation.context))];
    const isKept = (id: string): boolean =>
      holderOf(context, memberMemoryKey(definition, state, id), state) !== undefined;
    const kept = ids.filter(isKept);
    if (kept.length > 0) {
      context.warn(`Kept ${set.members} that another resource of this program now manages. IDs: ${commaList(kept)}.`);
    }
    const leaving = ids.filter((id) => !isKept(id));
    const adopted = adoptedIn(state).filter((id) => leaving.includes(id));
    if (adopted.length > 0) context.warn(deletesAdopted(definition, adopted));
    await deleteMembers(operation, leaving);
  });
}

function deletesAdopted({ set }: SetDefinition, ids: readonly string[]): string {
  return (
    `This set deletes ${set.members} that it had adopted. If another program manages any of them, run \`pulumi up --refresh\` there to ` +
    `recreate them. IDs: ${commaList(ids)}.`
  );
}

async function deleteMembers(operation: Operation<SetDefinition>, ids: readonly string[]): Promise<void> {
  const { definition, args, deadline, context } = operation;
  const { members } = definition.set;
  const collection = collectionPath(definition, args);
  const countDeleted = progressCounter(ids.length, `${members} deleted`, (message) => context.progress(message));
  const accepted: string[] = [];
  let parent: Promise<boolean> | undefined;
  let isParentDeleted = false;
  const deleteMember = async (id: string): Promise<void> => {
    const member = { collection, ownId: id };
    try {
      await sendDelete(member, context);
      accepted.push(id);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      parent ??= parentExists(definition, args, context);
      if (await parent) await deleteIfExists(member, context).catch(ignoreMissing);
      else isParentDeleted = true;
    }
    context.memory.objects.noteDeleted(memberMemoryKey(definition, args, id));
    countDeleted();
  };
  const mayContinue = (): boolean => !isParentDeleted && !context.signal.aborted && context.clock.now() <= deadline.at;
  const rest = await forEachConcurrently(ids, deleteMember, mayContinue);
  context.signal.throwIfAborted();
  if (isParentDeleted) return;
  if (rest.length === 0) return confirmMembersDeleted(operation, accepted);
  throw new CloudError(
    `The delete timed out after ${deadline.seconds} seconds, with ${formatCount(rest.length)} of ${formatCount(ids.length)} ${members} left. Run the same ` +
      'command again to continue, or raise customTimeouts: { delete: "…" }.',
  );
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof NotFoundError)) throw error;
}

/** IDs of members that creates with an ambiguous response did create. */
async function createdMeanwhile(definition: SetDefinition, state: Values, context: Context): Promise<string[]> {
  if (ambiguousOf(state).length === 0) return [];
  const known = ownIds(definition, state);
  try {
    const { own } = await readMembers({ definition, args: argsOf(state), context }, state);
    return own.map(({ id }) => id).filter((id) => !known.includes(id));
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (!(await parentExists(definition, state, context))) return [];
    throw error;
  }
}

/**
 * Verifies, with one list, that members whose DELETE was accepted no longer exist: a service may accept a DELETE without carrying it out.
 * @throws MembersLeftError if some still exist after a while
 */
export async function confirmMembersDeleted(call: ResourceCall<SetDefinition>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { definition, context } = call;
  let left = await stillListed(call, ids);
  if (left.length === 0) return;
  context.progress("deletion accepted; waiting until they no longer exist");
  await recheck(context, async () => {
    left = await stillListed(call, left);
    return left.length === 0 ? left : undefined;
  });
  if (left.length > 0) throw new MembersLeftError(definition, left);
}

/** Members still exist although the API accepted their deletion. */
export class MembersLeftError extends CloudError {
  override readonly name = "MembersLeftError";
  constructor(
    { set }: SetDefinition,
    readonly ids: readonly string[],
  ) {
    super(
      `The API accepted the deletion of ${set.members} that still exist (${formatCount(ids.length)}). Run the same command again. They stay in ` +
        `state. IDs: ${commaList(ids)}.`,
    );
  }
}

async function stillListed(call: ResourceCall<SetDefinition>, ids: readonly string[]): Promise<readonly string[]> {
  const { definition, args, context } = call;
  try {
    const now = await readCollection(definition.set.member, collectionPath(definition, args), context);
    const existing = new Set(now.map(({ id }) => String(id)));
    return ids.filter((id) => existing.has(id));
  } catch (error) {
    if (!isNotFound(error) || (await parentExists(definition, args, context))) throw error;
    return [];
  }
}
