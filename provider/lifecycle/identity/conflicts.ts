import { ApiError, CloudError, undefinedIfMissing, isCloudFailure } from "../../api/errors";
import { readList } from "../../api/paging";
import { isUnreachable, previewLimits } from "../catalogue";
import type { Failure } from "../../definition/types";
import { hasUnknown, isUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import { adviseAtEnd, holderOf } from "../context";
import type { ResourceCall, Context } from "../context";
import {
  collectionPath,
  differingInputs,
  givenArguments,
  idOf,
  identityKey,
  isSame,
  optionsOf,
  argsOf,
  fingerprintOf,
  groupBy,
  isPathUnknown,
  needsNoReplacement,
  placedFingerprint,
  duplicatesOf,
  locate,
} from "../state";
import type { Recorded, Wanted } from "../state";
import { capitalize, resourceName, sentence, willFail } from "../wording";
import {
  identityOf,
  isBeingDeleted,
  isIdentityUnknown,
  isUnclaimed,
  listBefore,
  matchingIdentity,
  memoryKey,
  unlessUnread,
  normalizedInputs,
} from "./identity";
import type { Definition } from "../../definition/definition";
import type { Fingerprint } from "../../definition/identity";

/**
 * Failures of a new unique name that another resource of the program declares, too.
 * @param olds the inputs before; empty for a new resource
 */
export function declaredTwice({ definition, args, context }: ResourceCall, olds: Values): Failure[] {
  const { by, unique } = definition.identity;
  const { urn, import: imported } = optionsOf(args);
  if (!unique || urn === undefined || by.some((name) => isUnset(args[name]) || hasUnknown(args[name]))) return [];
  const other = context.memory.program.declareName(urn, identityKey(definition, args));
  const exists = Object.keys(olds).length > 0;
  if (other === undefined || (!exists && imported !== undefined)) return [];
  const reason = `must be unique, but ${resourceName(other)} in this program has the same one`;
  return newNames({ definition, args }, olds).map((path) => ({ path, reason }));
}

/** The inputs of the unique name that are set and differ. */
function newNames({ definition, args }: Wanted, before: Values): string[] {
  return definition.identity.by.filter((name) => {
    const rule = definition.args[name];
    return rule && !isUnset(args[name]) && !isSame(rule, [args[name], before[name]], args);
  });
}

/** For the preview of an update: a warning about a new unique name that another resource has. */
export async function previewRename(call: ResourceCall, { id, state }: Recorded): Promise<readonly string[]> {
  const { definition, context } = call;
  const [name] = definition.identity.unique ? newNames(call, state) : [];
  if (name === undefined || isIdentityUnknown(call)) return [];
  return unlessUnread(async () => {
    if (await isUnreachable(context)) return [];
    const other = await holderOfName(call, await listBefore(call, previewLimits(context)), id);
    if (other === undefined) return [];
    // An update can succeed if the other resource of the program is updated first.
    return [`${name}: ${willFail(`${heldName(call, other)}.`, programHolder(call, other) === undefined)}`];
  });
}

/** The resource that has the unique name now, other than the one with this ID. */
export async function holderOfName(
  { definition, args, context }: ResourceCall,
  listed: readonly Values[],
  own?: string,
): Promise<Values | undefined> {
  for (const { id } of matchingIdentity(definition, args, listed)) {
    if (String(id) === own) continue;
    const live = await undefinedIfMissing(context.reads.fresh(collectionPath(definition, args), String(id)));
    if (live && !isBeingDeleted(definition, live) && matchingIdentity(definition, args, [live]).length > 0) return live;
  }
  return undefined;
}

/** The other resource of the program that manages this one. */
export function programHolder({ definition, args, context }: ResourceCall, live: Values): string | undefined {
  const holder = holderOf(context, memoryKey(definition, idOf(definition, args, live)));
  return holder === optionsOf(args).urn ? undefined : holder;
}

function heldName(call: ResourceCall, live: Values): string {
  const { definition, args } = call;
  const name = definition.identity.by.join(", ");
  const holder = programHolder(call, live);
  const inProgram = holder === undefined ? "" : ` (${resourceName(holder)} in this program)`;
  return (
    `${definition.noun} ${idOf(definition, args, live)}${inProgram} already has this ${name}. If this program gives that one another ` +
    `${name}, list it in \`dependsOn\` here. To swap two, give one of them a temporary ${name}, run \`pulumi up\`, then set the final values`
  );
}

/** For messages about a resource whose owner is unknown: on this machine, nothing shows that an update created it. */
export const RECOVER_FIRST = "If an update was interrupted, run `npx pulumi-compute recover` first.";

/** The error of a create whose name is taken. */
export function taken(call: ResourceCall, live: Values, owner = "owner unknown"): CloudError {
  const { definition, args } = call;
  if (programHolder(call, live) !== undefined)
    return new CloudError(`${capitalize(heldName(call, live))}. Nothing was changed.`);
  const id = idOf(definition, args, live);
  const differences = differingInputs({ definition, args }, live, givenArguments(definition, args));
  const differs = differences.length === 0 ? "" : ` (it differs in ${differences.join(", ")})`;
  return new CloudError(
    `${capitalize(definition.noun)} ${id} (${isUnclaimed(call, live) ? owner : "of this stack"}) already has ${identityOf(definition, args)}. If you renamed the resource, set ` +
      `\`aliases\`. ${RECOVER_FIRST} To manage it, set \`import: "${id}"\` for one update${differs}. To create another, change ` +
      `${definition.identity.by.join(", ")}. To force its replacement, set deleteBeforeReplace, without retainOnDelete. Nothing was changed. ` +
      "(node_modules/pulumi-compute/docs/guide/recovery.md#name-taken)",
  );
}

/** A live resource, and the values by which it is compared. */
interface LiveFingerprint {
  readonly live: Values;
  readonly fingerprint: Fingerprint;
}

/** A live resource that cannot coexist with the one that the program declares. */
interface Obstacle extends LiveFingerprint {
  /** Names both, without a period. */
  readonly because: string;
}

/**
 * For a preview: what is in the way of the resource in its collection. A resource of the program that this run has already processed does not count:
 * what the program declares is compared elsewhere.
 */
export async function obstaclesBefore(call: ResourceCall): Promise<readonly Obstacle[]> {
  const { definition, context } = call;
  const { coexistence } = definition.identity;
  if (!coexistence || isPathUnknown(call) || (await isUnreachable(context))) return [];
  const own = placedFingerprint(definition, await normalizedInputs(call));
  const before = await listBefore(call, previewLimits(context));
  if (!own) return [];
  const shown =
    shownByPlace.get(before) ??
    groupBy(shownIn(definition, before), ({ fingerprint }) => coexistence.place(fingerprint));
  shownByPlace.set(before, shown);
  return obstaclesTo(call, [own], shown.get(coexistence.place(own)) ?? []);
}

/** All creates of a run share one list, so what it shows is grouped only once. */
const shownByPlace = new WeakMap<readonly Values[], ReadonlyMap<string, readonly LiveFingerprint[]>>();

function shownIn(definition: Definition, list: readonly Values[]): LiveFingerprint[] {
  return list.map((live) => ({ live, fingerprint: fingerprintOf(definition, live) }));
}

/** Those of the live resources, not of others of the program, that are in the way of what is declared. */
export function obstaclesTo(
  { definition, args, context: { memory } }: ResourceCall,
  declared: readonly Fingerprint[],
  present: readonly LiveFingerprint[],
): readonly Obstacle[] {
  const claims = memory.claims.in(collectionPath(definition, args));
  return obstaclesAmong({ definition, args }, declared, present).filter(({ live, fingerprint }) => {
    const key = memoryKey(definition, idOf(definition, args, live));
    const isLeaving =
      memory.program.isReplaced(key) ||
      memory.objects.isDeleted(key) ||
      claims.some(({ removes }) => removes?.(fingerprint));
    return !isLeaving && memory.program.managerOf(key) === undefined;
  });
}

/** For the preview of an update: warnings about what is in the way in the place that the resource gets. */
export async function previewMove(call: ResourceCall, state: Values): Promise<readonly string[]> {
  const { definition, args } = call;
  const { coexistence } = definition.identity;
  if (!coexistence) return [];
  const [before, after] = [argsOf(state), args].map((values) => {
    const fingerprint = placedFingerprint(definition, values);
    return fingerprint && coexistence.place(fingerprint, true);
  });
  if (after === undefined || before === after) return [];
  return unlessUnread(async () => (await obstaclesBefore(call)).map((obstacle) => willBeInTheWay(call, obstacle)));
}

/**
 * The error of a rejected write. If another resource has the unique name (of an update), or is in the way, the error names it and the
 * remedy. Any other error is returned unchanged.
 */
export async function explainRejection(
  call: ResourceCall & { readonly id?: string },
  error: unknown,
): Promise<unknown> {
  const { definition, args, context, id } = call;
  const { by, unique, coexistence } = definition.identity;
  if (!(error instanceof ApiError) || error.status !== 400) return error;
  const isNameRejected =
    unique !== undefined && error.reasons.some(({ property }) => by.some((name) => name === property));
  const asksForName = id !== undefined && isNameRejected;
  if (!asksForName && !coexistence) return error;
  const listed = await readList(context.send, { path: collectionPath(definition, args) }).catch(() => []);
  const sameName = asksForName ? matchingIdentity(definition, args, listed) : [];
  const holder = sameName.find((live) => idOf(definition, args, live) !== id);
  const reasons = [...(holder ? [heldName(call, holder)] : []), ...(await obstacleReasons(call, listed))];
  if (reasons.length === 0) return error;
  return new ApiError(error.request, error.status, [...error.reasons, ...reasons.map((reason) => ({ reason }))]);
}

/** What is in the way of a rejected write, and the remedy for each. */
async function obstacleReasons(call: ResourceCall, listed: readonly Values[]): Promise<string[]> {
  const { definition, args, context } = call;
  if (!definition.identity.coexistence) return [];
  const managerOf = (live: Values): string | undefined =>
    context.memory.program.managerOf(memoryKey(definition, idOf(definition, args, live)));
  const others = listed.filter((live) => managerOf(live) !== optionsOf(args).urn);
  const own = placedFingerprint(definition, await normalizedInputs(call).catch(() => args));
  return obstaclesAmong(call, own ? [own] : [], shownIn(definition, others)).map((obstacle) => {
    const holder = managerOf(obstacle.live);
    const remedy = holder === undefined ? obstacleRemedy(call, obstacle) : `it belongs to ${resourceName(holder)}`;
    return `${obstacle.because}. ${remedy}`;
  });
}

export function willBeInTheWay(call: Wanted, obstacle: Obstacle): string {
  return willFail(`${obstacle.because}. ${obstacleRemedy(call, obstacle)}`);
}

function obstaclesAmong(
  { definition, args }: Wanted,
  declared: readonly Fingerprint[],
  present: readonly LiveFingerprint[],
): readonly Obstacle[] {
  const { coexistence } = definition.identity;
  if (!coexistence) return [];
  const { place, conflict, title } = coexistence;
  const byPlace = groupBy(declared, (one) => place(one));
  return present.flatMap(({ live, fingerprint }) => {
    const why = byPlace.get(place(fingerprint))?.map((one) => conflict(one, fingerprint));
    const because = why?.find((reason) => reason !== undefined);
    if (because === undefined) return [];
    const name = `${definition.noun} ${idOf(definition, args, live)}`;
    return [{ live, fingerprint, because: `${name} (${title(fingerprint)}) exists, and ${because}` }];
  });
}

function obstacleRemedy({ definition, args }: Wanted, { live }: Obstacle): string {
  const isImportable = needsNoReplacement(definition, args, live);
  const importing = isImportable ? `, or set \`import: "${idOf(definition, args, live)}"\`` : "";
  return (
    "After a rename, set `aliases`. If the program no longer has that one, run `pulumi up` once without this one, because Pulumi deletes " +
    "last. If another resource changes it, set `dependsOn` to that resource; if the two swap names, give one of them a temporary name " +
    `first. If nothing manages it, delete it${importing}. (node_modules/pulumi-compute/docs/guide/zones.md#records-that-cannot-coexist)`
  );
}

/**
 * Reminds of identical resources that a create did not adopt, at each preview while they exist and no resource manages them. Sends no request
 * if there were none. A failure to read them neither fails nor delays the preview.
 */
export async function remindOfDuplicates(definition: Definition, state: Values, context: Context): Promise<void> {
  for (const id of duplicatesOf(state)) {
    const key = memoryKey(definition, id);
    if (context.memory.objects.isKnown(key)) continue;
    context.memory.objects.noteNamed(key);
    const { collection, ownId } = locate(definition, id);
    const { deadlineMs } = previewLimits(context);
    try {
      const live = await undefinedIfMissing(context.reads.fresh(collection, ownId, { deadlineMs }));
      if (live && !isBeingDeleted(definition, live)) adviseAtEnd(context, key, duplicateNotice(definition, id));
    } catch (error) {
      if (!isCloudFailure(error)) throw error;
      adviseAtEnd(context, key, `Could not check whether ${definition.noun} ${id} still exists: ${sentence(error)}`);
    }
  }
}

function duplicateNotice({ noun }: Definition, id: string): string {
  return (
    `There is a second, identical ${noun}: ${id}. It already existed when this one was created, or an interrupted update left it behind. ` +
    `Unless another resource of the stack manages it, delete it, or import it into a separate resource: \`import: "${id}"\`.`
  );
}
