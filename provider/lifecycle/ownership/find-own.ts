import { CloudError, undefinedIfMissing } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import type { OpenIntent } from "../../journal/journal";
import { previewLimits } from "../catalogue";
import { collectionPath, givenArguments, idOf, optionsOf } from "../state";
import { deadlineFor, readCollection, readCollectionSince } from "../context";
import type { ResourceCall } from "../context";
import { capitalize } from "../wording";
import { CLOCK_SKEW_MS, findByJournal, findNoted } from "./find-by-journal";
import {
  claim,
  createdAt,
  differingInputs,
  identityOf,
  isBeingDeleted,
  isCreatedSince,
  isUnclaimed,
  listBefore,
  memoryKey,
  needsNoReplacement,
  normalizedInputs,
  matchingIdentity,
} from "./identity";

/** Maximum age at which a resource with a generated name counts as left behind by an interrupted update of this stack. */
const CRASH_WINDOW_MS = 60 * 60 * 1000;

/** What a create finds before its first POST. */
export interface Found {
  /** The remote resource to adopt, which an earlier update created. */
  readonly own?: Values;
  /** Why it is adopted; follows "Adopted existing instance 5: ". */
  readonly because?: string;
  /** IDs of identical resources that the create did not adopt. */
  readonly duplicates: readonly string[];
}

/**
 * Before the first POST, searches for a resource that an earlier update created but did not record: by the journal, then by the generated
 * name. Nothing else distinguishes it from someone else's. For resource types without unique names, a warning names identical resources.
 * All creates of a run share one list per collection.
 * @throws CloudError if the name is taken by another resource of this stack, or by one whose owner is unknown
 */
export async function findOwnBeforeCreate(call: ResourceCall): Promise<Found> {
  const { definition, args, context } = call;
  const before = await listBefore(call);
  const lost = await findByJournal(call);
  const duplicates = lost.others;
  for (const id of duplicates) {
    context.memory.objects.noteNamed(memoryKey(definition, id));
    context.warn(leftByInterruptedUpdate(definition, id));
  }
  if (lost.own) return { own: lost.own.live, because: createdByEarlierUpdate(lost.own.intent), duplicates };
  if (definition.identity.unique) return { ...(await findByName(call, before)), duplicates };
  const alike = matchingIdentity(definition, await normalizedInputs(call), before).filter((live) =>
    isUnclaimed(call, live),
  );
  for (const { id } of alike.filter((live) => isOurs(call, live))) {
    const live = await undefinedIfMissing(context.reads.fresh(collectionPath(definition, args), String(id)));
    if (live) return { own: claim(call, live), because: HAS_GENERATED_NAME, duplicates };
  }
  const left = alike.filter((live) => !duplicates.includes(idOf(definition, args, live)));
  for (const live of left) context.warn(lookalike(definition, args, live));
  return { duplicates: [...duplicates, ...left.map((live) => idOf(definition, args, live))] };
}

const HAS_GENERATED_NAME = "it has the name generated for this resource";

function createdByEarlierUpdate({ at, isReturned }: OpenIntent): string {
  const when = new Date(at).toISOString();
  return isReturned
    ? `an earlier update (${when}) created it for this resource, and no later command has confirmed that it is in ` +
        "the state. To force its replacement, run `pulumi up --replace` again"
    : `an interrupted update (${when}) created it for this resource`;
}

async function findByName(call: ResourceCall, before: readonly Values[]): Promise<Omit<Found, "duplicates">> {
  const { definition, args, context } = call;
  for (const { id } of matchingIdentity(definition, args, before)) {
    const live = await undefinedIfMissing(context.reads.fresh(collectionPath(definition, args), String(id)));
    if (!live || isBeingDeleted(definition, live) || matchingIdentity(definition, args, [live]).length === 0) continue;
    if (!isUnclaimed(call, live)) throw takenByOwn(definition, args, live);
    if (!isOurs(call, live)) throw taken(definition, args, live);
    return { own: claim(call, live), because: HAS_GENERATED_NAME };
  }
  return {};
}

/** For a preview: existing resources with the identity of the one to be created that no resource known in this run manages. */
export async function foundBeforeCreate(
  call: ResourceCall,
): Promise<readonly { id: string; isOurs: boolean; taken: CloudError }[]> {
  const { definition, args, context } = call;
  const before = await listBefore(call, previewLimits(context));
  const wanted = definition.identity.unique ? args : await normalizedInputs(call);
  const found = matchingIdentity(definition, wanted, before).filter(
    (one) => !isBeingDeleted(definition, one) && isUnclaimed(call, one),
  );
  return found.map((live) => ({
    id: idOf(definition, args, live),
    isOurs: isOurs(call, live),
    taken: taken(definition, args, live),
  }));
}

