import { addressProblem } from "../../api/base-address";
import { ApiError, CloudError, isNotFound, isNotOffered, NotFoundError } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { parentPath } from "../state";
import type { Context } from "../context";

/**
 * "Not found" is believed only of a service that is otherwise there: behind a wrong base address everything is missing,
 * and the state would be emptied for it.
 */
export async function confirmGone(definition: Definition, missing: NotFoundError, context: Context): Promise<void> {
  const [root = definition.collection] = definition.collection.split("/{");
  try {
    await context.send({ method: "GET", path: root });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problem = isNotOffered(error) ? await addressProblem(context, root) : undefined;
    throw new CloudError(
      `${missing.message}. But ${error.message}, so this does not tell that the ${definition.noun} is gone. ` +
        `${problem ?? "Check compute:url and the token's scopes."} Nothing was changed.`,
    );
  }
}

/**
 * Whether the object that the collection is in is there. A missing list or member does not decide that: only that object's own
 * 404 says that it is gone, and with it all that was in it.
 */
export async function isParentThere(definition: Definition, args: Values, context: Context): Promise<boolean> {
  try {
    const path = parentPath(definition, args);
    const slash = path.lastIndexOf("/");
    await context.reads.alone(path.slice(0, slash), path.slice(slash + 1));
    return true;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await confirmGone(definition, error, context);
    return false;
  }
}

/** An object to delete. */
interface Leaving {
  readonly collection: string;
  readonly ownId: string;
  /** The status of an object that is being deleted, where there is one. */
  readonly leaving?: string | undefined;
  readonly deadlineMs?: number | undefined;
}

/**
 * Deletes the object. When that finds nothing, the object itself is asked for.
 * @throws NotFoundError when there was none to delete.
 */
export async function deleteObject(object: Leaving, context: Context): Promise<Values> {
  try {
    return await sendDelete(object, context);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return deleteIfThere(object, context);
  }
}

/**
 * After a DELETE that found nothing: asks for the object itself, and deletes one that is there nevertheless.
 * @throws NotFoundError when there is none.
 */
export async function deleteIfThere(object: Leaving, context: Context): Promise<Values> {
  const { collection, ownId, leaving, deadlineMs } = object;
  const { status } = await context.reads.alone(collection, ownId, { deadlineMs, isMissing: true });
  return leaving !== undefined && status === leaving ? {} : sendDelete(object, context);
}

export function sendDelete({ collection, ownId, deadlineMs }: Leaving, { send }: Context): Promise<Values> {
  return send({ method: "DELETE", path: `${collection}/${ownId}`, deadlineMs });
}
