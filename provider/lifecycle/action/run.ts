import { fillPath } from "../../definition/path";
import type { ActionDefinition } from "../../definition/action";
import { CloudError } from "../../api/errors";
import type { Values } from "../../definition/values";
import type { OpenIntent } from "../../journal/journal";
import { findTrace, notHeeded, sendOnce, unclear, UnclearError } from "./request";
import type { Begun } from "./request";
import { newMark, waitForBeginning, waitForMark, waitForSubjects } from "./wait";
import type { Limit } from "./wait";
import { adoptNamed } from "../object/import";
import { deadlineFor, OPTIONS, optionsOf } from "../state/context";
import type { Context, Deadline } from "../state/context";
import { settleUnclear } from "../ownership/find-lost";
import { memoryKey } from "../ownership/identity";
import { collectionPath, idOf } from "../state/ids";
import { noteHeld } from "../state/run-memory";
import { appliedOf, finishedState, givenArguments, remembering, unfinishedState } from "../state/state";
import type { Applied, Created } from "../state/state";
import { inTurn } from "../waiting/locks";
import { UnfinishedError } from "../state/partial-failure";

const KEPT = "What is known is kept: run `pulumi up` again to go on waiting (it is not run twice)";

/** What the state remembers of an unfinished action beside what it remembers of any object. */
interface ActionApplied extends Applied {
  readonly begun?: Begun;
}

/** One run of an action. */
interface Run {
  readonly definition: ActionDefinition;
  readonly args: Values;
  readonly deadline: Deadline;
  readonly context: Context;
  /** The id in the state, where there is one already. */
  readonly id?: string;
}

/**
 * Runs the action once, and waits until it is over.
 * @throws UnfinishedError when anything fails after the service may have taken the request: the next `up` goes on from there.
 */
export async function performAction(definition: ActionDefinition, args: Values, context: Context): Promise<Created> {
  if (optionsOf(args).import !== undefined) {
    if (definition.action.trace.tells !== "object") throw notAnObject(definition);
    const adopted = await adoptNamed(definition, args, context);
    settleUnclear(args, context);
    return adopted;
  }
  return inTurn(context.memory, fillPath(definition.action.lockKey, args), async () => {
    const deadline = deadlineFor("create", definition, args, context.clock);
    const run = { definition, args, deadline, context };
    const intent = lastIntent(run);
    if (intent) return goOn(run, intent);
    await warnOfTraces(run);
    return begin(run);
  });
}

/** Goes on with an action that was left unfinished. A finished one has nothing that an update could change. */
export function resumeAction(
  definition: ActionDefinition,
  id: string,
  state: Values,
  args: Values,
  context: Context,
): Promise<Values> {
  const { begun, unfinished } = appliedOf(state) as ActionApplied;
  if (!unfinished || !begun) return Promise.resolve({ ...state, [OPTIONS]: args[OPTIONS] });
  return inTurn(context.memory, fillPath(definition.action.lockKey, args), async () => {
    const deadline = deadlineFor("update", definition, args, context.clock);
    const run = { definition, args, deadline, context, id };
    return (await (begun.unclear ? clarify(run, begun, "an earlier run got no clear answer") : finish(run, begun)))
      .state;
  });
}

/**
 * Finds, before a delete, what an unfinished action has made; nothing is run for it.
 * @returns the id of the object; undefined where there is none.
 */
export function findMade(
  definition: ActionDefinition,
  state: Values,
  args: Values,
  context: Context,
): Promise<string | undefined> {
  const { begun } = appliedOf(state) as ActionApplied;
  if (!begun) return Promise.resolve(undefined);
  return inTurn(context.memory, fillPath(definition.action.lockKey, args), async () => {
    const deadline = deadlineFor("delete", definition, args, context.clock);
    const limit = { deadline, afterwards: "What is known is kept: run `pulumi up` or `pulumi destroy` again" };
    const mark = begun.unclear
      ? await findTrace(definition, args, begun, limit, context)
      : (begun.mark ?? (await waitForMark(definition, args, begun.before, limit, context)));
    return mark === undefined ? undefined : idOf(definition, args, { id: mark });
  });
}

export function notAnObject({ kind }: ActionDefinition): CloudError {
  return new CloudError(
    `${kind} is an action: something that is done once, of which the service keeps no object. It can neither be imported nor ` +
      "be read by an id. Take the import option (or the get) away.",
  );
}

/** What the journal knows of a run that was stopped while it ran this action. */
function lastIntent({ definition, args, context }: Run): OpenIntent | undefined {
  const intents = context.journal.open(optionsOf(args).urn ?? "");
  const last = intents.at(-1);
  for (const intent of intents) if (intent !== last) context.journal.settle(intent.intent);
  // The program has come to want something else.
  return last?.collection === collectionPath(definition, args) ? last : undefined;
}

