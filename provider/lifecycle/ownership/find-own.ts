import { CloudError, isNotFound, undefinedIfMissing } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import { argumentsInPath } from "../../definition/definition";
import type { Values } from "../../definition/values";
import type { Intent, OpenIntent } from "../../journal/intent";
import { collectionPath, idOf, needsNoReplacement, optionsOf } from "../state";
import { adviseAtEnd, readCollection, unmanaged } from "../context";
import type { ResourceCall } from "../context";
import { searchLate } from "../waiting";
import { UNCONFIRMED, when } from "../wording";
import { bestOf, grade, invisibleForMs, isExpired, searchMs } from "./grade";
import type { Grade, SentRequest } from "./grade";
import {
  claim,
  describeLikeness,
  holderOfName,
  identityOf,
  isUnclaimed,
  listBefore,
  matchingIdentity,
  memoryKey,
  normalizedInputs,
  taken,
} from "../identity";

/** An unmanaged object that a request created, or may have created. */
interface Result extends Grade {
  /** Its Pulumi ID. */
  readonly id: string;
  readonly live: Values;
  readonly request: SentRequest;
}

async function resultsAmong(
  call: ResourceCall,
  request: SentRequest,
  shown: readonly Values[],
): Promise<readonly Result[]> {
  const { definition, args, context } = call;
  const asShown = { ...call, args: await normalizedInputs(call) };
  // The cheap questions first: a grade compares hashes, and what others know is in files and in the state.
  const results = shown
    .map((live) => ({ id: idOf(definition, args, live), live, request }))
    .filter(({ id }) => context.memory.objects.isFree(memoryKey(definition, id)))
    .map((one) => ({ ...one, ...grade(asShown, one.live, request) }))
    .filter(({ verdict }) => verdict !== "foreign");
  return unmanaged(context, results, ({ id }) => memoryKey(definition, id));
}

/** What a create finds before its first POST. */
export interface FoundBeforeCreate {
  /** The one to adopt, which an interrupted update created. */
  readonly own?: Result;
  /** IDs of identical resources that the create did not adopt. */
  readonly duplicates: readonly string[];
}

/**
 * Before the first POST, searches the journal for a resource that an earlier update created but did not record. Nothing else distinguishes it
 * from someone else's. For resource types without unique names, a warning names identical resources. All creates of a run share one list per
 * collection.
 * @throws CloudError if the name is taken, or if an update that completed, or one of another stack, created the resource
 */
export async function findOwnBeforeCreate(call: ResourceCall): Promise<FoundBeforeCreate> {
  const { definition, args } = call;
  const before = await listBefore(call);
  const { own, left } = await findByJournal(call);
  if (own) return { own, duplicates: left.map((one) => nameLeft(call, one)) };
  const possible = left.filter(({ verdict, request }) => verdict === "possible" && isHere(call, request));
  const undecided = possible.find(({ request }) => request.before === undefined);
  if (undecided) throw perhapsCreated(definition, undecided);
  const holder = definition.identity.unique ? await holderOfName(call, before) : undefined;
  const result = holder && possible.find(({ live }) => live.id === holder.id);
  if (holder && !result?.request.isReturned) {
    const by = result && `an update at ${when(result.request)} may have created it: ${result.because.join("; ")}`;
    throw await taken(call, holder, by);
  }
  const returned = possible.find(({ request }) => request.isReturned);
  if (returned) throw createdInOrder(definition, returned);
  const named = left.map((one) => nameLeft(call, one));
  if (definition.identity.unique) return { duplicates: named };
  const alike = matchingIdentity(definition, await normalizedInputs(call), before).filter(
    (live) => isUnclaimed(call, live) && !named.includes(idOf(definition, args, live)),
  );
  return { duplicates: [...named, ...alike.map((live) => nameLookalike(call, live))] };
}

/** Warns about what an interrupted update left for the resource and it does not adopt; returns the ID. */
function nameLeft({ definition, context }: ResourceCall, { id, verdict, because, request }: Result): string {
  const created = verdict === "ours" || request.response ? "created" : "may have created";
  const but = verdict === "ours" ? "it is a duplicate or no longer matches" : because.join("; ");
  context.memory.objects.noteNamed(memoryKey(definition, id));
  context.warn(
    `An interrupted update ${created} ${definition.noun} ${id} for this resource, but ${but}. Delete it, or import it into a separate resource: ` +
      `\`import: "${id}"\`. It was not modified.`,
  );
  return id;
}

