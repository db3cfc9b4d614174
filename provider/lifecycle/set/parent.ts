import { NotFoundError } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import type { Context } from "../state/context";
import { confirmGone } from "../waiting/confirm-not-found";
import { parentPath } from "../ownership/identity";

/**
 * Whether what the collection is in is there. A missing list or member tells nothing of it: only its own 404 says that it is
 * gone, and with it all that was in it.
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