/** What looks as if the action had been run already; nothing tells by whom. What the state has is none of it. */
async function warnOfTraces({ definition, args, context }: Run): Promise<void> {
  const { doing, trace } = definition.action;
  // Of a secret there is always one, and an end says nothing of what has ended.
  if (trace.isSecret || trace.tells === "end") return;
  // What is wrong with the service shows in the action itself.
  const mark = await newMark(definition, args, [], { isAccepted: false }, context).catch(() => undefined);
  if (mark === undefined) return;
  const id = idOf(definition, args, { id: mark });
  if (trace.tells === "object" && context.memory.known.has(memoryKey(definition, id))) return;
  const seen = trace.tells === "object" ? `shows a result with id ${id} already` : `is doing so already (${mark})`;
  context.warn(
    `Before it is asked to ${doing}, the service ${seen}. Nothing tells that a run of this stack asked for it. If one that was ` +
      "killed did, this is the second time.",
  );
}

/** Finds out what a run that was stopped has come to, rather than run the action a second time. */
function goOn(run: Run, { before, answer, at, intent }: OpenIntent): Promise<Created> {
  const { definition, context } = run;
  const stopped = `a run that was stopped (${new Date(at).toISOString()})`;
  const begun = { before, intent, ...(answer?.made === undefined ? {} : { mark: answer.made }) };
  if (answer) {
    context.warn(`The service was asked to ${definition.action.doing} by ${stopped}, and is not asked again.`);
    return finish(run, begun);
  }
  context.warn(
    `The service may have been asked to ${definition.action.doing} by ${stopped}: looking what has come of it.`,
  );
  return clarify(run, { ...begun, unclear: true }, `${stopped} got no answer`, { isLost: true });
}

async function begin(run: Run): Promise<Created> {
  let begun: Begun;
  try {
    begun = await sendOnce(run.definition, run.args, run.deadline, run.context);
  } catch (error) {
    if (error instanceof UnclearError) return clarify(run, error.begun, error.lost.message);
    throw error;
  }
  return finish(run, begun);
}

/** Finds out whether the request was heeded. Where nothing can tell, a person must. */
async function clarify(
  run: Run,
  begun: Begun,
  lost: string,
  { isLost = false }: { isLost?: boolean } = {},
): Promise<Created> {
  const { definition, args, context } = run;
  let mark: string | undefined;
  try {
    mark = await findTrace(definition, args, begun, limitOf(run), context);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw unfinished(run, begun, unclear(definition, `${lost}; and then: ${cause}`));
  }
  const { unclear: _unclear, ...known } = begun;
  if (mark !== undefined) return finish(run, { ...known, mark });
  if (definition.action.trace.tells === "beginning") throw unfinished(run, begun, unclear(definition, lost));
  // Nothing has happened; what a create has not recorded the next run begins anew, and so does this one for an earlier.
  context.journal.settle(begun.intent);
  if (run.id === undefined && !isLost) throw notHeeded(definition, lost);
  return begin(run);
}

/** Waits for the end of what the service has taken on. */
async function finish(run: Run, begun: Begun): Promise<Created> {
  const { definition, args, context } = run;
  const { action } = definition;
  const limit = limitOf(run);
  let { mark } = begun;
  try {
    if (mark === undefined) await waitForBeginning(definition, args, begun.before, run.deadline, context);
    const waitFor = async (): Promise<void> => {
      const subjects = action.after.filter(({ id }) => id !== "id" || mark !== undefined);
      await waitForSubjects(subjects, { ...args, id: mark }, limit, context);
    };
    await waitFor();
    if (mark === undefined && action.trace.tells !== "beginning") {
      mark = await waitForMark(definition, args, begun.before, limit, context);
      await waitFor();
    }
    const live = await readOutcome(run, mark);
    const id = run.id ?? resourceId(run, mark);
    noteHeld(context.memory, optionsOf(args).urn, memoryKey(definition, id));
    return { id, state: remembering(finishedState(definition, live, args), intentOf(begun)) };
  } catch (error) {
    const { mark: _mark, ...known } = begun;
    throw unfinished(run, { ...known, ...(mark === undefined ? {} : { mark }) }, error);
  }
}

async function readOutcome({ definition, args, context }: Run, mark: string | undefined): Promise<Values> {
  const { outcome } = definition.action;
  if (outcome === undefined) return {};
  const live = await context.send({ method: "GET", path: fillPath(outcome, { ...args, id: mark }) });
  for (const { field, secret } of Object.values(definition.outputs.from)) {
    if (secret) context.memory.secrets.add(live[field]);
  }
  return live;
}

function unfinished(run: Run, begun: Begun, cause: unknown): UnfinishedError {
  const { definition, args } = run;
  const isObject = definition.action.trace.tells === "object" && begun.mark !== undefined;
  const live = isObject ? { id: Number(begun.mark) } : {};
  const applied: ActionApplied = { args: givenArguments(definition, args), begun, ...intentOf(begun) };
  return new UnfinishedError(
    run.id ?? resourceId(run, begun.mark),
    unfinishedState(definition, live, args, applied),
    cause,
  );
}

function intentOf({ intent }: Begun): Pick<Applied, "intent"> {
  return intent === undefined ? {} : { intent };
}

/** The id of what was made; what leaves no object, or is not listed yet, is named by the time. */
function resourceId({ definition, args, context }: Run, mark: string | undefined): string {
  const isObject = definition.action.trace.tells === "object";
  const time = Math.floor(context.clock.today());
  return idOf(definition, args, { id: isObject ? (mark ?? `unlisted-${time}`) : time });
}

function limitOf({ deadline }: Run): Limit {
  return { deadline, afterwards: KEPT };
}