/** Advises about a resource that looks like the one created, and is perhaps nobody's; returns the ID. */
function nameLookalike({ definition, args, context }: ResourceCall, live: Values): string {
  const id = idOf(definition, args, live);
  const advice =
    `${describeLikeness(definition, id)} Its owner is unknown, so it was not adopted, and another one was ` +
    `created. If it is yours and no other resource of the stack manages it, delete it or set \`import: "${id}"\`.`;
  adviseAtEnd(context, memoryKey(definition, id), advice);
  return id;
}

/**
 * The result of an interrupted update to adopt, and the others that such updates left. An intent stays open until its resource is in state,
 * or until it is certain that there is none.
 * @throws CloudError if several resources match
 */
async function findByJournal(
  call: ResourceCall,
  creates = true,
): Promise<{ readonly own: Result | undefined; readonly left: readonly Result[] }> {
  const { definition, context } = call;
  const left: Result[] = [];
  const ended: string[] = [];
  let own: Result | undefined;
  const since = context.clock.now();
  const look = (place: ResourceCall, intent: OpenIntent) => waitForResults(place, intent, since);
  for await (const { intent, results } of searches(call, look)) {
    const ours = results.filter(({ verdict }) => verdict === "ours");
    const [result] = ours;
    if (ours.length > 1) throw ambiguousCandidates(definition, ours, intent);
    if (result && !own && isWanted(call, result)) own = result;
    else left.push(...(result ? [result] : results));
    if (results.length > 0) continue;
    if (intent.response || isExpired(intent, context)) ended.push(intent.id);
    else if (creates) context.warn(unexplained(definition, intent));
  }
  if (own) claim(call, own.live);
  // Settled only at the end: if a later search fails, earlier results must not be lost.
  for (const id of ended) context.journal.settle(id);
  // Several requests may explain it.
  return { own, left: left.filter(({ id }) => id !== own?.id) };
}

/** The open requests of earlier runs for the resource, as far as this account can show what became of them. */
async function* searches(
  call: ResourceCall,
  look: (place: ResourceCall, intent: OpenIntent) => Promise<readonly Result[]>,
) {
  for (const intent of call.context.journal.openIntents(optionsOf(call.args).urn)) {
    const place = placeOf(call, intent);
    if (!place) continue;
    const results = await look(place, intent).catch((error: unknown) => {
      // The parent of another collection may have been deleted since, with everything in it.
      if (isHere(call, intent) || !isNotFound(error)) throw error;
      return [];
    });
    yield { intent, results };
  }
}

/** Whether the result is in the collection that the program names now, and needs no replacement. */
function isWanted(call: ResourceCall, { request, live }: Result): boolean {
  return isHere(call, request) && needsNoReplacement(call.definition, call.args, live);
}

/**
 * The result of a lost create, without another create. What an interrupted update left and the search does not adopt is named.
 * @returns also whether the result may still appear
 */
export async function findLost(
  call: ResourceCall,
): Promise<{ readonly own: Result | undefined; readonly isOpen: boolean }> {
  const { own, left } = await findByJournal(call, false);
  for (const one of left) nameLeft(call, one);
  if (own) await call.context.journal.noteResult(own.request.id, String(own.live.id));
  const { urn } = optionsOf(call.args);
  return { own, isOpen: call.context.journal.openIntents(urn).length > 0 };
}

/** Whether the request was sent to the collection that the program names now. */
function isHere({ definition, args }: ResourceCall, { collection }: SentRequest): boolean {
  return collection === collectionPath(definition, args);
}

/** `call` with the path inputs of the intent's collection; undefined if nothing in this account shows what became of it. */
function placeOf(call: ResourceCall, { collection, accountId }: OpenIntent): ResourceCall | undefined {
  const here = call.context.accountId();
  if (accountId !== undefined && here !== undefined && accountId !== here) return undefined;
  const place = argumentsInPath(call.definition.collection, collection);
  return place && { ...call, args: { ...call.args, ...place } };
}

/**
 * Waits for a result that the API may show late, also if it shows what only looks like it.
 * @param since when the search for this and other results began; pending operations of one resource share the wait
 */
