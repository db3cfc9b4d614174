import { CloudError, undefinedIfMissing } from "../../api/errors";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { AGES } from "../../journal/ages";
import type { OpenIntent } from "../../journal/journal";
import { previewLimits } from "../catalogue";
import { collectionPath, givenArguments, idOf, optionsOf } from "../state";
import { deadlineFor, readCollection, readCollectionSince } from "../context";
import type { ResourceCall } from "../context";
import type { Wanted } from "../state";
import { capitalize } from "../wording";
import { findByJournal, findNoted } from "./find-by-journal";
import type { Result } from "./find-by-journal";
import { grade } from "./grade";
import type { Grade } from "./grade";
import {
  claim,
  createdAt,
  differingInputs,
  identityOf,
  isBeingDeleted,
  isUnclaimed,
  listBefore,
  memoryKey,
  normalizedInputs,
  matchingIdentity,
} from "./identity";

/** What a create finds before its first POST. */
export interface Found {
  /** The remote resource to adopt, which an earlier update created. */
  readonly own?: Values;
  /** Why it is adopted; follows "Adopted existing instance 5: ". */
  readonly because?: string;
  /** The journal's ID of the request that created it, and whether the response to that named it. */
  readonly intent?: string;
  readonly isNamed?: boolean;
  /** IDs of identical resources that the create did not adopt. */
  readonly duplicates: readonly string[];
}

/**
 * Before the first POST, searches the journal for a resource that an earlier update created but did not record. Nothing else distinguishes it
 * from someone else's. For resource types without unique names, a warning names identical resources. All creates of a run share one list per
 * collection.
 * @throws CloudError if the name is taken, or if an update that ended in order created the resource
 */
export async function findOwnBeforeCreate(call: ResourceCall): Promise<Found> {
  const { definition, args, context } = call;
  const before = await listBefore(call);
  const { own, possible, others } = await findByJournal(call);
  if (own) {
    const { live, intent, isNamed } = own;
    const because = createdByInterruptedUpdate(intent);
    return { own: live, because, intent: intent.id, isNamed, duplicates: nameOthers(call, others) };
  }
  if (definition.identity.unique) await rejectTakenName(call, before, possible);
  const returned = possible.find(({ intent }) => intent.isReturned);
  if (returned) throw createdInOrder(definition, idOf(definition, args, returned.live), returned.intent);
  const doubtful = possible.map(({ live, because }) => ({ id: idOf(definition, args, live), because }));
  const left = [...nameOthers(call, others), ...doubtful.flatMap(({ id, because }) => nameOthers(call, [id], because))];
  if (definition.identity.unique) return { duplicates: left };
  const alike = matchingIdentity(definition, await normalizedInputs(call), before).filter(
    (live) => isUnclaimed(call, live) && !left.includes(idOf(definition, args, live)),
  );
  for (const live of alike) context.warn(lookalike(definition, args, live));
  return { duplicates: [...left, ...alike.map((live) => idOf(definition, args, live))] };
}

/** Warns about what interrupted updates left for the resource and it does not adopt; returns the IDs. */
function nameOthers(
  { definition, context }: ResourceCall,
  ids: readonly string[],
  because?: readonly string[],
): readonly string[] {
  for (const id of ids) {
    context.memory.objects.noteNamed(memoryKey(definition, id));
    context.warn(leftByInterruptedUpdate(definition, id, because));
  }
  return ids;
}

function createdByInterruptedUpdate({ at }: OpenIntent): string {
  return `an interrupted update (${new Date(at).toISOString()}) created it for this resource`;
}

async function rejectTakenName(
  call: ResourceCall,
  before: readonly Values[],
  possible: readonly Result[],
): Promise<void> {
  const { definition, args, context } = call;
  for (const { id } of matchingIdentity(definition, args, before)) {
    const live = await undefinedIfMissing(context.reads.fresh(collectionPath(definition, args), String(id)));
    if (!live || isBeingDeleted(definition, live) || matchingIdentity(definition, args, [live]).length === 0) continue;
    if (!isUnclaimed(call, live)) throw takenByOwn(definition, args, live);
    throw taken(
      call,
      live,
      possible.find((one) => one.live.id === id),
    );
  }
}

