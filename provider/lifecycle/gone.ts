import { ApiError, CloudError } from "../api/errors";
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
    throw new CloudError(
      `${missing.message}. But ${error.message}, so this does not tell that the ${definition.noun} is gone: ` +
        "check compute:url and the token's scopes. Nothing was changed.",
    );
  }
}
