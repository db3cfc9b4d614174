import { CloudError, undefinedIfMissing, isNotFound } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import { argumentsInPath } from "../../definition/path";
import type { Values } from "../../definition/values";
import type { Intent, OpenIntent } from "../../journal/journal";
import { collectionPath, comparable, idOf, optionsOf } from "../state";
import { readCollection } from "../context";
import type { ResourceCall, Context } from "../context";
import { RECHECKED_MS, recheck } from "../waiting";
import { capitalize } from "../wording";
import {
  claim,
  createdAt,
  isBeingDeleted,
  isCreatedSince,
  isUnclaimed,
  normalizedInputs,
  needsNoReplacement,
  matchingIdentity,
} from "./identity";
import { createHash } from "node:crypto";

/** What earlier updates created for a resource that is not in state. */
export interface FoundByJournal {
  /** The remote resource to adopt, and the intent that led to it. */
  readonly own?: { readonly live: Values; readonly intent: OpenIntent };
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
  const ended: string[] = [];
  let own: FoundByJournal["own"];
  for (const intent of context.journal.openIntents(optionsOf(args).urn ?? "")) {
    const place = placeOf(call, intent);
    if (!place) continue;
    const isHere = intent.collection === collectionPath(definition, args);
    const live = await resultOf(place, intent).catch((error: unknown) => {
      // The parent of another collection may have been deleted since, with everything in it.
      if (isHere || !isNotFound(error)) throw error;
      return undefined;
    });
    if (live === undefined) {
      if (intent.response || isExpired(definition, intent, context)) ended.push(intent.id);
      else context.warn(unexplained(definition, intent));
    } else if (isHere && !own && needsNoReplacement(definition, args, live)) {
      own = { live: claim(call, live), intent };
      context.journal.noteResult(intent.id, String(live.id));
    } else {
      others.push(idOf(definition, place.args, live));
      context.journal.noteResult(intent.id, String(live.id));
    }
  }
  // Settled only at the end: if a later search fails, earlier results must not be lost.
  for (const id of ended) context.journal.settle(id);
  return { ...(own ? { own } : {}), others: others };
}

/** A resource that, according to the journal, an interrupted create led to. */
interface NotedResult {
  readonly live: Values;
  /** The response contained its ID, or it matches all inputs that would force a replacement. */
  readonly isCertain: boolean;
}

/**
 * What the journal shows about a create that was interrupted at that time. Read-only.
 * @param listed the collection
 * @returns undefined if the journal has no such request
 */
