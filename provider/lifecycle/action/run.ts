import { fillPath } from "../../definition/definition";
import type { ActionDefinition } from "../../definition/definition";
import { CloudError } from "../../api/errors";
import type { Values } from "../../definition/values";
import type { Intent, OpenIntent } from "../../journal/intent";
import { importObject } from "../object";
import { memoryKey } from "../identity";
import { settleAmbiguous } from "../ownership";
import { noteManaged, startOperation } from "../context";
import {
  APPLIED,
  OPTIONS,
  optionsOf,
  UnfinishedError,
  appliedOf,
  argsOf,
  collectionPath,
  finishedState,
  givenArguments,
  idOf,
  withNotes,
  unfinishedState,
  unknownSinceImport,
} from "../state";
import { capitalize, messageOf, sentence, when } from "../wording";
import type { Applied, Recorded } from "../state";
import type { ResourceCall, Context } from "../context";
import { withLock } from "../waiting";
import {
  findEvidence,
  notCarriedOutError,
  sendOnce,
  ambiguousOutcomeError,
  AmbiguousError,
  ranInOrder,
} from "./request";
import type { Begun } from "./request";
import type { ActionOperation } from "./evidence";
import { newMarker } from "./evidence";
import { waitUntilStarted, waitForMarker, waitForSubjects } from "./wait";

const PROGRESS_SAVED_FOR_DELETE = "Progress is saved: run `pulumi up` or `pulumi destroy` again";
const PROGRESS_SAVED = "Progress is saved: run `pulumi up` to resume waiting (the action does not run again)";

type EarlierRun = OpenIntent & Pick<Intent, "before">;

/** Hidden state of an action, with its progress while it is unfinished. */
interface ActionApplied extends Applied {
  readonly begun?: Begun;
}

/**
 * Runs the action once, and waits until it is complete.
 * @throws UnfinishedError for any failure after the API may have accepted the request; the next `pulumi up` resumes
 */
export async function performAction(call: ResourceCall<ActionDefinition>): Promise<Recorded> {
  const { definition, args, context } = call;
  if (optionsOf(args).import !== undefined) {
    if (definition.action.evidence.shows !== "object") throw noStoredObject(definition);
    const adopted = await importObject(call);
    settleAmbiguous(args, context);
    return adopted;
  }
  return withLock(context.memory, fillPath(definition.action.lockKey, args), async () => {
    const run = startOperation("create", call);
    const intent = lastIntent(run);
    if (args.alreadyDone === true) return recordAsDone(run, { before: [], ...intent });
    if (intent?.isReturned) throw ranInOrder(definition, intent);
    if (intent) return continueRun(run, intent);
    await warnOfEarlierEvidence(run);
    return begin(run);
  });
}

/** Resumes an unfinished action. For a finished one, only the resource options change, and what an import could not show. */
export function resumeAction(call: ResourceCall<ActionDefinition>, { id, state }: Recorded): Promise<Values> {
  const { definition, args, context } = call;
  const { begun, unfinished } = appliedOf(state) as ActionApplied;
  if (!unfinished || !begun) {
    const recorded = unknownSinceImport(call, state).map((name) => [name, args[name]]);
    const applied = { ...appliedOf(state), args: givenArguments(definition, args) };
    const hidden = { [APPLIED]: applied, [OPTIONS]: args[OPTIONS] };
    return Promise.resolve({ ...state, ...Object.fromEntries(recorded), ...hidden });
  }
  return withLock(context.memory, fillPath(definition.action.lockKey, args), async () => {
    const run = startOperation("update", { ...call, id });
    const resumed = await (args.alreadyDone === true
      ? recordAsDone(run, begun)
      : begun.unclear
        ? resolveAmbiguous(run, begun, { lost: "the response to an earlier update was ambiguous" })
        : finish(run, begun));
    return resumed.state;
  });
}

/**
 * Before a delete, finds what an unfinished action created, without running the action.
 * @returns the Pulumi ID of the created resource, if there is one
 */
