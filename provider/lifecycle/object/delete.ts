import { CloudError, NotFoundError } from "../../api/errors";
import type { Values } from "../../definition/values";
import { memoryKey } from "../ownership";
import { deadlineFor, holderOf } from "../context";
import { locate } from "../state";
import { resourceName } from "../wording";
import type { ObjectRead } from "../context";
import { confirmGone, deleteObject, waitUntilGone, whenReady } from "../waiting";
import { refuseUnmanageable } from "./manageable";

/** Deletes the object and waits until it is gone. Succeeds if it is gone already. */
export async function remove({ definition, id, context }: ObjectRead, state: Values): Promise<void> {
  refuseUnmanageable(definition, id, "deleted");
  const key = memoryKey(definition, id);
  const holder = holderOf(context.memory, key);
  if (holder !== undefined) {
    context.warn(
      `Kept the ${definition.noun} with id ${id}: ${resourceName(holder)} has it now. A forced replacement takes over the very ` +
        "object that it is to replace, unless the option deleteBeforeReplace is set or its arguments ask for another one.",
    );
    return;
  }
  if (context.memory.awaited.has(key)) {
    throw new CloudError(
      `The ${definition.noun} with id ${id} was not deleted: its replacement still has the import option and asks for it. ` +
        "To replace it, remove the `import` option; it is no longer needed.",
    );
  }
  const deadline = deadlineFor("delete", { definition, args: state, context });
  try {
    const { collection, ownId } = locate(definition, id);
    const { deletable, deleting } = definition.status ?? {};
    const operation = { definition, id, deadline, context };
    const leaving = { collection, ownId, leaving: deleting, deadlineMs: deadline.at };
    await whenReady(operation, { statuses: deletable }, () => deleteObject(leaving, context));
    if (deleting !== undefined) await waitUntilGone(operation);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await confirmGone(definition, error, context);
  }
  context.memory.deleted.add(key);
}
