import { fillPath } from "../../definition/definition";
import type { ActionDefinition } from "../../definition/definition";
import { CloudError } from "../../api/errors";
import type { Values } from "../../definition/values";
import type { OpenIntent } from "../../journal/intent";
import { importObject } from "../object";
import { memoryKey } from "../identity";
import { announceManaged, startOperation } from "../context";
import {
  APPLIED,
  OPTIONS,
  appliedOf,
  argsOf,
  collectionPath,
  finishedState,
  givenArguments,
  idOf,
  optionsOf,
  unknownSinceImport,
  withNotes,
} from "../state";
import { RESUMES, UNCONFIRMED, capitalize, when } from "../wording";
import type { Recorded } from "../state";
import type { ResourceCall, Context } from "../context";
import { withLock } from "../waiting";
import { newMarker } from "./evidence";
import type { ActionOperation } from "./evidence";
import { foundForKilled } from "./interrupted";
import {
  ACTION_RESUMES,
  begunBy,
  begunIn,
  findEvidence,
  outcomeOf,
  ranInOrder,
  resourceId,
  unfinished,
} from "./outcome";
import type { Begun } from "./outcome";
import { sendOnce } from "./request";
import { waitUntilStarted, waitForMarker, waitForSubjects } from "./wait";

/**
 * Runs the action once, unless an earlier update did, and waits until it is complete.
 * @throws UnfinishedError for any failure after the API may have accepted the request; the next `pulumi up` resumes
 */
export async function createAction(call: ResourceCall<ActionDefinition>): Promise<Recorded> {
  const { definition, args, context } = call;
  const made = await foundForKilled(call);
  if (made) return { id: made.id, state: await resumeAction(call, made) };
  if (optionsOf(args).import !== undefined) {
    if (definition.action.evidence.shows !== "object") throw noStoredObject(definition);
    const adopted = await importObject(call);
    context.journal.settleAmbiguous(optionsOf(args).urn);
    return adopted;
  }
  return withLock(context.memory, fillPath(definition.action.lockKey, args), async () => {
    const run = startOperation("create", call);
    const earlier = lastIntent(run);
    if (earlier?.isReturned && args.alreadyDone !== true) throw ranInOrder(definition, earlier);
    if (earlier || args.alreadyDone === true) return resume(run, earlier ? begunBy(earlier) : { before: [] }, earlier);
    await warnOfEarlierEvidence(run);
    return finish(run, await sendOnce(run));
  });
}

/** Resumes an unfinished action. For a finished one, only the resource options change, and what an import could not show. */
export function resumeAction(call: ResourceCall<ActionDefinition>, { id, state }: Recorded): Promise<Values> {
  const { definition, args, context } = call;
  const begun = begunIn(state);
  if (!appliedOf(state).unfinished || !begun) {
    const recorded = unknownSinceImport(call, state).map((name) => [name, args[name]]);
    const applied = { ...appliedOf(state), args: givenArguments(definition, args) };
    const hidden = { [APPLIED]: applied, [OPTIONS]: args[OPTIONS] };
    return Promise.resolve({ ...state, ...Object.fromEntries(recorded), ...hidden });
  }
  return withLock(context.memory, fillPath(definition.action.lockKey, args), async () => {
    const resumed = await resume(startOperation("update", { ...call, id }), begun);
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
  const begun = begunIn(state);
  if (!begun) return Promise.resolve(undefined);
  return withLock(context.memory, fillPath(definition.action.lockKey, args), async () => {
    const operation = startOperation("delete", { definition, args, context });
    const mark = begun.unclear
      ? await findEvidence(operation, begun, RESUMES)
      : (begun.mark ?? (await waitForMarker(operation, begun.before, RESUMES)));
    return mark === undefined ? undefined : idOf(definition, args, { id: mark });
  });
}

export function noStoredObject({ kind }: ActionDefinition): CloudError {
  return new CloudError(
    `${kind} is an action, so there is no resource to import or read. Remove the \`import\` option or the \`.get()\` call.`,
  );
}

/** The intent of an interrupted update that was running this action, according to the journal. */
function lastIntent({ definition, args, context }: ActionOperation): OpenIntent | undefined {
  const intents = context.journal.openIntents(optionsOf(args).urn);
  const last = intents.at(-1);
  for (const intent of intents) if (intent !== last) context.journal.settle(intent.id);
  // If the path differs, the program has changed since.
  return last?.collection === collectionPath(definition, args) ? last : undefined;
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

/**
 * Waits for the result of a request that was sent earlier. Sends it again only if it was not carried out.
 * @param earlier the interrupted update that sent it, unless the state shows that
 */
async function resume(run: ActionOperation, begun: Begun, earlier?: OpenIntent): Promise<Recorded> {
  const { definition, args, context } = run;
  const { doing } = definition.action;
  if (args.alreadyDone === true) {
    context.warn(`No request was sent to ${doing}, because \`alreadyDone\` is set. Remove \`alreadyDone\` now.`);
    const { unclear: _, ...known } = begun;
    return finish(run, { ...known, mark: "alreadyDone" });
  }
  const update = earlier && `an interrupted update (${when(earlier)})`;
  if (update !== undefined) {
    const [sent, next] = begun.unclear
      ? ["may have sent", "Searching for its result"]
      : ["sent", "It will not be sent again"];
    context.warn(`${capitalize(update)} ${sent} the request to ${doing}. ${next}.`);
  }
  const lost = update === undefined ? `in an earlier update, ${UNCONFIRMED}` : `${update} got no response`;
  const known = begun.unclear ? await outcomeOf(run, begun, lost) : begun;
  return finish(run, known ?? (await sendOnce(run)));
}

/** Waits until an accepted request is carried out. */
async function finish(run: ActionOperation, begun: Begun): Promise<Recorded> {
  const { definition, args, context } = run;
  const { after, evidence } = definition.action;
  let known = begun;
  const waitForAll = async (): Promise<void> => {
    const subjects = after.filter(({ id }) => id !== "id" || known.mark !== undefined);
    await waitForSubjects(run, { subjects, values: { ...args, id: known.mark } }, ACTION_RESUMES);
  };
  try {
    if (known.mark === undefined) await waitUntilStarted(run, known.before);
    await waitForAll();
    if (known.mark === undefined && evidence.shows !== "beginning") {
      known = { ...known, mark: await waitForMarker(run, known.before, ACTION_RESUMES) };
      await waitForAll();
    }
    const live = await readOutcome(run, known.mark);
    const id = run.id ?? resourceId(run, known.mark);
    announceManaged(context, optionsOf(args), memoryKey(definition, id));
    return { id, state: withNotes(finishedState(definition, live, args), { intent: known.intent }) };
  } catch (error) {
    throw unfinished(run, known, error);
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