export function findCreated(
  definition: ActionDefinition,
  state: Values,
  context: Context,
): Promise<string | undefined> {
  const args = argsOf(state);
  const { begun } = appliedOf(state) as ActionApplied;
  if (!begun) return Promise.resolve(undefined);
  return withLock(context.memory, fillPath(definition.action.lockKey, args), async () => {
    const operation = startOperation("delete", { definition, args, context });
    const mark = begun.unclear
      ? await findEvidence(operation, begun, PROGRESS_SAVED_FOR_DELETE)
      : (begun.mark ?? (await waitForMarker(operation, begun.before, PROGRESS_SAVED_FOR_DELETE)));
    return mark === undefined ? undefined : idOf(definition, args, { id: mark });
  });
}

export function noStoredObject({ kind }: ActionDefinition): CloudError {
  return new CloudError(
    `${kind} is an action, so there is no resource to import or read. Remove the \`import\` option or the \`.get()\` call.`,
  );
}

/** The intent of an interrupted update that was running this action, according to the journal. */
function lastIntent({ definition, args, context }: ActionOperation): EarlierRun | undefined {
  const intents = context.journal.openIntents(optionsOf(args).urn);
  const last = intents.at(-1);
  for (const intent of intents) if (intent !== last) context.journal.settle(intent.id);
  // If the path differs, the program has changed since.
  return last?.before && last.collection === collectionPath(definition, args)
    ? { ...last, before: last.before }
    : undefined;
}

/** Warns if someone seems to have already run the action, without a record in this stack. */
async function warnOfEarlierEvidence(operation: ActionOperation): Promise<void> {
  const { definition, args, context } = operation;
  const { doing, evidence } = definition.action;
  // It does not show which operation ended.
  if (evidence.shows === "end") return;
  // If the API fails, the action itself reports it.
  const mark = await newMarker(operation, [], { isAccepted: false }).catch(() => undefined);
  if (mark === undefined) return;
  const id = idOf(definition, args, { id: mark });
  if (evidence.shows === "object" && context.memory.objects.isKnown(memoryKey(definition, id))) return;
  const seen = evidence.shows === "object" ? `a result (ID ${id})` : `it in progress (${mark})`;
  context.warn(
    `Before the request to ${doing} was sent, the API already showed ${seen}. This stack has no record of requesting it. If an ` +
      "interrupted update requested it, the action will run a second time.",
  );
}

/** Determines the outcome of an interrupted update instead of running the action a second time. */
function continueRun(run: ActionOperation, { before, response, at, id }: EarlierRun): Promise<Recorded> {
  const { definition, context } = run;
  const earlier = `an interrupted update (${when({ at })})`;
  const begun = { before, intent: id, ...(response?.made === undefined ? {} : { mark: response.made }) };
  if (response) {
    context.warn(`${capitalize(earlier)} sent the request to ${definition.action.doing}. It will not be sent again.`);
    return finish(run, begun);
  }
  context.warn(
    `${capitalize(earlier)} may have sent the request to ${definition.action.doing}. Searching for its result.`,
  );
  return resolveAmbiguous(
    run,
    { ...begun, unclear: true },
    { lost: `${earlier} got no response`, isFromEarlierRun: true },
  );
}

/** `alreadyDone` declares that the action was carried out: waits for its result, without a request. */
function recordAsDone(run: ActionOperation, { before, intent }: Begun): Promise<Recorded> {
  run.context.warn(
    `No request was sent to ${run.definition.action.doing}, because \`alreadyDone\` is set. Remove \`alreadyDone\` now.`,
  );
  return finish(run, { before, mark: "alreadyDone", ...(intent === undefined ? {} : { intent }) });
}

async function begin(run: ActionOperation): Promise<Recorded> {
  let begun: Begun;
  try {
    begun = await sendOnce(run);
  } catch (error) {
    if (error instanceof AmbiguousError) return resolveAmbiguous(run, error.begun, { lost: error.lost.message });
    throw error;
  }
  return finish(run, begun);
}

