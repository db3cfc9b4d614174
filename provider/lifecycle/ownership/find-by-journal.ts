import { createHash } from "node:crypto";
import { CloudError, undefinedIfMissing, isNotFound } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import { argumentsInPath } from "../../definition/path";
import type { Values } from "../../definition/values";
import { AGES } from "../../journal/ages";
import type { Intent, OpenIntent } from "../../journal/journal";
import { collectionPath, comparable, idOf, optionsOf } from "../state";
import { readCollection } from "../context";
import type { ResourceCall, Context } from "../context";
import { RECHECKED_MS, recheck } from "../waiting";
import { capitalize } from "../wording";
import { FOREIGN, ageMs, grade } from "./grade";
import type { Grade, Likeness } from "./grade";
import { claim, isUnclaimed, normalizedInputs, needsNoReplacement, matchingIdentity } from "./identity";

/** A live resource to which an intent led, or may have led. */
export interface Result extends Grade {
  readonly live: Values;
  readonly intent: OpenIntent;
  /** Whether the response to the request named it. */
  readonly isNamed: boolean;
}

/** What earlier updates created for a resource that is not in state. */
export interface FoundByJournal {
  /** The remote resource to adopt. */
  readonly own?: Result;
  /** Those in the resource's own collection that may be such results. */
  readonly possible: readonly Result[];
  /** IDs of the others: duplicates, or resources that no longer match the inputs. */
  readonly others: readonly string[];
}

/**
 * Searches for remote resources that interrupted updates were creating, according to the journal. An intent stays open until its resource is
 * in state, or until it is certain that there is none.
 * @throws CloudError if several resources match
 */
export async function findByJournal(call: ResourceCall): Promise<FoundByJournal> {
  const { definition, args, context } = call;
  const others: string[] = [];
  const possible: Result[] = [];
  const ended: string[] = [];
  let own: Result | undefined;
  for (const intent of context.journal.openIntents(optionsOf(args).urn ?? "")) {
    const place = placeOf(call, intent);
    const accountId = context.accountId();
    // Nothing in this account shows what became of it.
    const isElsewhere = intent.accountId !== undefined && accountId !== undefined && intent.accountId !== accountId;
    if (!place || isElsewhere) continue;
    const isHere = intent.collection === collectionPath(definition, args);
    const results = await resultsOf(place, intent).catch((error: unknown) => {
      // The parent of another collection may have been deleted since, with everything in it.
      if (isHere || !isNotFound(error)) throw error;
      return [];
    });
    const [result, ...more] = results.filter(({ verdict }) => verdict === "ours");
    if (result && more.length > 0) throw ambiguousCandidates(place, intent, [result, ...more]);
    if (result) {
      if (isHere && !own && needsNoReplacement(definition, args, result.live)) own = result;
      else others.push(idOf(definition, place.args, result.live));
      context.journal.noteResult(intent.id, String(result.live.id));
    } else if (results.length > 0) {
      if (isHere) possible.push(...results);
      else others.push(...results.map(({ live }) => idOf(definition, place.args, live)));
    } else if (intent.response || isExpired(intent, context)) {
      ended.push(intent.id);
    } else {
      context.warn(unexplained(definition, intent));
    }
  }
  if (own) claim(call, own.live);
  // Settled only at the end: if a later search fails, earlier results must not be lost.
  for (const id of ended) context.journal.settle(id);
  return { ...(own ? { own } : {}), possible, others };
}

/**
 * What the journal shows about creates that were interrupted at that time. Read-only.
 * @param listed the collection
 * @returns undefined if the journal has no such request
 */
export async function findNoted(
  call: ResourceCall,
  { listed, isOfTime }: { readonly listed: readonly Values[]; readonly isOfTime: (moment: number) => boolean },
): Promise<readonly Result[] | undefined> {
  const { definition, args, context } = call;
  const intents = context.journal
    .openIntents(optionsOf(args).urn ?? "")
    .filter(({ collection, at }) => collection === collectionPath(definition, args) && isOfTime(at))
    .filter(({ response }) => response?.made === undefined || isUnclaimed(call, { id: response.made }));
  if (intents.length === 0) return undefined;
  const found = new Map<unknown, Result>();
  for (const intent of intents) {
    for (const result of await gradedAmong(await shownFor(call, intent, listed), call, intent))
      if (found.get(result.live.id)?.verdict !== "ours") found.set(result.live.id, result);
  }
  return Array.from(found.values());
}

/** After an import, the user has chosen the remote resource, so intents without a response need no search. */
export function settleAmbiguous(args: Values, { journal }: Context): void {
  for (const { id, response } of journal.openIntents(optionsOf(args).urn ?? "")) if (!response) journal.settle(id);
}

/** `call` with the path inputs of the intent's collection, which may not be the one that the program names now. */
function placeOf(call: ResourceCall, { collection }: OpenIntent): ResourceCall | undefined {
  const place = argumentsInPath(call.definition.collection, collection);
  return place && { ...call, args: { ...call.args, ...place } };
}