export async function findNoted(
  call: ResourceCall,
  { listed, isOfTime }: { readonly listed: readonly Values[]; readonly isOfTime: (moment: number) => boolean },
): Promise<readonly NotedResult[] | undefined> {
  const { definition, args, context } = call;
  const intents = context.journal
    .openIntents(optionsOf(args).urn ?? "")
    .filter(({ collection, at }) => collection === collectionPath(definition, args) && isOfTime(at))
    .filter(({ response }) => response?.made === undefined || isUnclaimed(call, { id: response.made }));
  if (intents.length === 0) return undefined;
  const found = new Map<unknown, NotedResult>();
  for (const intent of intents) {
    const made = intent.response?.made;
    const created = made === undefined ? undefined : await createdObject(call, intent, made);
    const candidates = made === undefined ? await candidatesAmong(listed, call, intent) : [];
    for (const live of candidates)
      found.set(live.id, { live, isCertain: needsNoReplacement(definition, args, live), ...found.get(live.id) });
    if (created) found.set(created.id, { live: created, isCertain: true });
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

/** The remote resource that an intent led to, if it still exists and is unclaimed. */
async function resultOf(place: ResourceCall, intent: OpenIntent): Promise<Values | undefined> {
  if (intent.response?.made !== undefined) return createdObject(place, intent, intent.response.made);
  let [candidate, ...more] = await candidatesFor(place, intent);
  if (!candidate && mayNotBeVisibleYet(intent, place.context)) {
    const late = await recheck(place.context, async () => {
      const found = await candidatesFor(place, intent);
      return found.length > 0 ? found : undefined;
    });
    [candidate, ...more] = late ?? [];
  }
  if (candidate && more.length > 0) throw ambiguousCandidates(place, intent, [candidate, ...more]);
  return candidate;
}

/**
 * The resource with the ID from the response. A service that restarts empty (an emulator) may reuse an ID, so the ID alone proves nothing.
 */
async function createdObject(place: ResourceCall, intent: OpenIntent, id: string): Promise<Values | undefined> {
  const { definition, context } = place;
  const live = await undefinedIfMissing(context.reads.fresh(intent.collection, id));
  if (!live || isBeingDeleted(definition, live) || !isUnclaimed(place, live)) return undefined;
  const matchesTime = matchesTimeOf(definition, intent, live);
  if (matchesTime === false || isCreatedByAnother(definition, intent, { live, context })) return undefined;
  const isAlike =
    (hasNotedIdentity(definition, intent, live) ?? matchesTime === true) ||
    matchingIdentity(definition, await normalizedInputs(place), [live]).length > 0;
  if (!isAlike) context.warn(isAnother(definition, idOf(definition, place.args, live), intent));
  return isAlike ? live : undefined;
}

/** Unclaimed resources with the same identity, created while the interrupted update may have been running. */
async function candidatesFor(place: ResourceCall, intent: OpenIntent): Promise<Values[]> {
  const listed = await readCollection(place.definition, intent.collection, place.context);
  return candidatesAmong(listed, place, intent);
}

async function candidatesAmong(listed: readonly Values[], place: ResourceCall, intent: OpenIntent): Promise<Values[]> {
  const { definition, context } = place;
  const wanted = await normalizedInputs(place);
  return listed.filter(
    (live) =>
      (hasNotedIdentity(definition, intent, live) ?? matchingIdentity(definition, wanted, [live]).length > 0) &&
      isCandidate(definition, intent, { live, context }) &&
      isUnclaimed(place, live),
  );
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
  candidates: readonly Values[],
): CloudError {
  const ids = candidates.map((live) => idOf(definition, args, live));
  return new CloudError(
    `An interrupted update (${when(intent)}) may have created this ${definition.noun}, but ${ids.length} match. Set ` +
      `\`import: "${ids[0] ?? ""}"\` for one update, or delete the others. IDs: ${ids.join(", ")}. To create another, run ` +
      "`pulumi up` once with COMPUTE_JOURNAL=off. Nothing was changed.",
  );
}

/** The assumed maximum difference between the service's clock and this machine's. */
export const CLOCK_SKEW_MS = 5 * 60 * 1000;

/** Hashes of the identifying values, for an intent: the values themselves may be secret. */
export async function identityHashes(call: ResourceCall): Promise<Record<string, string>> {
  const { definition, args } = call;
  const wanted = await normalizedInputs(call);
  const given = definition.identity.by.filter((name) => args[name] !== undefined);
  const { urn = "" } = optionsOf(args);
  return Object.fromEntries(
    given.map((name) => [name, hashOf(urn, comparable(definition.args[name], wanted[name], wanted))]),
  );
}

/** Whether the resource has the identity that the intent noted; undefined if none was noted. */
export function hasNotedIdentity({ args }: Definition, { urn, identity }: Intent, live: Values): boolean | undefined {
  if (identity === undefined) return undefined;
  return Object.entries(identity).every(([name, hash]) => {
    const shown = args[name]?.read?.from ? args[name].read.from(live) : live[name];
    return shown === undefined || hashOf(urn, comparable(args[name], shown, live)) === hash;
  });
}

function hashOf(urn: string, value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([urn, value ?? null]))
    .digest("hex")
    .slice(0, 16);
}

/**
 * Whether the resource was created between the intent and the end of the create timeout. Undefined without a creation date, or if only this
 * machine's clock contradicts it.
 */
export function matchesTimeOf({ deadlines }: Definition, intent: Intent, live: Values): boolean | undefined {
  const { at, serviceTime } = intent;
  const moment = createdAt(live);
  if (Number.isNaN(moment)) return undefined;
  const latest = (serviceTime ?? at) + deadlines.createSec * 1000 + CLOCK_SKEW_MS;
  if (serviceTime !== undefined) return isCreatedSince(live, serviceTime) && moment <= latest;
  return (moment >= at - CLOCK_SKEW_MS && moment <= latest) || undefined;
}

/** Time since the request was sent, by the service's clock if known. */
function ageMs({ at, serviceTime }: Intent, { clock, serviceTime: now }: Context): number {
  const then = now();
  return then === undefined || serviceTime === undefined ? clock.today() - at : then - serviceTime;
}

/** Whether the API may not show the result of the request yet. */
export function mayNotBeVisibleYet(intent: Intent, context: Context): boolean {
  return ageMs(intent, context) < RECHECKED_MS;
}

/** Whether the API would show the result by now, if there were one. */
export function isExpired({ deadlines }: Definition, intent: Intent, context: Context): boolean {
  return ageMs(intent, context) >= deadlines.createSec * 1000;
}

/** A live resource, and the context to check it in. */
interface Shown {
  readonly live: Values;
  readonly context: Context;
}

/** Whether the journal shows that another request created the resource. */
function isCreatedByAnother(
  definition: Definition,
  { id, collection }: OpenIntent,
  { live, context: { journal } }: Shown,
): boolean {
  return journal
    .intentsThatCreated(collection, String(live.id))
    .some((other) => other.id !== id && matchesTimeOf(definition, other, live) !== false);
}

/** Whether a request without a response may have created the resource, as far as time and the journal show. */
export function isCandidate(definition: Definition, intent: OpenIntent, { live, context }: Shown): boolean {
  const matchesTime = matchesTimeOf(definition, intent, live) ?? Number.isNaN(createdAt(live));
  return (
    matchesTime &&
    !intent.before.includes(String(live.id)) &&
    !isBeingDeleted(definition, live) &&
    !isCreatedByAnother(definition, intent, { live, context })
  );
}
