import { apiUrlProblem } from "../../api/api-url";
import { ApiError, CloudError, NotFoundError, undefinedIfMissing, isNotFound, isNotOffered } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import { rootOf } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { setBy } from "../../api/settings";
import { locate, parentPath } from "../state";
import { sentence } from "../wording";
import type { Context, ObjectRead, ResourceCall } from "../context";
import { recheck } from "./busy";

/**
 * Accepts "not found" only if the API otherwise responds. With a wrong API URL, every resource is missing, and a refresh would empty the
 * state.
 */
export async function confirmMissing(definition: Definition, missing: NotFoundError, context: Context): Promise<void> {
  const root = rootOf(definition.collection);
  try {
    await context.send({ method: "GET", path: root });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problem = isNotOffered(error) ? await apiUrlProblem(context, root) : undefined;
    throw new CloudError(
      `Could not confirm whether the ${definition.noun} still exists, so nothing was changed. ` +
        `${problem ?? `Check the API URL (${setBy("url", context.address.from)}) and the token's scopes.`} Cause: ${sentence(missing)} ${sentence(error)}`,
    );
  }
}

/**
 * Whether the parent of the collection exists. A 404 for a list or a member proves nothing: only a 404 for the parent itself means that it
 * was deleted with everything in it.
 */
export async function parentExists(definition: Definition, args: Values, context: Context): Promise<boolean> {
  try {
    const path = parentPath(definition, args);
    const slash = path.lastIndexOf("/");
    await context.reads.direct(path.slice(0, slash), path.slice(slash + 1));
    return true;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await confirmMissing(definition, error, context);
    return false;
  }
}

/** What `look` finds, or `gone` concludes if the parent of the collection no longer exists. */
export async function unlessParentIsGone<T>(
  { definition, args, context }: ResourceCall,
  look: () => Promise<T>,
  gone: (missing: ApiError) => T,
): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (!isNotFound(error) || (await parentExists(definition, args, context))) throw error;
    return gone(error);
  }
}

/** A remote resource to delete. */
interface Deletion {
  readonly collection: string;
  readonly ownId: string;
  /** Status of a resource that is being deleted, if its type has one. */
  readonly deletingStatus?: string | undefined;
  /** Called if it may have been deleted although the response was not a success. */
  readonly onAmbiguous?: (() => void) | undefined;
  /** Called after a 404, if more than one resource of the collection is deleted. */
  readonly isParentGone?: () => Promise<boolean>;
}

/**
 * Deletes the resource. If the DELETE returns 404, a GET determines whether it exists.
 * @throws NotFoundError if it did not exist
 */
export async function deleteObject(object: Deletion, { send, reads }: Context): Promise<Values> {
  const { collection, ownId, deletingStatus: leaving, onAmbiguous } = object;
  const request = { method: "DELETE", path: `${collection}/${ownId}`, onAmbiguous } as const;
  try {
    return await send(request);
  } catch (error) {
    if (!isNotFound(error) || (await object.isParentGone?.())) throw error;
    const { status } = await reads.direct(collection, ownId, { isMissing: true });
    return leaving !== undefined && status === leaving ? {} : send(request);
  }
}

/**
 * Verifies after a successful DELETE that the resource no longer exists: a service may accept a DELETE without carrying it out.
 * @throws CloudError if it still exists after a while
 */
export async function confirmDeleted({ definition, id, context }: ObjectRead): Promise<void> {
  const { collection, ownId } = locate(definition, id);
  const isDeleted = async (): Promise<boolean> => (await context.reads.afterDelete(collection, ownId)) === undefined;
  if (await isDeleted()) return;
  context.progress("deletion accepted; waiting until it no longer exists");
  if (await recheck(context, async () => (await isDeleted()) || undefined)) return;
  // A list may lag behind the resource's own path.
  if ((await undefinedIfMissing(context.reads.direct(collection, ownId, { isMissing: true }))) === undefined) return;
  throw new CloudError(
    `The API accepted the deletion of ${definition.noun} ${id}, but it still exists. Run the same command again. It stays in ` +
      "state; `pulumi state delete` would only remove it from state.",
  );
}
