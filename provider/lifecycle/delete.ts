import { CloudError, NotFoundError } from "../api/errors";
import type { Definition, Values } from "../definition";
import { deadlineFor } from "./context";
import type { Context } from "./context";
import { confirmGone } from "./gone";
import { memoryKey } from "./identity";
import { locate } from "./paths";
import { waitUntilGone } from "./wait";

/** Deletes the object and waits until it is gone; one that is gone already is a success. */
export async function remove(definition: Definition, id: string, state: Values, context: Context): Promise<void> {
  const key = memoryKey(definition, id);
  if (context.memory.adopted.has(key)) {
    context.warn(
      `Kept the ${definition.noun} with id ${id}: the replacement of this resource found it and took it over, because nothing ` +
        "in its arguments says that another one is wanted. To really replace it, set deleteBeforeReplace, give it another " +
        "name, or take the import option away.",
    );
    return;
  }
  if (context.memory.awaited.has(key)) {
    throw new CloudError(
      `The ${definition.noun} with id ${id} was not deleted: its replacement still has the import option and asks for it. ` +
        "Take the option away (it has done its work) to replace it.",
    );
  }
  const deadline = deadlineFor("delete", definition, state, context.clock);
  try {
    await context.send({ method: "DELETE", path: locate(definition, id).path });
    if (definition.wait) await waitUntilGone(definition, id, deadline, context);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await confirmGone(definition, error, context);
  }
  context.memory.deleted.add(key);
}
