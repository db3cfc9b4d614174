import { CloudError, isNotFound } from "../../api/errors";
import type { SetDefinition } from "../../definition/set";
import { collectionPath } from "../state";
import { readCollection } from "../context";
import type { Asked } from "../context";
import { counted, listed } from "../wording";
import { isParentThere, recheck } from "../waiting";

/**
 * Makes sure that members whose DELETE was accepted are gone: a service may accept one that it does not carry out. Costs one list.
 * @throws MembersStillThereError if some are still there after a while
 */
export async function confirmMembersDeleted(asked: Asked<SetDefinition>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { definition, context } = asked;
  let left = await stillListed(asked, ids);
  if (left.length === 0) return;
  context.progress("their deletion was accepted; waiting until they are gone");
  await recheck(context, async () => {
    left = await stillListed(asked, left);
    return left.length === 0 ? left : undefined;
  });
  if (left.length > 0) throw new MembersStillThereError(definition, left);
}

/** Members are still there although the service accepted their deletion. */
export class MembersStillThereError extends CloudError {
  override readonly name = "MembersStillThereError";
  constructor(
    { set }: SetDefinition,
    readonly ids: readonly string[],
  ) {
    super(
      `${counted(ids.length)} ${set.members} are still there, although the service accepted their deletion: run the same command again. They ` +
        `stay in the state: ${listed(ids.map((id) => `id ${id}`))}.`,
    );
  }
}

async function stillListed(asked: Asked<SetDefinition>, ids: readonly string[]): Promise<readonly string[]> {
  const { definition, args, context } = asked;
  try {
    const now = await readCollection(definition.set.member, collectionPath(definition, args), context);
    const there = new Set(now.map(({ id }) => String(id)));
    return ids.filter((id) => there.has(id));
  } catch (error) {
    if (!isNotFound(error) || (await isParentThere(definition, args, context))) throw error;
    return [];
  }
}
