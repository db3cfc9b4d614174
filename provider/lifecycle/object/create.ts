import { explainRejection, memoryKey } from "../identity";
import { withCreateLock } from "../ownership";
import { UnfinishedError, idOf, locate, optionsOf, originOf } from "../state";
import { contentsKey, rejectIncomplete, announceManaged, startOperation } from "../context";
import type { Operation, ResourceCall } from "../context";
import type { Recorded } from "../state";
import { readLive } from "../waiting";
import { when } from "../wording";
import { converge, planWhenIdle, progressFrom, reachStatusAfterCreate, resume } from "./converge";
import { importObject } from "./import";
import { remainingOfFound, strategyOf } from "./make";
import type { CreatedResource } from "./make";
import { completeState, stateAfterFailedCreate } from "./record";

/**
 * Creates the remote resource, or adopts the one that an earlier attempt created, and waits until it is ready.
 * @throws UnfinishedError for any failure once the ID is known
 */
export async function create(call: ResourceCall): Promise<Recorded> {
  const { definition, args, context } = call;
  const { urn, import: named } = optionsOf(args);
  if (named !== undefined) {
    const adopted = await importObject(call);
    context.journal.settleAmbiguous(urn);
    // The engine displays this import as a create.
    context.info(`Imported existing ${definition.noun} ${adopted.id}. It was not modified.`);
    return adopted;
  }
  const strategy = strategyOf(definition, args);
  const { own, duplicates } = await withCreateLock(call, () => strategy.observe(startOperation("create", call)));
  if (own) {
    const by = `an interrupted update (${when(own.request)}) created it for this resource`;
    context.warn(`Adopted existing ${definition.noun} ${own.id}: ${by}.`);
    await context.journal.noteResult(own.request.id, String(own.live.id));
    if (urn !== undefined) context.memory.program.noteFound(urn);
  }
  // The search for an existing resource does not count.
  const asCreate = startOperation("create", call);
  const made: CreatedResource = own ? { operation: asCreate, live: own.live } : await make(asCreate);

  const { live, release } = made;
  const id = idOf(definition, args, live);
  const operation = { ...made.operation, id };
  const contents = originOf(definition, args) ? [contentsKey(locate(definition, id).path)] : [];
  announceManaged(context, { urn }, memoryKey(definition, id), ...contents);
  const progress = progressFrom(live, true);
  try {
    // Only the ID in an incomplete response is reliable, so read the rest.
    if (rejectIncomplete(definition)(live) !== undefined) progress.live = await readLive(operation);
    if (own) await resume(operation, progress, true);
    else progress.live = await strategy.waitUntilComplete(operation, progress.live);
    release?.();
    const remaining = own ? remainingOfFound(operation, progress.live) : strategy.remaining(operation, progress.live);
    const plan = await planWhenIdle(operation, remaining, progress);
    await converge(operation, plan, progress);
    await reachStatusAfterCreate(operation, progress);
    return { id, state: await completeState(operation, progress.live, { state: {}, duplicates }) };
  } catch (error) {
    throw new UnfinishedError({ id, state: stateAfterFailedCreate(operation, progress, duplicates) }, error);
  } finally {
    release?.();
  }
}

async function make(operation: Operation): Promise<CreatedResource> {
  try {
    return await strategyOf(operation.definition, operation.args).make(operation);
  } catch (error) {
    throw await explainRejection(operation, error);
  }
}