/** The unclaimed remote resources to which the intent led, or may have led. Waits for one that the API may show late. */
async function resultsOf(place: ResourceCall, intent: OpenIntent): Promise<readonly Result[]> {
  const look = async (): Promise<readonly Result[]> => gradedAmong(await shownFor(place, intent), place, intent);
  const found = await look();
  if (found.length > 0 || intent.response?.made !== undefined || !mayNotBeVisibleYet(intent, place.context))
    return found;
  const late = await recheck(place.context, async () => {
    const results = await look();
    return results.length > 0 ? results : undefined;
  });
  return late ?? [];
}

/** The resource with the ID from the response, or else the collection. */
async function shownFor(
  { definition, context }: ResourceCall,
  { collection, response }: OpenIntent,
  listed?: readonly Values[],
): Promise<readonly Values[]> {
  if (response?.made === undefined) return listed ?? readCollection(definition, collection, context);
  const live = await undefinedIfMissing(context.reads.fresh(collection, response.made));
  return live ? [live] : [];
}

async function gradedAmong(shown: readonly Values[], place: ResourceCall, intent: OpenIntent): Promise<Result[]> {
  const { definition, context, args } = place;
  const wanted = await normalizedInputs(place);
  return shown.flatMap((live): Result[] => {
    if (!isUnclaimed(place, live)) return [];
    const isNamed = intent.response?.made === String(live.id);
    const matches = matchingIdentity(definition, wanted, [live]).length > 0;
    const { isAlike, differing } = likenessTo(definition, intent, live);
    const likeness = { isAlike: matches && (isNamed || isAlike === undefined) ? true : isAlike, differing };
    const graded = grade(place, live, { ...intent, likeness });
    if (graded.verdict !== "foreign") return [{ ...graded, live, intent, isNamed }];
    if (isNamed && graded.because.join() === FOREIGN.identity)
      context.warn(isAnother(definition, idOf(definition, args, live), intent));
    return [];
  });
}

function when({ at }: OpenIntent): string {
  return new Date(at).toISOString();
}

function unexplained({ noun }: Definition, intent: OpenIntent): string {
  return (
    `An interrupted update (${when(intent)}) may have created this ${noun}, but the API does not show it, so it is created now. If ` +
    "the earlier one appears, a later update shows its ID."
  );
}

function isAnother({ noun }: Definition, id: string, intent: OpenIntent): string {
  return (
    `${capitalize(noun)} ${id}, which an interrupted update (${when(intent)}) created for this resource, no longer matches it. Delete it ` +
    "if it is not needed. It was not modified."
  );
}

function ambiguousCandidates(
  { definition, args }: ResourceCall,
  intent: OpenIntent,
  candidates: readonly Result[],
): CloudError {
  const ids = candidates.map(({ live }) => idOf(definition, args, live));
  return new CloudError(
    `An interrupted update (${when(intent)}) may have created this ${definition.noun}, but ${ids.length} match. Set ` +
      `\`import: "${ids[0] ?? ""}"\` for one update, or delete the others. IDs: ${ids.join(", ")}. To create another, run ` +
      "`pulumi up` once with COMPUTE_JOURNAL=off. Nothing was changed.",
  );
}

/**
 * Hashes of what the body of a create has, for an intent: the values themselves may be secret. `identity` has the inputs that identify the resource,
 * `sent` the others that the API shows as they were sent.
 */
export async function hashesFor(call: ResourceCall, body: Values): Promise<Pick<Intent, "identity" | "sent">> {
  const { definition, args } = call;
  const { urn = "" } = optionsOf(args);
  const { by } = definition.identity;
  const wanted = await normalizedInputs(call);
  const hashed = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      names.map((name) => [name, hashOf(urn, comparable(definition.args[name], wanted[name], wanted))]),
    );
  const others = Object.keys(body).filter((name) => {
    const rule = definition.args[name];
    const isShown = rule && !rule.writeOnly && !rule.secret && !rule.read?.ignoresDrift;
    return isShown && args[name] !== undefined && !by.includes(name) && !isObject(args[name]);
  });
  return { identity: hashed(by.filter((name) => args[name] !== undefined)), sent: hashed(others) };
}

/** The API may add members to an object. */
function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** How the resource compares with what the intent noted, which is nothing for sets, and in earlier versions. */
export function likenessTo({ args }: Definition, intent: Intent, live: Values): Likeness {
  const { urn, identity, sent = {} } = intent;
  const isShown = ([name, hash]: [string, string]): boolean => {
    const shown = args[name]?.read?.from ? args[name].read.from(live) : live[name];
    return shown === undefined || hashOf(urn, comparable(args[name], shown, live)) === hash;
  };
  const differing = Object.entries(sent).filter((entry) => !isShown(entry));
  return { isAlike: identity && Object.entries(identity).every(isShown), differing: differing.map(([name]) => name) };
}

function hashOf(urn: string, value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([urn, value ?? null]))
    .digest("hex")
    .slice(0, 16);
}

/** Whether the API may not show the result of the request yet. */
export function mayNotBeVisibleYet(intent: Intent, context: Context): boolean {
  return ageMs(intent, context) < RECHECKED_MS;
}

/** Whether the API would show the result by now, if there were one. */
export function isExpired(intent: Intent, context: Context): boolean {
  return ageMs(intent, context) >= AGES.requestMs;
}
