import { CloudError, mayHaveHappened } from "../api/errors";
import type { Definition, Values } from "../definition";
import { adoptNamed } from "./adopt";
import { apply, createBody, followersOfCreate, leftByCreate } from "./apply";
import type { Progress } from "./apply";
import { deadlineFor, optionsOf } from "./context";
import { sendWhenSourceIsReady, waitUntilCopied, whenItsTurn } from "./copy";
import type { Context, Deadline } from "./context";
import { readDetails } from "./details";
import { differing, findOwnAfterPost, findOwnBeforeCreate, memoryKey } from "./identity";
import { originOf } from "./origin";
import { collectionPath, idOf } from "./paths";
import { resume } from "./resume";
import { noteHeld } from "./run-memory";
import { finishedState, givenArguments, unfinishedState } from "./state";
import type { Created } from "./state";
import { UnfinishedError } from "./unfinished";
import { waitUntil } from "./wait";

/** Pauses between the looks for what a POST without a clear answer may have made. */
export const LOOK_AFTER_MS = [500, 2000, 5000, 10_000] as const;

/**
 * Makes the object, or finds the one that an earlier attempt made, and waits until it is ready.
 * @throws UnfinishedError with the id when anything fails after the object may be known to exist.
 */
export async function create(definition: Definition, args: Values, context: Context): Promise<Created> {
  if (optionsOf(args).import !== undefined) return adoptNamed(definition, args, context);
  const found = await findOwnBeforeCreate(definition, args, context);
  if (found) {
    const id = idOf(definition, args, found);
    context.warn(
      `Took over the existing ${definition.noun} with id ${id}: it has the name that was generated for this resource.`,
    );
    return complete(
      definition,
      args,
      { live: found, isFound: true, deadline: createDeadline(definition, args, context) },
      context,
    );
  }
  return whenItsTurn(definition, args, context, async (leave) => {
    const deadline = createDeadline(definition, args, context);
    const live = await post(definition, args, deadline, context);
    return complete(definition, args, { live, isFound: false, deadline, leave }, context);
  });
}

function createDeadline(definition: Definition, args: Values, { clock }: Context): Deadline {
  const { createSec = definition.deadlines.createSec } = originOf(definition, args) ?? {};
  return deadlineFor("create", { deadlines: { ...definition.deadlines, createSec } }, args, clock);
}

interface Made {
  readonly live: Values;
  readonly isFound: boolean;
  readonly deadline: Deadline;
  /** Called when the object is made, although not yet as the arguments want it. */
  readonly leave?: () => void;
}

/** Leads what was made, or found, to what the arguments ask for. */
async function complete(
  definition: Definition,
  args: Values,
  { live, isFound, deadline, leave }: Made,
  context: Context,
): Promise<Created> {
  const id = idOf(definition, args, live);
  noteHeld(context.memory, optionsOf(args).urn, memoryKey(definition, id));
  const progress: Progress = { live, done: new Set(), wrote: true };
  try {
    if (isFound) await resume(definition, id, args, { progress, deadline, leads: true }, context);
    else progress.live = await waitUntilCopied(definition, id, { args, live, deadline }, context);
    leave?.();
    // What another object or server has brought is not what the arguments say.
    const isBrought = isFound || originOf(definition, args) !== undefined;
    const left = isBrought
      ? [
          ...differing(definition, args, progress.live, givenArguments(definition, args)),
          ...followersOfCreate(definition, args),
        ]
      : leftByCreate(definition, args);
    await apply(definition, id, args, left, { progress, deadline }, context);
    const status = definition.wait?.created(args);
    const until = (now: Values): boolean => status === undefined || now.status === status;
    if (!until(progress.live)) {
      progress.live = await waitUntil(definition, id, { until, what: `"${status}"`, deadline }, context);
    }
    const details = await readDetails(definition, id, { live: progress.live, state: {}, deadline }, context);
    return { id, state: { ...finishedState(definition, progress.live, args), ...details } };
  } catch (error) {
    const undone = followersOfCreate(definition, args).filter((name) => !progress.done.has(name));
    const reached = Object.fromEntries(Object.entries(args).filter(([name]) => !undone.includes(name)));
    const applied = { args: givenArguments(definition, reached) };
    throw new UnfinishedError(id, unfinishedState(definition, progress.live, reached, applied), error);
  }
}

/** POSTs; after an unclear answer it looks well before it posts once more, so that there are never two. */
async function post(definition: Definition, args: Values, deadline: Deadline, context: Context): Promise<Values> {
  const { path, body } = originOf(definition, args)?.request(args) ?? {
    path: collectionPath(definition, args),
    body: createBody(definition, args),
  };
  const once = (): Promise<Values> => context.send({ method: "POST", path, body, deadlineMs: deadline.at });
  const send = (): Promise<Values> => sendWhenSourceIsReady(definition, args, deadline, once, context);
  try {
    return await send();
  } catch (error) {
    if (!mayHaveHappened(error)) throw error;
  }
  const made = await lookForMade(definition, args, context);
  if (made) return made;
  try {
    return await send();
  } catch (error) {
    // Also where this one was refused: what is in its way may be what the first one made.
    const own = await lookForMade(definition, args, context);
    if (own) return own;
    if (!mayHaveHappened(error)) throw error;
    throw new CloudError(
      `The service gave no clear answer to two attempts to create this ${definition.noun}, and neither shows in its list. ` +
        `The last: ${(error as Error).message}. Nothing was recorded; run \`pulumi up\` again when the service is well.`,
    );
  }
}

async function lookForMade(definition: Definition, args: Values, context: Context): Promise<Values | undefined> {
  context.progress("the answer to the create got lost; looking for what it made");
  for (const pauseMs of LOOK_AFTER_MS) {
    // Not ended by Ctrl-C: what was made must be found.
    await context.clock.sleep(pauseMs);
    const own = await findOwnAfterPost(definition, args, context);
    if (own) return own;
  }
  return undefined;
}