/** When a create was interrupted. */
export interface Interruption {
  /** When the state was last written, in milliseconds since 1970. The create was in flight then. */
  readonly inFlightMs: number;
  /** Lists that were requested before that time of the clock do not count. */
  readonly listedSinceMs: number;
}

/** A resource that an interrupted create may have led to. */
export interface Interrupted {
  readonly live: Values;
  /** Whether it was created while the create can have run; undefined if the API does not show when it was created. */
  readonly isOfTime: boolean | undefined;
  /** What the create sent and the resource does not match. */
  readonly differing: readonly string[];
  /** Whether the journal shows that the create led to it. */
  readonly isNoted: boolean;
}

/** What the API and the journal show about an interrupted create. */
export interface InterruptedCreate<Found = Interrupted> {
  /** Unmanaged resources with the identity of the one to be created; the one that the journal shows is the first. */
  readonly found: readonly Found[];
  /** Pulumi IDs of everything in the collection. */
  readonly listed: readonly string[];
}

/** Looks for what an interrupted create led to. Read-only. Interrupted creates in the same collection share one list. */
export async function findInterrupted(
  call: ResourceCall,
  body: Values,
  { inFlightMs, listedSinceMs }: Interruption,
): Promise<InterruptedCreate> {
  const { definition, args, context } = call;
  const path = collectionPath(definition, args);
  const now = await readCollectionSince(definition, { path, sinceMs: listedSinceMs }, context);
  const { alike, differences, shownOtherwise } = await comparisonWith(call, body);
  const isOfTime = (moment: number): boolean => canHaveRunAt(call, moment, inFlightMs);
  const noted = await findNoted(call, { listed: now, isOfTime });
  const certain = noted?.length === 1 ? noted.filter(({ isCertain }) => isCertain) : [];
  const ids = new Set(certain.map(({ live }) => live.id));
  const others = noted && certain.length === 0 ? noted.map(({ live }) => live) : alike(now);
  const found = [...certain.map(({ live }) => live), ...others.filter(({ id }) => !ids.has(id))];
  return {
    found: found.map((live) => ({
      live,
      isOfTime: isOfTimeOf(call, live, inFlightMs),
      differing: [...new Set([...differences(live), ...shownOtherwise(live)])],
      isNoted: ids.has(live.id),
    })),
    listed: now.map((live) => idOf(definition, args, live)),
  };
}

/** Whether the resource was created while the create can have run; undefined if the API does not show when it was created. */
export function isOfTimeOf(call: ResourceCall, live: Values, inFlightMs: number): boolean | undefined {
  const created = createdAt(live);
  return Number.isNaN(created) ? undefined : canHaveRunAt(call, created, inFlightMs);
}

/** The request is sent right after the state is written, unless it has to wait; a later one may be somebody else's. */
function canHaveRunAt(call: ResourceCall, moment: number, inFlightMs: number): boolean {
  const afterMs = moment - inFlightMs;
  return afterMs <= CLOCK_SKEW_MS && -afterMs <= deadlineFor("create", call).seconds * 1000 + CLOCK_SKEW_MS;
}

/** Whether a generated name is sufficient evidence that this stack created the resource. */
function isOurs({ definition, args, context: { clock, journal } }: ResourceCall, live: Values): boolean {
  if (optionsOf(args).generated !== true || definition.identity.requiresJournalProof) return false;
  const created = createdAt(live);
  // Had this machine created it while it kept a journal, the journal would show it.
  if (journal.coversTime(created - CLOCK_SKEW_MS)) return false;
  // An interrupted update may have been creating it until the create timed out.
  const windowMs = Math.max(CRASH_WINDOW_MS, definition.deadlines.createSec * 1000);
  return needsNoReplacement(definition, args, live) && clock.today() - created < windowMs;
}

/** What is known right before a POST, to distinguish its result from other resources. */
export interface KnownBefore {
  /** IDs of existing resources with the same identity. */
  readonly before: readonly string[];
  /** Time by the service's clock. */
  readonly since: number | undefined;
}

/** A POST with an uncertain outcome. */
export interface Post extends KnownBefore {
  readonly body: Values;
}

/**
 * After a POST with an ambiguous response, searches for its result: a resource that was not listed before, was created since, and matches
 * everything the POST sent.
 * @throws CloudError if a resource with the same identity is not provably the result
 */
export async function findOwnAfterPost(call: ResourceCall, post: Post): Promise<Values | undefined> {
  const { definition, args, context } = call;
  const now = await readCollection(definition, collectionPath(definition, args), context);
  const { own, found, differences } = await resultOf(call, post, now);
  if (own) return claim(call, own);
  if (found[0]) throw mayBeSomeoneElses(call, found[0], differences(found[0]));
  return undefined;
}

/**
 * After a rejection that does not prove that the POST had no effect, searches for its result. Concurrent rejections share one list. Only a
 * proven result counts, because such a rejection is usually genuine.
 */
