import { CloudError, NotFoundError } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import { memoryKey } from "../identity";
import { holderOf, startOperation } from "../context";
import { locate, rejectUnmanageable } from "../state";
import { resourceName } from "../wording";
import type { Context } from "../context";
import type { Recorded } from "../state";
import { confirmDeleted, confirmMissing, deleteObject, waitUntilDeleted, whenReady } from "../waiting";

/** Deletes the remote resource, and waits until it no longer exists. Succeeds if it does not exist. */
export async function remove(definition: Definition, { id, state }: Recorded, context: Context): Promise<void> {
  rejectUnmanageable(definition, id, "deleted");
  const key = memoryKey(definition, id);
  const { objects } = context.memory;
  const holder = holderOf(context, key, state);
  if (holder !== undefined) {
    context.warn(
      `Kept ${definition.noun} ${id}: ${resourceName(holder)} now manages it. To force a real replacement, set deleteBeforeReplace ` +
        "or change an input that identifies it.",
    );
    return;
  }
  if (objects.isToBeImported(key)) {
    throw new CloudError(
      `Remove the \`import\` option, which is no longer needed, to replace ${definition.noun} ${id}: otherwise its replacement would ` +
        `import the same ${definition.noun}. It was not deleted.`,
    );
  }
  const operation = startOperation("delete", { definition, args: state, id, context });
  try {
    const { collection, ownId } = locate(definition, id);
    const { deletable, deleting } = definition.status ?? {};
    const leaving = { collection, ownId, deletingStatus: deleting };
    await whenReady(operation, { statuses: deletable }, () => deleteObject(leaving, operation.context));
    await (deleting === undefined ? confirmDeleted(operation) : waitUntilDeleted(operation));
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await confirmMissing(definition, error, operation.context);
  }
  objects.noteDeleted(key);
}
