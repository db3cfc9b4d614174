import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { adoptNamed } from "./import";
import { alone } from "../ownership/one-create-at-a-time";
import { incomplete } from "../state/answers";
import { apply, followersOfCreate, leftByCreate } from "./apply";
import type { Progress } from "./apply";
import { deadlineFor, optionsOf } from "../state/context";
import { waitUntilCopied, whenItsTurn } from "./clone-source";
import type { Context, Deadline } from "../state/context";
import { readDetails } from "./sub-resources";
import { settleUnclear } from "../ownership/find-lost";
import { differing, memoryKey } from "../ownership/identity";
import { originOf } from "../state/origins";
import { idOf } from "../state/ids";
import { post } from "./create-once";
import { resume } from "./resume";
import { noteHeld } from "../state/run-memory";
import { createWithContent, findOwnWithContent, sendsContent } from "../upload/create-with-upload";
import { finishedState, givenArguments, remembering, unfinishedState } from "../state/state";
import type { Created } from "../state/state";
import { UnfinishedError } from "../state/partial-failure";
import { readLive, waitUntil } from "../waiting/waiter";

/**
 * Makes the object, or finds the one that an earlier attempt made, and waits until it is ready.
 * @throws UnfinishedError with the id when anything fails after the object may be known to exist.
 */
export async function create(definition: Definition, args: Values, context: Context): Promise<Created> {
  if (optionsOf(args).import !== undefined) {
    const adopted = await adoptNamed(definition, args, context);
    settleUnclear(args, context);
    return adopted;
  }
  const {
    own,
    because = "",
    doubles,
  } = await alone(definition, args, context, () => findOwnWithContent(definition, args, context));
  if (own) {
    context.warn(`Took over the existing ${definition.noun} with id ${idOf(definition, args, own)}: ${because}.`);
    const deadline = createDeadline(definition, args, context);
    return complete(definition, args, { live: own, isFound: true, doubles, deadline }, context);
  }
  return whenItsTurn(definition, args, context, async (leave) => {
    const deadline = createDeadline(definition, args, context);
    const make = sendsContent(definition, args) ? createWithContent : post;
    const live = await make(definition, args, deadline, context);
    return complete(definition, args, { live, isFound: false, doubles, deadline, leave }, context);
  });
}

function createDeadline(definition: Definition, args: Values, { clock }: Context): Deadline {
  const { createSec = definition.deadlines.createSec } = originOf(definition, args) ?? {};
  return deadlineFor("create", { deadlines: { ...definition.deadlines, createSec } }, args, clock);
}

interface Made {
  readonly live: Values;
  readonly isFound: boolean;
  /** Ids of objects just like it that were left alone. */
  readonly doubles: readonly string[];
  readonly deadline: Deadline;
  /** Called when the object is made, although not yet as the arguments want it. */
  readonly leave?: () => void;
}

/** Leads what was made, or found, to what the arguments ask for. */
async function complete(
  definition: Definition,
  args: Values,
  { live, isFound, doubles, deadline, leave }: Made,
  context: Context,
): Promise<Created> {
  const id = idOf(definition, args, live);
  noteHeld(context.memory, optionsOf(args).urn, memoryKey(definition, id));
  const progress: Progress = { live, done: new Set(), wrote: true };
  try {
    // The id is sure, the rest is asked for again.
    if (incomplete(definition)(live) !== undefined) progress.live = await readLive(definition, id, context, deadline);
    if (isFound) await resume(definition, id, args, { progress, deadline, leads: true }, context);
    else progress.live = await waitUntilCopied(definition, id, { args, live: progress.live, deadline }, context);
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
    const status = definition.status?.created(args);
    const until = (now: Values): boolean => status === undefined || now.status === status;
    if (!until(progress.live)) {
      progress.live = await waitUntil(definition, id, { until, what: `"${status}"`, deadline }, context);
    }
    const details = await readDetails(definition, id, { live: progress.live, state: {}, deadline }, context);
    const state = remembering(finishedState(definition, progress.live, args), { doubles });
    return { id, state: { ...state, ...details } };
  } catch (error) {
    const undone = followersOfCreate(definition, args).filter((name) => !progress.done.has(name));
    const reached = Object.fromEntries(Object.entries(args).filter(([name]) => !undone.includes(name)));
    const applied = { args: givenArguments(definition, reached) };
    const state = unfinishedState(definition, progress.live, reached, applied);
    throw new UnfinishedError(id, remembering(state, { doubles }), error);
  }
}
