import type { Values } from "../../definition/values";
import { AGES } from "../../journal/ages";
import type { Intent, OpenIntent } from "../../journal/journal";
import type { Context, ResourceCall } from "../context";
import { createdAt, isBeingDeleted, isCreatedSince } from "./identity";

/** What is known of a request that may have created something. */
export type SentRequest = Pick<Intent, "at" | "serviceTime" | "before" | "collection"> &
  Partial<Pick<OpenIntent, "id" | "response" | "isReturned">> & {
    /** This process has just sent it, so that it has no latest time, and nothing like its result may be overlooked. */
    readonly isUnderWay?: true;
  };

/** How an object compares with what a request sent. */
export interface Likeness {
  /** Whether it has the identity that was sent; undefined if that is unknown. */
  readonly isAlike: boolean | undefined;
  /** Names of the other inputs that were sent and differ. */
  readonly differing: readonly string[];
}

/** Whether a request created an object. Only what is `ours` is adopted, and what is `possible` is named. */
export interface Grade {
  readonly verdict: "ours" | "possible" | "foreign";
  /** Why it is not, or not certainly, the result; worded to follow "because" or a colon. Empty for `ours`. */
  readonly because: readonly string[];
}

/** A request, and how an object compares with what it sent. */
interface Candidacy extends SentRequest {
  readonly likeness: Likeness;
}

/** The reasons for which an object is not the result of a request, and those for which that is uncertain. */
export const FOREIGN = {
  deleted: "it is being deleted",
  identity: "it has another identity",
  response: "the response named another one",
  existed: "it existed before the request",
  request: "another request of this stack created it",
  time: "it was created at another time",
};
const POSSIBLE = {
  older: "it is older than the request",
  undated: "the API does not show when it was created",
  returned: "that update ended in order, so the state had it",
  differs: (names: readonly string[]) => `these inputs differ: ${names.join(", ")}`,
};

/** Decides whether the request created the live object: the only place that does. */
export function grade(
  { definition, context }: Pick<ResourceCall, "definition" | "context">,
  live: Values,
  { likeness, ...request }: Candidacy,
): Grade {
  const { isAlike, differing } = likeness;
  const { before, response, isReturned = false, isUnderWay = false } = request;
  const id = String(live.id);
  const isNamed = response?.made === id;
  const timing = timingOf(request, live);
  const foreign = [
    isBeingDeleted(definition, live) && FOREIGN.deleted,
    !(isAlike ?? (isNamed && timing === "during")) && FOREIGN.identity,
    response?.made !== undefined && !isNamed && FOREIGN.response,
    !isNamed && before.includes(id) && FOREIGN.existed,
    !isUnderWay && (timing === "outside" || (timing === "unclear" && !isNamed)) && FOREIGN.time,
    isCreatedByAnother(request, live, context) && FOREIGN.request,
  ].filter((reason) => reason !== false);
  if (foreign.length > 0) return { verdict: "foreign", because: foreign };
  const isOld = ageMs(request, context) > AGES.undatedMs;
  const possible = [
    isReturned && POSSIBLE.returned,
    !isNamed && timing === "older" && POSSIBLE.older,
    isUnderWay && (timing === "outside" || timing === "unclear") && FOREIGN.time,
    !isNamed && timing === "undated" && isOld && POSSIBLE.undated,
    !isNamed && differing.length > 0 && POSSIBLE.differs(differing),
  ].filter((reason) => reason !== false);
  return { verdict: possible.length > 0 ? "possible" : "ours", because: possible };
}

/** `unclear`: only this machine's clock shows that it was created at another time. */
type Timing = "during" | "older" | "outside" | "unclear" | "undated";

function timingOf({ at, serviceTime, isUnderWay, response }: SentRequest, live: Values): Timing {
  const moment = createdAt(live);
  if (Number.isNaN(moment)) return "undated";
  const { clockSkewMs } = AGES;
  // A request that waits for the rate limit, or for a busy source, is carried out late.
  const requestMs = isUnderWay || response?.made === String(live.id) ? Infinity : AGES.requestMs;
  if (serviceTime === undefined) {
    return moment >= at - clockSkewMs && moment <= at + requestMs + clockSkewMs ? "during" : "unclear";
  }
  if (moment > serviceTime + requestMs) return "outside";
  if (isCreatedSince(live, serviceTime)) return "during";
  return isCreatedSince(live, serviceTime, clockSkewMs) ? "older" : "outside";
}

function isCreatedByAnother({ id, collection }: SentRequest, live: Values, { journal }: Context): boolean {
  const others = journal.intentsThatCreated(collection, String(live.id));
  return others.some((other) => other.id !== id && timingOf(other, live) !== "outside");
}

/** Time since the request was noted, by the service's clock if known. */
export function ageMs({ at, serviceTime }: SentRequest, { clock, serviceTime: now }: Context): number {
  const then = now();
  return then === undefined || serviceTime === undefined ? clock.today() - at : then - serviceTime;
}
