import { CloudError, NotFoundError } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import type { Step } from "../../definition/step";
import { memoryKey } from "../identity";
import { endingAt, holderOf, startOperation } from "../context";
import { locate, optionsOf, rejectUnmanageable } from "../state";
import { messageOf, resourceName, sentence } from "../wording";
import type { Context, ObjectOperation } from "../context";
import type { Recorded } from "../state";
import { confirmDeleted, confirmMissing, deleteObject, readLive, waitUntilDeleted, whenReady } from "../waiting";
import { journalDeletion, settleDeletions } from "./interrupted-deletion";
import { progressFrom, takeSteps, waitUntilIdle } from "./converge";

/** Deletes the remote resource, and waits until it no longer exists. Succeeds if it does not exist. */
export async function remove(definition: Definition, { id, state }: Recorded, context: Context): Promise<void> {
  rejectUnmanageable(definition, id, "deleted");
  const key = memoryKey(definition, id);
  const { objects } = context.memory;
  const holder = holderOf(context, key, { state });
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
  let noted: string | undefined;
  try {
    const { collection, ownId } = locate(definition, id);
    const { deletable, deleting } = definition.status ?? {};
    await prepareDeletion(operation, async (step) => (noted = await journalDeletion(operation, step)));
    const leaving = { collection, ownId, deletingStatus: deleting };
    await whenReady(operation, { statuses: deletable }, () => deleteObject(leaving, operation.context));
    await (deleting === undefined ? confirmDeleted(operation) : waitUntilDeleted(operation));
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await confirmMissing(definition, error, operation.context);
  }
  objects.noteDeleted(key);
  settleDeletions(context, optionsOf(state).urn, noted);
}

/** Takes the step that the definition requires before a deletion. If it fails, or takes too long, the resource is deleted nevertheless. */
async function prepareDeletion(operation: ObjectOperation, note: (step: Step) => Promise<unknown>): Promise<void> {
  const { definition, args, id, context, deadline } = operation;
  const { beforeDelete, deleting } = definition.status ?? {};
  const [step, forSec = 0] = beforeDelete?.(args) ?? [];
  if (!step) return;
  const at = Math.min(deadline.at, context.clock.now() + forSec * 1000);
  const bounded = { ...operation, context: endingAt(at, context), deadline: { ...deadline, at, seconds: forSec } };
  try {
    const progress = progressFrom(await readLive(bounded), false);
    if (progress.live.status === deleting) return;
    await waitUntilIdle(bounded, progress);
    if (progress.live.status === step.until) return;
    await note(step);
    await takeSteps(bounded, { steps: [step] }, progress);
  } catch (error) {
    if (error instanceof NotFoundError || context.signal.aborted) throw error;
    const why = context.clock.now() < at ? sentence(messageOf(error)) : `It took longer than ${forSec} seconds.`;
    context.warn(`Deleting ${definition.noun} ${id} without a complete ${step.action}. ${why}`);
  }
}
