import { createHash } from "node:crypto";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import type { Intent, OpenIntent } from "../../journal/journal";
import { comparable, optionsOf } from "../state";
import type { Asked, Context } from "../context";
import { RECHECKED_MS } from "../waiting";
import { createdAt, isLeaving, isSince, normalized } from "./identity";

/** The assumed maximum difference between the service's clock and this machine's. */
export const CLOCK_SKEW_MS = 5 * 60 * 1000;

/** Hashes of the values that identify the object, for an intent: the values themselves may be secret. */
export async function identityHashes(asked: Asked): Promise<Record<string, string>> {
  const { definition, args } = asked;
  const wanted = await normalized(asked);
  const given = definition.identity.by.filter((name) => args[name] !== undefined);
  const { urn = "" } = optionsOf(args);
  return Object.fromEntries(
    given.map((name) => [name, hashOf(urn, comparable(definition.args[name], wanted[name], wanted))]),
  );
}

/** Whether the object has the values that the intent noted; undefined if it noted none. */
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
 * Whether the object was created between the intent and the end of what that run may have done; undefined if it does not show when,
 * or only this machine's clock speaks against it.
 */
export function isOfThatTime({ deadlines }: Definition, intent: Intent, live: Values): boolean | undefined {
  const { at, serviceTime } = intent;
  const moment = createdAt(live);
  if (Number.isNaN(moment)) return undefined;
  const latest = (serviceTime ?? at) + deadlines.createSec * 1000 + CLOCK_SKEW_MS;
  if (serviceTime !== undefined) return isSince(live, serviceTime) && moment <= latest;
  return (moment >= at - CLOCK_SKEW_MS && moment <= latest) || undefined;
}

/** How long ago the request was sent: by the service's clock, where it is known. */
function ageMs({ at, serviceTime }: Intent, { clock, serviceTime: now }: Context): number {
  const then = now();
  return then === undefined || serviceTime === undefined ? clock.today() - at : then - serviceTime;
}

/** Whether the service may not show yet what the request made. */
export function isTooEarly(intent: Intent, context: Context): boolean {
  return ageMs(intent, context) < RECHECKED_MS;
}

/** Whether an object would show by now, if the request had made one. */
export function isOver({ deadlines }: Definition, intent: Intent, context: Context): boolean {
  return ageMs(intent, context) >= deadlines.createSec * 1000;
}

/** An object as the service shows it, and what it is judged by. */
interface Shown {
  readonly live: Values;
  readonly context: Context;
}

/** Whether the journal shows that another request made the object. */
export function isMadeByAnother(
  definition: Definition,
  { intent, collection }: OpenIntent,
  { live, context: { journal } }: Shown,
): boolean {
  return journal
    .madeBy(collection, String(live.id))
    .some((other) => other.intent !== intent && isOfThatTime(definition, other, live) !== false);
}

/** Whether a request without an answer may have made the object, as far as time and the journal show. */
export function isCandidate(definition: Definition, intent: OpenIntent, { live, context }: Shown): boolean {
  const isOfTime = isOfThatTime(definition, intent, live) ?? Number.isNaN(createdAt(live));
  return (
    isOfTime &&
    !intent.before.includes(String(live.id)) &&
    !isLeaving(definition, live) &&
    !isMadeByAnother(definition, intent, { live, context })
  );
}
