import { CloudError, NotFoundError } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import { statusIn } from "../../definition/status";
import type { Step } from "../../definition/step";
import type { Values } from "../../definition/values";
import { explainRejection, memoryKey } from "../identity";
import { UnfinishedError, appliedOf, duplicatesOf, refreshedState, rejectUnmanageable } from "../state";
import { startOperation } from "../context";
import type { ResourceCall, Context } from "../context";
import type { Recorded } from "../state";
import { confirmMissing, readLive } from "../waiting";
import { capitalize, commaList, sentence } from "../wording";
import { converge, planWhenIdle, progressFrom, resume } from "./converge";
import { treatmentOf } from "./plan";
import type { Change } from "./plan";
import { completeState, stateAfterFailedUpdate } from "./record";

/**
 * Resumes an unfinished operation, then applies the inputs that a preview shows. Other differences with the live resource stay, in state, too.
 * @throws UnfinishedError if it fails after a write or an ambiguous response; the next `pulumi up` compares again and resumes
 */
export async function update(call: ResourceCall, { id, state }: Recorded): Promise<Values> {
  const { definition, args, context } = call;
  rejectUnmanageable(definition, id, "updated");
  context.memory.objects.noteKnown(memoryKey(definition, id));
  const operation = startOperation("update", { ...call, id });
  const progress = progressFrom(await readExisting(definition, id, operation.context), false);
  const { unfinished, keepsStatus } = appliedOf(state);
  const managesStatus = unfinished
    ? !keepsStatus
    : statusIn(definition, progress.live) === definition.status?.afterCreate(args);
  const treatment = () => treatmentOf(operation, state, refreshedState(definition, state, progress.live));
  let plan: readonly Change[] = [];
  try {
    if (unfinished) await resume(operation, progress, managesStatus);
    // The wait may show that the resource has some of them already.
    await planWhenIdle(operation, treatment().sends, progress);
    const { sends, has, leaves } = treatment();
    if (leaves.length > 0) context.warn(notUndone(leaves));
    for (const name of has) progress.done.add(name);
    plan = await planWhenIdle(operation, sends, progress);
    await converge(operation, plan, progress);
    return await completeState(operation, progress.live, { state, leaves, duplicates: duplicatesOf(state) });
  } catch (cause) {
    const error = await explainRejection(operation, cause);
    for (const name of progress.done) progress.ambiguous.delete(name);
    if (!progress.wrote && progress.ambiguous.size === 0) throw error;
    const mayHaveChangedStatus = unfinished || plan.some(({ steps = [] }) => steps.some(changesStatus));
    const before = { state, keepsStatus: !managesStatus || !mayHaveChangedStatus };
    throw new UnfinishedError({ id, state: stateAfterFailedUpdate(operation, progress, before) }, error);
  }
}

function changesStatus({ until }: Step): boolean {
  return until !== undefined;
}

function notUndone(names: readonly string[]): string {
  return (
    `Changed out of band, and not undone by this update: ${commaList(names)}. \`pulumi-compute drift\` shows the values. To undo these ` +
    "changes, run `pulumi up --refresh`, whose preview shows them."
  );
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