export async function findOwnAfterRejection(
  call: ResourceCall,
  post: Post,
  sinceMs: number,
): Promise<Values | undefined> {
  const { definition, args, context } = call;
  const path = collectionPath(definition, args);
  const { own } = await resultOf(call, post, await readCollectionSince(definition, { path, sinceMs }, context));
  return own && claim(call, own);
}

/**
 * Searches the collection for the result of a POST: the proven one (`own`), all new resources with the same identity (`found`), and how
 * these differ from what was sent.
 */
async function resultOf(call: ResourceCall, post: Post, now: readonly Values[]) {
  const { alike, differences, shownOtherwise } = await comparisonWith(call, post.body);
  const found = alike(now).filter(
    (live) => !post.before.includes(String(live.id)) && shownOtherwise(live).length === 0,
  );
  const own = found.find((live) => isCreatedSince(live, post.since) && differences(live).length === 0);
  return { own, found, differences };
}

/** Compares existing resources with what a POST sends. */
async function comparisonWith(call: ResourceCall, body: Values) {
  const { definition, args } = call;
  const wanted = await normalizedInputs(call);
  const { shownAsSent = [] } = definition.identity;
  const sent = Object.keys(body).filter((name) => args[name] !== undefined);
  return {
    /** Those that have its identity, that nothing manages, and that are not being deleted. */
    alike: (objects: readonly Values[]): Values[] =>
      matchingIdentity(definition, wanted, objects).filter(
        (live) => isUnclaimed(call, live) && !isBeingDeleted(definition, live),
      ),
    /** Inputs that differ. */
    differences: (live: Values): string[] => differingInputs({ definition, args: wanted }, live, sent),
    /** Fields that the API always returns as sent, and that differ. */
    shownOtherwise: (live: Values): string[] => shownAsSent.filter((name) => (body[name] ?? "") !== (live[name] ?? "")),
  };
}

function mayBeSomeoneElses(
  { definition, args }: ResourceCall,
  live: Values,
  differences: readonly string[],
): CloudError {
  const id = idOf(definition, args, live);
  const why =
    differences.length > 0 ? `these inputs differ: ${differences.join(", ")}` : "it is older than the request";
  return new CloudError(
    `The create got an ambiguous response, and ${definition.noun} ${id} has ${identityOf(definition, args)}. If it is yours, set ` +
      `\`import: "${id}"\` for one update; if not, change ${definition.identity.by.join(", ")}. It may be someone else's: ${why}. The state was not changed.`,
  );
}

function leftByInterruptedUpdate({ noun }: Definition, id: string): string {
  return (
    `An interrupted update created ${noun} ${id} for this resource, but it is a duplicate or no longer matches. Delete it, or import ` +
    `it into a separate resource: \`import: "${id}"\`. It was not modified.`
  );
}

/** For messages: how an existing resource resembles the one to be created. */
export function describeLikeness({ identity: { by } }: Definition): string {
  return by.length === 1 ? `has the same ${by.join()} as` : "is identical to";
}

function lookalike(definition: Definition, args: Values, live: Values): string {
  const id = idOf(definition, args, live);
  return (
    `${capitalize(definition.noun)} ${id} ${describeLikeness(definition)} this one. Its owner is unknown, so it was not adopted, and another one was ` +
    `created. If it is yours, delete it or set \`import: "${id}"\`; after a rename, set \`aliases\`. Ignore this if another resource of the ` +
    "stack manages it."
  );
}

function takenByOwn(definition: Definition, args: Values, live: Values): CloudError {
  return new CloudError(
    `${capitalize(definition.noun)} ${idOf(definition, args, live)} of this stack already has ${identityOf(definition, args)}. To force its ` +
      `replacement, set deleteBeforeReplace. To create another, change ${definition.identity.by.join(", ")}. Nothing was changed.`,
  );
}

/** For messages about a resource whose owner is unknown: on this machine, nothing shows that an update created it. */
export const RECOVER_FIRST = "After an interrupted update, run `npx pulumi-compute recover` first.";

function taken(definition: Definition, args: Values, live: Values): CloudError {
  const id = idOf(definition, args, live);
  const differences = differingInputs({ definition, args }, live, givenArguments(definition, args));
  const differs = differences.length === 0 ? "" : ` (it differs in ${differences.join(", ")})`;
  return new CloudError(
    `${capitalize(definition.noun)} ${id} (owner unknown) already has ${identityOf(definition, args)}. ${RECOVER_FIRST} To manage it, set ` +
      `\`import: "${id}"\` for one update${differs}. To create another, change ${definition.identity.by.join(", ")}. After a rename, ` +
      "set `aliases`. With `--replace`, set deleteBeforeReplace. Nothing was changed. (node_modules/pulumi-compute/docs/guide/recovery.md#name-taken)",
  );
}
