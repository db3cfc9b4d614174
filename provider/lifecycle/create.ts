import { CloudError, mayHaveHappened } from "../api/errors";
import type { Definition, Values } from "../definition";
import { adoptNamed } from "./adopt";
import { apply, createBody, updateOnly } from "./apply";
import type { Progress } from "./apply";
import { deadlineFor, optionsOf } from "./context";
import type { Context } from "./context";
import { differing, findOwnAfterPost, findOwnBeforeCreate, memoryKey } from "./identity";
import { collectionPath, idOf } from "./paths";
import { finishedState, givenArguments, unfinishedState } from "./state";
import type { Created } from "./state";
import { UnfinishedError } from "./unfinished";
import { waitUntil } from "./wait";

/** Pauses before looking for what a POST without a clear answer may have made. */
const LOOK_AFTER_MS = [500, 2000, 5000, 10_000] as const;

/**
 * Makes the object, or finds the one that an earlier attempt made, and waits until it is ready.
 * @throws UnfinishedError with the id when anything fails after the object may be known to exist.
 */
export async function create(definition: Definition, args: Values, context: Context): Promise<Created> {
  if (optionsOf(args).import !== undefined) return adoptNamed(definition, args, context);
  const deadline = deadlineFor("create", definition, args, context.clock);
  const found = await findOwnBeforeCreate(definition, args, context);
  const live = found ?? (await post(definition, args, context));
  const id = idOf(definition, args, live);
  const key = memoryKey(definition, id);
  context.memory.known.add(key);
  if (found) {
    context.memory.adopted.add(key);
    context.warn(`Took over the existing ${definition.noun} with id ${id}: it is what this resource asks for.`);
  }
  const progress: Progress = { live, done: new Set(), wrote: true };
  try {
    const given = givenArguments(definition, args);
    const left = found ? differing(definition, args, live, given) : updateOnly(definition, args);
    const wait = definition.wait;
    await apply(definition, id, args, left, { progress, deadline }, context);
    if (wait) {
      const status = wait.created(args);
      const until = (now: Values): boolean => now.status === status;
      if (!until(progress.live)) {
        progress.live = await waitUntil(definition, id, { until, what: `"${status}"`, deadline }, context);
      }
    }
    return { id, state: finishedState(definition, progress.live, args) };
  } catch (error) {
    const applied = { args: givenArguments(definition, args) };
    throw new UnfinishedError(id, unfinishedState(definition, progress.live, args, applied), error);
  }
}

/** POSTs once; after an unclear answer it looks before it posts again, so that there are never two. */
async function post(definition: Definition, args: Values, context: Context): Promise<Values> {
  const path = collectionPath(definition, args);
  const body = createBody(definition, args);
  for (const pauseMs of LOOK_AFTER_MS) {
    try {
      return await context.send({ method: "POST", path, body });
    } catch (error) {
      if (!mayHaveHappened(error)) throw error;
      context.progress("the answer to the create got lost; looking for what it made");
      await context.clock.sleep(pauseMs);
      const own = await findOwnAfterPost(definition, args, context);
      if (own) return own;
    }
  }
  throw new CloudError(
    `The service gave no clear answer to ${LOOK_AFTER_MS.length} attempts to create this ${definition.noun}, and none of ` +
      "them shows in its list. Nothing was recorded; run `pulumi up` again when the service is well: it looks before it creates.",
  );
}
