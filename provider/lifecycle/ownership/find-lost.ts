import { CloudError } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import type { OpenIntent } from "../../journal/journal";
import { collectionPath, idOf, optionsOf } from "../state";
import { readCollection } from "../context";
import type { Asked, Context } from "../context";
import {
  claim,
  createdAt,
  isLeaving,
  isSince,
  isUnclaimed,
  readIfThere,
  replacingAgree,
  spelled,
  withIdentity,
} from "./identity";

/** The assumed maximum difference between the service's clock and this machine's. */
export const CLOCK_SKEW_MS = 5 * 60 * 1000;

/** What earlier runs made for a resource without being able to hand it to the engine. */
export interface Lost {
  /** The resource's own object. */
  readonly own?: Values;
  /** When that run made it. */
  readonly at?: Date;
  /** Other objects they made: duplicates, or not what the arguments ask for. */
  readonly others: readonly Values[];
}

/**
 * Looks for the objects that earlier runs were creating when they were stopped, according to the journal.
 * @throws CloudError where more than one object could be the one.
 */
export async function findLost(asked: Asked): Promise<Lost> {
  const { definition, args, context } = asked;
  const others: Values[] = [];
  let found: { own: Values; at: Date } | undefined;
  const intents = context.journal.open(optionsOf(args).urn ?? "");
  for (const intent of intents) {
    const made = await resultOf(asked, intent);
    if (made && !found && replacingAgree(definition, args, made)) {
      found = { own: claim(asked, made), at: new Date(intent.at) };
    } else if (made) others.push(made);
  }
  // All at the end: if a later search fails, an earlier finding must not be lost.
  for (const { intent } of intents) context.journal.settle(intent);
  return { ...found, others };
}

/** The user has decided by an import which object belongs to the resource: nothing is left to look for. */
export function settleAmbiguous(args: Values, { journal }: Context): void {
  for (const { intent, answer } of journal.open(optionsOf(args).urn ?? "")) if (!answer) journal.settle(intent);
}

/** The object that an intent led to, if it still exists and is unclaimed. */
async function resultOf(asked: Asked, intent: OpenIntent): Promise<Values | undefined> {
  const { definition, args, context } = asked;
  const path = collectionPath(definition, args);
  // The program no longer wants an object there.
  if (intent.collection !== path) return undefined;
  if (intent.answer?.made !== undefined) {
    const live = await readIfThere(path, intent.answer.made, context);
    // After a restart from nothing, a service (an emulator) may assign an id again.
    const isIt = live && !isLeaving(definition, live) && !isMadeForAnother(asked, live);
    return isIt && (await isLikely(asked, intent, live)) && isUnclaimed(asked, live) ? live : undefined;
  }
  const [candidate, ...more] = await candidatesFor(asked, intent);
  if (more.length > 0) throw cannotTell(asked, intent, [candidate, ...more] as Values[]);
  return candidate;
}

/**
 * Whether the object was created at that time or looks the same: clocks may differ, and arguments may have changed
 * since.
 */
async function isLikely(asked: Asked, intent: OpenIntent, live: Values): Promise<boolean> {
  const { definition } = asked;
  if (isOfThatTime(definition, intent, live)) return true;
  return withIdentity(definition, await spelled(asked), [live]).length > 0;
}

function isMadeForAnother({ definition, args, context }: Asked, live: Values): boolean {
  const { urn = "" } = optionsOf(args);
  return context.journal.isMadeForAnother(urn, collectionPath(definition, args), String(live.id));
}

/** Identical objects, created between the intent and the latest moment at which that run can have been working. */
async function candidatesFor(asked: Asked, intent: OpenIntent): Promise<Values[]> {
  const { definition, args, context } = asked;
  const path = collectionPath(definition, args);
  const now = await readCollection(definition, path, context);
  return withIdentity(definition, await spelled(asked), now).filter(
    (live) =>
      !intent.before.includes(String(live.id)) &&
      !isMadeForAnother(asked, live) &&
      isOfThatTime(definition, intent, live) &&
      !isLeaving(definition, live) &&
      isUnclaimed(asked, live),
  );
}

/** Whether the object was created between the intent and the end of what that run may have done. */
function isOfThatTime({ deadlines }: Definition, { at, serviceTime }: OpenIntent, live: Values): boolean {
  const moment = createdAt(live);
  const isEarlier = serviceTime === undefined ? moment < at - CLOCK_SKEW_MS : !isSince(live, serviceTime);
  const latest = at + deadlines.createSec * 1000 + CLOCK_SKEW_MS;
  // Where the object does not show its moment, neither holds.
  return !isEarlier && !(moment > latest);
}

function cannotTell({ definition, args }: Asked, { at }: OpenIntent, candidates: readonly Values[]): CloudError {
  const ids = candidates.map((live) => idOf(definition, args, live));
  return new CloudError(
    `A run that was stopped at ${new Date(at).toISOString()} may have created this ${definition.noun}, and ${ids.length} ` +
      `identical ones have appeared since: ids ${ids.join(", ")}. Nothing shows which is its own, and nothing was ` +
      `changed. Delete those that nobody needs, or set the resource option \`import: "${ids[0] ?? ""}"\` for one run; if it is none of them, run ` +
      "once with COMPUTE_JOURNAL=off, which creates another.",
  );
}
