import { CloudError, NotFoundError } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { explainRejection, memoryKey } from "../identity";
import { UnfinishedError, appliedOf, duplicatesOf, rejectUnmanageable } from "../state";
import { startOperation } from "../context";
import type { ResourceCall, Context } from "../context";
import type { Recorded } from "../state";
import { confirmMissing, readLive } from "../waiting";
import { capitalize, sentence } from "../wording";
import { converge, planWhenIdle, progressFrom, resume } from "./converge";
import { outOfSyncWithLive } from "./plan";
import { completeState, stateAfterFailedUpdate } from "./record";

/**
 * Resumes an unfinished operation, then brings the live resource in line with the inputs.
 * @throws UnfinishedError if it fails after a write or an ambiguous response; the next `pulumi up` compares again and resumes
 */
export async function update(call: ResourceCall, { id, state }: Recorded): Promise<Values> {
  const { definition, args, context } = call;
  rejectUnmanageable(definition, id, "updated");
  context.memory.objects.noteKnown(memoryKey(definition, id));
  const operation = startOperation("update", { ...call, id });
  const progress = progressFrom(await readExisting(definition, id, operation.context), false);
  const { unfinished, keepsStatus } = appliedOf(state);
  const managesStatus = unfinished ? !keepsStatus : progress.live.status === definition.status?.afterCreate(args);
  try {
    if (unfinished) await resume(operation, progress, managesStatus);
    const names = outOfSyncWithLive(operation, state, progress.live);
    const plan = await planWhenIdle(operation, names, progress);
    await converge(operation, plan, progress);
    return await completeState(operation, progress.live, { state, duplicates: duplicatesOf(state) });
  } catch (cause) {
    const error = await explainRejection(operation, cause);
    for (const name of progress.done) progress.ambiguous.delete(name);
    if (!progress.wrote && progress.ambiguous.size === 0) throw error;
    throw new UnfinishedError(
      { id, state: stateAfterFailedUpdate(operation, progress, { state, keepsStatus: !managesStatus }) },
      error,
    );
  }
}

async function readExisting(definition: Definition, id: string, context: Context): Promise<Values> {
  try {
    return await readLive({ definition, id, context });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await confirmMissing(definition, error, context);
    throw new CloudError(
      `${capitalize(definition.noun)} ${id} no longer exists. Run \`pulumi up --refresh\` to recreate it, or \`pulumi refresh\` to ` +
        `remove it from state. Cause: ${sentence(error)}`,
    );
  }
}