async function waitForResults(place: ResourceCall, intent: OpenIntent, since: number): Promise<readonly Result[]> {
  let found: readonly Result[] = [];
  const look = async (): Promise<true | undefined> => {
    found = await resultsAmong(place, intent, await shownFor(place, intent));
    return found.some(({ verdict }) => verdict === "ours") || undefined;
  };
  if ((await look()) || intent.response?.made !== undefined) return found;
  const waitedMs = intent.before === undefined ? place.context.clock.now() - since : 0;
  await searchLate(place.context, look, invisibleForMs(intent, place.context, searchMs(place.definition)) - waitedMs);
  return found;
}

/** The resource with the ID from the response, or else the collection. */
async function shownFor(
  { definition, context }: ResourceCall,
  { collection, response }: OpenIntent,
  list = () => readCollection(definition, collection, context),
): Promise<readonly Values[]> {
  if (response?.made === undefined) return list();
  const live = await undefinedIfMissing(context.reads.fresh(collection, response.made));
  return live ? [live] : [];
}

/**
 * The result of a POST whose response does not show it, if it is proven.
 * @param shown the collection, read since
 * @throws CloudError if `rejectsPossible` and a resource may be the result, but also someone else's
 */
export async function findResult(
  call: ResourceCall,
  { shown, rejectsPossible }: { readonly shown: readonly Values[]; readonly rejectsPossible: boolean },
  request: Intent,
): Promise<Values | undefined> {
  const results = await resultsAmong(call, request, shown);
  const own = results.find(({ verdict }) => verdict === "ours");
  if (own) return claim(call, own.live);
  const [possible] = results;
  if (!possible || !rejectsPossible) return undefined;
  const { noun, identity } = call.definition;
  const { id, because } = possible;
  throw new CloudError(
    `It is unknown whether this ${noun} was created: ${UNCONFIRMED}, and ${id} has ${identityOf(call.definition, call.args)}. If it is yours, ` +
      `set \`import: "${id}"\` for one update; if not, change ${identity.by.join(", ")}. It may be someone else's: ${because.join("; ")}.`,
  );
}

/**
 * What interrupted creates of the resource led to, or may have led to, for a person who decides: nothing is claimed, settled or waited for.
 * Such searches of one run share a list for each collection.
 */
export async function findInterrupted(call: ResourceCall): Promise<readonly Result[]> {
  const found: Result[] = [];
  const look = async (place: ResourceCall, intent: OpenIntent) =>
    resultsAmong(place, intent, await shownFor(place, intent, () => listBefore(place)));
  for await (const { results } of searches(call, look)) found.push(...results);
  return bestOf(found).map((result) =>
    isWanted(call, result)
      ? result
      : { ...result, verdict: "possible", because: [...result.because, "the next `pulumi up` would replace it"] },
  );
}

/** For an update that forces a replacement, or after one whose result left the state. */
export function createdInOrder({ noun }: Definition, { id, request }: Pick<Result, "id" | "request">): CloudError {
  return new CloudError(
    `An earlier update (${when(request)}) created ${noun} ${id} for this resource and completed, so the state had it. ` +
      "To force its replacement, run `pulumi refresh`, then the same command again. If the state does not have it any more, set " +
      `\`import: "${id}"\` for one update. Nothing was changed. (node_modules/pulumi-compute/docs/guide/recovery.md#after-an-update-that-completed)`,
  );
}

/** Only the state shows the create, as a pending operation. */
export function perhapsCreated(
  { noun }: Definition,
  { id, because, request }: Pick<Result, "id" | "because" | "request">,
): CloudError {
  const recover = "npx pulumi-compute recover --apply";
  return new CloudError(
    `An update that was killed (state of ${when(request)}) may have created ${noun} ${id} for this resource, but ${because.join("; ")}. ` +
      `If it did, run \`${recover} --accept ${id}\`; if not, \`${recover} --discard "${request.urn}"\`. Then run \`pulumi up\` again. ` +
      "Nothing was changed.",
  );
}

function unexplained({ noun }: Definition, intent: OpenIntent): string {
  return (
    `An interrupted update (${when(intent)}) may have created this ${noun}, but the API does not show it, so it is created now. If ` +
    "the earlier one appears, a later update shows its ID."
  );
}

function ambiguousCandidates({ noun }: Definition, candidates: readonly Result[], intent: OpenIntent): CloudError {
  const ids = candidates.map(({ id }) => id);
  return new CloudError(
    `An interrupted update (${when(intent)}) may have created this ${noun}, but ${ids.length} match. Set ` +
      `\`import: "${ids[0] ?? ""}"\` for one update, or delete the others. IDs: ${ids.join(", ")}. Nothing was changed.`,
  );
}