/**
 * For a preview: existing resources with the identity of the one to be created that no resource known in this run manages, each with the
 * error with which the create will fail.
 */
export async function foundBeforeCreate(
  call: ResourceCall,
): Promise<readonly { id: string; rejection: CloudError | undefined }[]> {
  const { definition, args, context } = call;
  const before = await listBefore(call, previewLimits(context));
  const isUnique = definition.identity.unique;
  const { urn = "" } = optionsOf(args);
  const returned = context.journal.openIntents(urn).filter(({ isReturned }) => isReturned);
  const intentOf = ({ id }: Values): OpenIntent | undefined =>
    returned.find(({ response }) => response?.made === String(id));
  const alike = matchingIdentity(definition, isUnique ? args : await normalizedInputs(call), before);
  const found = before.filter(
    (one) => (alike.includes(one) || intentOf(one)) && !isBeingDeleted(definition, one) && isUnclaimed(call, one),
  );
  return found.map((live) => {
    const id = idOf(definition, args, live);
    const intent = intentOf(live);
    const inOrder = intent && createdInOrder(definition, id, intent);
    return { id, rejection: isUnique && alike.includes(live) ? taken(call, live) : inOrder };
  });
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

/**
 * Looks for unmanaged resources with the identity of the one that an interrupted create was to create; the one that the journal shows is the
 * first. Read-only. Interrupted creates in the same collection share one list.
 */
export async function findInterrupted(
  call: ResourceCall,
  body: Values,
  { inFlightMs, listedSinceMs }: Interruption,
): Promise<readonly Interrupted[]> {
  const { definition, args, context } = call;
  const path = collectionPath(definition, args);
  const now = await readCollectionSince(definition, { path, sinceMs: listedSinceMs }, context);
  const { alike, differences, shownOtherwise } = await comparisonWith(call, body);
  const isOfTime = (moment: number): boolean => canHaveRunAt(call, moment, inFlightMs);
  const noted = await findNoted(call, { listed: now, isOfTime });
  const certain = noted?.length === 1 ? noted.filter(({ verdict }) => verdict === "ours") : [];
  const ids = new Set(certain.map(({ live }) => live.id));
  const others = noted && certain.length === 0 ? noted.map(({ live }) => live) : alike(now);
  const found = [...certain.map(({ live }) => live), ...others.filter(({ id }) => !ids.has(id))];
  return found.map((live) => ({
    live,
    isOfTime: isOfTimeOf(call, live, inFlightMs),
    differing: [...new Set([...differences(live), ...shownOtherwise(live)])],
    isNoted: ids.has(live.id),
  }));
}

/** Whether the resource was created while the create can have run; undefined if the API does not show when it was created. */
export function isOfTimeOf(call: ResourceCall, live: Values, inFlightMs: number): boolean | undefined {
  const created = createdAt(live);
  return Number.isNaN(created) ? undefined : canHaveRunAt(call, created, inFlightMs);
}

/** The request is sent right after the state is written, unless it has to wait; a later one may be somebody else's. */
function canHaveRunAt(call: ResourceCall, moment: number, inFlightMs: number): boolean {
  const afterMs = moment - inFlightMs;
  return afterMs <= AGES.clockSkewMs && -afterMs <= deadlineFor("create", call).seconds * 1000 + AGES.clockSkewMs;
}

/** What is known right before a POST, to distinguish its result from other resources. */
export interface KnownBefore {
  /** IDs of existing resources with the same identity. */
  readonly before: readonly string[];
  /** Time by this machine's clock, and by the service's. */
  readonly at: number;
  readonly serviceTime: number | undefined;
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
  const results = await resultsOf(call, post, now);
  const own = results.find(({ verdict }) => verdict === "ours");
  if (own) return claim(call, own.live);
  if (results[0]) throw mayBeSomeoneElses(call, results[0]);
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
  const results = await resultsOf(call, post, await readCollectionSince(definition, { path, sinceMs }, context));
  const own = results.find(({ verdict }) => verdict === "ours");
  return own && claim(call, own.live);
}

type PostResult = Grade & { readonly live: Values };

/** Searches the collection for the result of a POST: the unmanaged resources with its identity that it created, or may have created. */
async function resultsOf(call: ResourceCall, post: Post, now: readonly Values[]): Promise<PostResult[]> {
  const { definition, args } = call;
  const { alike, differences, shownOtherwise } = await comparisonWith(call, post.body);
  const request = { ...post, collection: collectionPath(definition, args), isUnderWay: true as const };
  return alike(now).flatMap((live): PostResult[] => {
    const likeness = { isAlike: shownOtherwise(live).length === 0, differing: differences(live) };
    const graded = grade(call, live, { ...request, likeness });
    return graded.verdict === "foreign" ? [] : [{ ...graded, live }];
  });
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

function mayBeSomeoneElses({ definition, args }: ResourceCall, { live, because }: PostResult): CloudError {
  const id = idOf(definition, args, live);
  return new CloudError(
    `The create got an ambiguous response, and ${definition.noun} ${id} has ${identityOf(definition, args)}. If it is yours, set ` +
      `\`import: "${id}"\` for one update; if not, change ${definition.identity.by.join(", ")}. It may be someone else's: ` +
      `${because.join("; ")}. The state was not changed.`,
  );
}

/** For an update that forces a replacement, or after one whose result left the state. */
function createdInOrder({ noun }: Definition, id: string, { at }: OpenIntent): CloudError {
  return new CloudError(
    `An earlier update (${new Date(at).toISOString()}) created ${noun} ${id} for this resource and ended in order, so the state had it. ` +
      "To force its replacement, run `pulumi refresh`, then the same command again. If the state was not stored, or the resource was removed " +
      `from it, set \`import: "${id}"\` for one update; to create another one, run \`pulumi up\` once with COMPUTE_JOURNAL=off. Nothing was ` +
      "changed.",
  );
}

function leftByInterruptedUpdate({ noun }: Definition, id: string, because?: readonly string[]): string {
  const [created, but] = because
    ? ["may have created", because.join("; ")]
    : ["created", "it is a duplicate or no longer matches"];
  return (
    `An interrupted update ${created} ${noun} ${id} for this resource, but ${but}. Delete it, or import it into a separate resource: ` +
    `\`import: "${id}"\`. It was not modified.`
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
  const id = idOf(definition, args, live);
  return new CloudError(
    `${capitalize(definition.noun)} ${id} of this stack already has ${identityOf(definition, args)}. To force its replacement, set ` +
      `deleteBeforeReplace, without retainOnDelete. To keep it, set \`import: "${id}"\` for one update. To create another, change ` +
      `${definition.identity.by.join(", ")}. Nothing was changed.`,
  );
}

/** For messages about a resource whose owner is unknown: on this machine, nothing shows that an update created it. */
export const RECOVER_FIRST = "If an update was interrupted, run `npx pulumi-compute recover` first.";

function taken({ definition, args }: Wanted, live: Values, result?: Result): CloudError {
  const id = idOf(definition, args, live);
  const differences = differingInputs({ definition, args }, live, givenArguments(definition, args));
  const differs = differences.length === 0 ? "" : ` (it differs in ${differences.join(", ")})`;
  return new CloudError(
    `${capitalize(definition.noun)} ${id} (${ownerOf(result)}) already has ${identityOf(definition, args)}. If you renamed the resource, set ` +
      `\`aliases\`. ${RECOVER_FIRST} To manage it, set \`import: "${id}"\` for one update${differs}. To create another, change ` +
      `${definition.identity.by.join(", ")}. To force its replacement, set deleteBeforeReplace, without retainOnDelete. Nothing was changed. ` +
      "(node_modules/pulumi-compute/docs/guide/recovery.md#name-taken)",
  );
}

function ownerOf(result: Result | undefined): string {
  if (result === undefined) return "owner unknown";
  const { intent, because } = result;
  return `an update at ${new Date(intent.at).toISOString()} may have created it: ${because.join("; ")}`;
}
