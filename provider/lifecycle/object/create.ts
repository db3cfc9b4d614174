import type { Values } from "../../definition/values";
import { memoryKey, settleAmbiguous, withCreateLock } from "../ownership";
import { UnfinishedError, finishedState, givenArguments, idOf, withNotes, unfinishedState, optionsOf } from "../state";
import { deadlineFor, incomplete, noteHeld } from "../context";
import type { Asked, Operation } from "../context";
import type { Recorded } from "../state";
import { readLive, waitUntil } from "../waiting";
import { apply, progressFrom, resume } from "./apply";
import { adoptNamed } from "./import";
import { appliedAfterCreate, remainingOfFound, strategyOf } from "./make";
import type { CreationStrategy } from "./make";
import { readSubResources } from "./sub-resources";

/**
 * Creates the object, or finds the one that an earlier attempt created, and waits until it is ready.
 * @throws UnfinishedError with the id when anything fails once the object may exist.
 */
export async function create(asked: Asked): Promise<Recorded> {
  const { definition, args, context } = asked;
  if (optionsOf(args).import !== undefined) {
    const adopted = await adoptNamed(asked);
    settleAmbiguous(args, context);
    // For the engine, and in its display, an import is a create.
    context.info(`Imported the ${definition.noun} with id ${adopted.id}; nothing was written.`);
    return adopted;
  }
  const strategy = strategyOf(definition, args);
  const { own, because = "", doubles } = await withCreateLock(asked, () => strategy.observe(asked));
  // The deadline runs from here: what exists is known.
  const operation = { ...asked, deadline: deadlineFor("create", asked) };
  if (own) {
    context.warn(`Took over the existing ${definition.noun} with id ${idOf(definition, args, own)}: ${because}.`);
    return converge(operation, own, { strategy, isFound: true, doubles });
  }
  return strategy.create(operation, (made, live, release) =>
    converge(made, live, { strategy, isFound: false, doubles, release }),
  );
}

/** How the object was obtained. */
interface Origin {
  readonly strategy: CreationStrategy;
  readonly isFound: boolean;
  /** Ids of identical objects that were left alone. */
  readonly doubles: readonly string[];
  readonly release?: (() => void) | undefined;
}

/** Brings a created or found object in line with the arguments. */
async function converge(
  made: Operation,
  live: Values,
  { strategy, isFound, doubles, release }: Origin,
): Promise<Recorded> {
  const { definition, args, context } = made;
  const id = idOf(definition, args, live);
  const operation = { ...made, id };
  noteHeld(context.memory, optionsOf(args).urn, memoryKey(definition, id));
  const progress = progressFrom(live, true);
  try {
    // Only the id is certain; the rest is read again.
    if (incomplete(definition)(live) !== undefined) progress.live = await readLive(operation);
    if (isFound) await resume(operation, progress, true);
    else progress.live = await strategy.settle(operation, progress.live);
    release?.();
    const remaining = isFound ? remainingOfFound(made, progress.live) : strategy.remaining(made, progress.live);
    await apply(operation, remaining, progress);
    const status = definition.status?.created(args);
    const until = (now: Values): boolean => status === undefined || now.status === status;
    if (!until(progress.live))
      progress.live = await waitUntil(operation, { until, what: `"${status}"`, seen: progress.live });
    const details = await readSubResources(operation, { live: progress.live, state: {} });
    return { id, state: { ...withNotes(finishedState(definition, progress.live, args), { doubles }), ...details } };
  } catch (error) {
    const undone = appliedAfterCreate(definition, args).filter((name) => !progress.done.has(name));
    const reached = Object.fromEntries(Object.entries(args).filter(([name]) => !undone.includes(name)));
    const applied = { args: [...new Set([...givenArguments(definition, reached), ...progress.ambiguous])] };
    const state = unfinishedState({ definition, args: reached }, progress.live, applied);
    throw new UnfinishedError({ id, state: withNotes(state, { doubles }) }, error);
  }
}
