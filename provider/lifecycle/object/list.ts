import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { collectionPath, idOf, locate } from "../state";
import { wholeReadOf, collectionsOf, readOptionsOf, rejectInvalidList, rejectWithoutId } from "../context";
import type { Context, Collection } from "../context";
import type { Recorded } from "../state";
import { forEachConcurrently, unlessParentIsGone } from "../waiting";
import { firstRead } from "./read";
import { readSubResources } from "./record";

/** How to list one collection of a resource type. */
export interface Listing {
  readonly context: Context;
  readonly listIn: (place: Collection) => Promise<readonly Recorded[]>;
}

/** Lists the collection that the inputs name, or all collections of the resource type. */
export function listObjects(definition: Definition, args: Values, context: Context): Promise<readonly Recorded[]> {
  const listIn = async (place: Collection): Promise<readonly Recorded[]> => {
    const objects = await context.reads.all(collectionPath(definition, place.args), readOptionsOf(context));
    return listedAsRead(definition, { args: place.args, objects }, context);
  };
  return listEverywhere(definition, args, { context, listIn });
}

/** Lists the collections, a few at a time. One whose parent was deleted in the meantime counts as empty. */
export async function listEverywhere(
  definition: Definition,
  args: Values,
  { context, listIn }: Listing,
): Promise<readonly Recorded[]> {
  const listed = await inOrder(await collectionsOf(definition, args, context), (place) =>
    place.parent
      ? unlessParentIsGone(
          { definition, args: place.args, context },
          () => listIn(place),
          () => [],
        )
      : listIn(place),
  );
  return listed.flat();
}

/** Converts list entries to what a `.get` would return, without those that cannot be managed. */
export async function listedAsRead(
  definition: Definition,
  { args, objects }: { readonly args: Values; readonly objects: readonly Values[] },
  context: Context,
): Promise<readonly Recorded[]> {
  rejectInvalidList(collectionPath(definition, args), objects, rejectWithoutId(definition));
  const manageable = objects.filter(
    (live) => definition.ids?.cannotManage?.(idOf(definition, args, live)) === undefined,
  );
  return inOrder(manageable, async (listed) => {
    const id = idOf(definition, args, listed);
    const live = await complete(definition, { id, listed }, context);
    const details = await readSubResources({ definition, id, context }, { live, state: {} });
    return { id, state: { ...firstRead(definition, id, live).state, ...details } };
  });
}

/** The list entry, or the result of a separate read if the entry is incomplete. */
async function complete(
  definition: Definition,
  { id, listed }: { readonly id: string; readonly listed: Values },
  context: Context,
): Promise<Values> {
  const whole = wholeReadOf(definition);
  if (!whole.parts && whole.rejectReason(listed) === undefined) return listed;
  const { collection, ownId } = locate(definition, id);
  return context.reads.direct(collection, ownId, whole);
}

async function inOrder<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  await forEachConcurrently(Array.from(items.entries()), async ([index, item]) => {
    results[index] = await work(item);
  });
  return results;
}
