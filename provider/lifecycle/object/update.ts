import { CloudError, NotFoundError } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { failedUpdate, memoryKey } from "../ownership";
import {
  SERVER_VALUES,
  UnfinishedError,
  appliedOf,
  argsOf,
  finishedState,
  withNotes,
  unfinishedState,
  refuseUnmanageable,
} from "../state";
import { deadlineFor } from "../context";
import type { Context, ResourceOperation } from "../context";
import { confirmGone, readLive } from "../waiting";
import { apply, progressFrom, resume } from "./apply";
import { readSubResources, storedSubResources } from "./sub-resources";
import { outOfSyncWithLive } from "./diff";

/**
 * Brings the live object in line with the arguments, and continues where an earlier operation stopped.
 * @throws UnfinishedError when it fails after a write, or one without a clear response: the next `up` compares and continues from there.
 */
export async function update({ definition, id, args, context }: ResourceOperation, state: Values): Promise<Values> {
  refuseUnmanageable(definition, id, "updated");
  context.memory.known.add(memoryKey(definition, id));
  const deadline = deadlineFor("update", { definition, args, context });
  const operation = { definition, id, args, deadline, context };
  const progress = progressFrom(await readExisting(definition, id, context), false);
  const { unfinished, keepsStatus, ...applied } = appliedOf(state);
  const managedStatus = unfinished ? !keepsStatus : progress.live.status === definition.status?.created(args);
  try {
    if (unfinished) await resume(operation, progress, managedStatus);
    await apply(operation, outOfSyncWithLive(operation, state, progress.live), progress);
    const details = await readSubResources(operation, { live: progress.live, state });
    const { doubles = [] } = applied;
    return { ...withNotes(finishedState(definition, progress.live, args), { doubles }), ...details };
  } catch (cause) {
    const error = await failedUpdate(operation, cause);
    const ambiguous = Array.from(progress.ambiguous).filter((name) => !progress.done.has(name));
    if (!progress.wrote && ambiguous.length === 0) throw error;
    // What the service does not show has no known value any more: the next `up` sends it, whatever it is then.
    const unknown = ambiguous.filter((name) => definition.args[name]?.writeOnly);
    const before = argsOf(state);
    const reached = {
      ...before,
      ...Object.fromEntries([...progress.done].map((name) => [name, args[name]])),
      ...Object.fromEntries(unknown.map((name) => [name, undefined])),
    };
    const names = [...new Set([...applied.args, ...progress.done, ...ambiguous])];
    const left = { ...applied, args: names, ...(managedStatus ? {} : { keepsStatus: true as const }) };
    const reachedState = {
      ...unfinishedState({ definition, args: reached }, progress.live, left),
      ...(state[SERVER_VALUES] === undefined ? {} : { [SERVER_VALUES]: state[SERVER_VALUES] }),
    };
    const unfinished = { ...reachedState, ...storedSubResources(definition, state) };
    throw new UnfinishedError({ id, state: unfinished }, error);
  }
}

async function readExisting(definition: Definition, id: string, context: Context): Promise<Values> {
  try {
    return await readLive({ definition, id, context });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await confirmGone(definition, error, context);
    throw new CloudError(
      `The ${definition.noun} with id ${id} no longer exists: ${error.message}. ` +
        "Run `pulumi up --refresh` to create it again, or `pulumi refresh` to remove it from the state.",
    );
  }
}