/** Determines whether the request was carried out. If that is impossible, the error leaves the decision to the user. */
async function resolveAmbiguous(
  run: ActionOperation,
  begun: Begun,
  { lost, isFromEarlierRun = false }: { readonly lost: string; readonly isFromEarlierRun?: boolean },
): Promise<Recorded> {
  const { definition, context } = run;
  let mark: string | undefined;
  try {
    mark = await findEvidence(run, begun, PROGRESS_SAVED);
  } catch (error) {
    throw unfinished(run, begun, ambiguousOutcomeError(definition, `${sentence(lost)} Then: ${messageOf(error)}`));
  }
  const { unclear: _unclear, ...known } = begun;
  if (mark !== undefined) return finish(run, { ...known, mark });
  if (definition.action.evidence.shows === "beginning")
    throw unfinished(run, begun, ambiguousOutcomeError(definition, lost));
  // Nothing happened. The next update retries a request that this create sent. Any other request is retried now.
  context.journal.settle(begun.intent);
  if (run.id === undefined && !isFromEarlierRun) throw notCarriedOutError(definition, lost);
  return begin(run);
}

/** Waits until an accepted request is carried out. */
async function finish(run: ActionOperation, begun: Begun): Promise<Recorded> {
  const { definition, args, context } = run;
  const { action } = definition;
  let { mark } = begun;
  try {
    if (mark === undefined) await waitUntilStarted(run, begun.before);
    const waitFor = async (): Promise<void> => {
      const subjects = action.after.filter(({ id }) => id !== "id" || mark !== undefined);
      await waitForSubjects(run, { subjects, values: { ...args, id: mark } }, PROGRESS_SAVED);
    };
    await waitFor();
    if (mark === undefined && action.evidence.shows !== "beginning") {
      mark = await waitForMarker(run, begun.before, PROGRESS_SAVED);
      await waitFor();
    }
    const live = await readOutcome(run, mark);
    const id = run.id ?? resourceId(run, mark);
    noteManaged(context, optionsOf(args), memoryKey(definition, id));
    return { id, state: withNotes(finishedState(definition, live, args), appliedIntent(begun)) };
  } catch (error) {
    const { mark: _mark, ...known } = begun;
    throw unfinished(run, { ...known, ...(mark === undefined ? {} : { mark }) }, error);
  }
}

async function readOutcome({ definition, args, context }: ActionOperation, mark: string | undefined): Promise<Values> {
  const { outcome } = definition.action;
  if (outcome === undefined) return {};
  const live = await context.send({ method: "GET", path: fillPath(outcome, { ...args, id: mark }) });
  for (const { field, secret } of Object.values(definition.outputs.from)) {
    if (secret) context.memory.noteSecret(live[field]);
  }
  return live;
}

function unfinished(run: ActionOperation, begun: Begun, cause: unknown): UnfinishedError {
  const id = run.id ?? resourceId(run, begun.mark);
  return new UnfinishedError({ id, state: unfinishedAction(run, begun) }, cause);
}

/** The state of an action whose result the next update waits for. */
export function unfinishedAction({ definition, args }: ResourceCall<ActionDefinition>, begun: Begun): Values {
  const isObject = definition.action.evidence.shows === "object" && begun.mark !== undefined;
  const live = isObject ? { id: Number(begun.mark) } : {};
  const applied: ActionApplied = { args: givenArguments(definition, args), begun, ...appliedIntent(begun) };
  return unfinishedState({ definition, args }, live, applied);
}

function appliedIntent({ intent }: Begun): Pick<Applied, "intent"> {
  return intent === undefined ? {} : { intent };
}

/** The Pulumi ID: that of the created resource, or one made of the current time if there is none or it is not listed yet. */
function resourceId({ definition, args, context }: ActionOperation, mark: string | undefined): string {
  const isObject = definition.action.evidence.shows === "object";
  const time = Math.floor(context.clock.today());
  return idOf(definition, args, { id: isObject ? (mark ?? `unlisted-${time}`) : time });
}
