import { isAction } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { AGES, canHaveRunAt } from "../../journal/ages";
import type { KnownRequest, Progress } from "../../journal/intent";
import type { Context, ResourceCall } from "../context";
import { createdAt, isBeingDeleted, matchingIdentity } from "../identity";
import { addedTo, differingFrom } from "./likeness";

/** A request whose result is searched for: of an earlier run or, without an ID, one that this operation has just sent. */
export type SentRequest = KnownRequest & Readonly<Partial<Progress>>;

/** Whether a request created an object. Only what is `ours` is adopted, and what is `possible` is named. */
export interface Grade {
  readonly verdict: "ours" | "possible" | "foreign";
  /** Why it is not, or not certainly, the result; worded to follow "because" or a colon. Empty for `ours`. */
  readonly because: readonly string[];
}

interface GradeCall extends Pick<ResourceCall, "definition" | "context"> {
  /** The inputs as the API shows them, if the program has them. */
  readonly args?: Values | undefined;
  /** No other search names what only looks like the result, so an object of another time is possible. */
  readonly namesLookalikes?: boolean;
}

/** Decides whether the request created the live object, and why not: the only place that does. */
export function grade(call: GradeCall, live: Values, request: SentRequest): Grade {
  const { definition, args, context } = call;
  const { before, sent = {}, urn } = request;
  const id = String(live.id);
  const isNamed = request.response?.made === id;
  // Of the members of a set, nothing is known.
  const { namesLookalikes = request.id === undefined || (before === undefined && request.sent !== undefined) } = call;
  const mayBeRewritten = definition.identity.mayBeShownAs?.(args ?? {}, live) ?? false;
  const isAlike = (isNamed && mayBeRewritten) || hasIdentity(call, live, request);
  const timing = timingOf(request, live, definition.status !== undefined || isAction(definition));
  const isOfAnotherTime = timing === "outside" || (timing === "unclear" && !isNamed);
  const foreign = [
    isBeingDeleted(definition, live) && "it is being deleted",
    !isAlike && !isNamed && !mayBeRewritten && "it has another identity",
    request.response?.made !== undefined && !isNamed && "the response named another one",
    !isNamed && before?.includes(id) && "it existed before the request",
    isOfAnotherTime && !namesLookalikes && "it was created at another time",
    isCreatedByAnother(request, live, context) && "another request of this stack created it",
  ].filter((reason) => typeof reason === "string");
  if (foreign.length > 0) return { verdict: "foreign", because: foreign };
  const isUndated = timing === "undated" && (before === undefined || ageMs(request, context) > AGES.undatedMs);
  const added = args ? addedTo({ definition, args }, request, live) : [];
  const differing = isNamed ? [] : [...differingFrom(sent, definition, { urn, live }), ...added];
  const possible = [
    request.isReturned && "that update completed, so the state had it",
    !isAlike && "it has another identity",
    !isNamed && request.mayBeInState && "the one in the state may be the result",
    !isNamed && timing === "older" && "it is older than the request",
    isOfAnotherTime && "it was created at another time",
    request.before === undefined && request.mayBeOlder && "the state does not show when the request was sent",
    !isNamed && isUndated && "the API does not show when it was created",
    differing.length > 0 && `these inputs differ: ${differing.join(", ")}`,
  ].filter((reason) => typeof reason === "string");
  return { verdict: possible.length > 0 ? "possible" : "ours", because: possible };
}

/** The best grade of each object that some request may have created. */
export function bestOf<One extends Grade & { readonly id: string }>(graded: readonly One[]): readonly One[] {
  const best = new Map<string, One>();
  for (const one of graded)
    if (one.verdict !== "foreign" && best.get(one.id)?.verdict !== "ours") best.set(one.id, one);
  return Array.from(best.values());
}

/** Whether it has the identity that was sent; where that is unknown, the one that the program has now. Earlier versions noted none. */
function hasIdentity({ definition, args }: GradeCall, live: Values, request: SentRequest): boolean {
  const { identity, urn, response } = request;
  const isWanted = args && matchingIdentity(definition, args, [live]).length > 0;
  const isSent = identity && differingFrom(identity, definition, { urn, live }).length === 0;
  const isNamed = response?.made === String(live.id);
  return isNamed ? isSent !== false || isWanted === true : (isSent ?? isWanted ?? true);
}

/** `unclear`: only this machine's clock shows that it was created at another time. */
type Timing = "during" | "older" | "outside" | "unclear" | "undated";

function timingOf(request: SentRequest, live: Values, isAwaited = true): Timing {
  const { at, before, serviceTime, listAgeMs = Infinity } = request;
  const moment = createdAt(live);
  if (Number.isNaN(moment)) return "undated";
  // A request that waits for the rate limit, or for a busy source, is carried out late.
  const isUnlimited = request.id === undefined || request.response?.made === String(live.id);
  const latestMs = isUnlimited ? Infinity : AGES.requestMs;
  if (serviceTime === undefined) {
    if (!canHaveRunAt(request, moment, latestMs)) return "unclear";
    return before === undefined && !isAwaited && moment < at - AGES.answeredMs ? "older" : "during";
  }
  if (moment > serviceTime + latestMs) return "outside";
  // The API's dates have no fractions of a second.
  const olderByMs = Math.floor(serviceTime / 1000) * 1000 - moment;
  // A list that was read since would show an older object, so that another machine of the service must have dated this one.
  const isListedSince = moment + 1000 <= serviceTime - listAgeMs;
  if (olderByMs <= (isListedSince ? AGES.serviceSkewMs : 0)) return "during";
  return olderByMs <= AGES.clockSkewMs ? "older" : "outside";
}

function isCreatedByAnother(request: SentRequest, live: Values, { journal }: Context): boolean {
  const others = journal.intentsThatCreated(request.collection, String(live.id));
  return others.some((other) => other.id !== request.id && timingOf(other, live) !== "outside");
}

/** How long to search for the result of a create, which the API may show late, before another one is sent. */
export function searchMs({ identity }: Definition): number {
  return identity.unique ? AGES.uniqueMs : AGES.visibleMs;
}

/** The rest of that time; at most 0 if the API would show the result by now. */
export function invisibleForMs(request: SentRequest, context: Context, forMs: number = AGES.visibleMs): number {
  // The time of a pending operation is that of another machine.
  if (request.before === undefined) return ageMs(request, context) < forMs + AGES.clockSkewMs ? forMs : 0;
  return Math.min(forMs - ageMs(request, context), forMs);
}

/** Whether the API would show the result by now, if there were one. */
export function isExpired(request: SentRequest, context: Context): boolean {
  return ageMs(request, context) >= AGES.requestMs;
}

/** Time since the request was noted, by the service's clock if known. */
function ageMs({ at, serviceTime }: SentRequest, { clock, serviceTime: now }: Context): number {
  const then = now();
  return then === undefined || serviceTime === undefined ? clock.today() - at : then - serviceTime;
}
