import { addressProblem } from "../api/base-address";
import { ApiError, CloudError, isNotOffered } from "../api/errors";
import type { NotFoundError } from "../api/errors";
import type { Definition } from "../definition";
import type { Context } from "./context";

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
    const problem = isNotOffered(error) ? await addressProblem(context.send, context.address, root) : undefined;
    throw new CloudError(
      `${missing.message}. But ${error.message}, so this does not tell that the ${definition.noun} is gone. ` +
        `${problem ?? "Check compute:url and the token's scopes."} Nothing was changed.`,
    );
  }
}
