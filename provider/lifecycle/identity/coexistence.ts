import { ApiError } from "../../api/errors";
import { readList } from "../../api/paging";
import type { Definition } from "../../definition/definition";
import type { Fingerprint } from "../../definition/identity";
import type { Values } from "../../definition/values";
import { isUnreachable, previewLimits } from "../catalogue";
import type { ResourceCall } from "../context";
import {
  argsOf,
  collectionPath,
  fingerprintOf,
  groupBy,
  idOf,
  isPathUnknown,
  needsNoReplacement,
  optionsOf,
  placedFingerprint,
} from "../state";
import type { Wanted } from "../state";
import { resourceName } from "../wording";
import { listBefore, memoryKey, normalizedInputs, unlessUnread } from "./identity";

/** A live resource, and the values by which it is compared. */
interface Shown {
  readonly live: Values;
  readonly fingerprint: Fingerprint;
}

/** A live resource that cannot coexist with the one that the program declares. */
interface Obstacle extends Shown {
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
const shownByPlace = new WeakMap<readonly Values[], ReadonlyMap<string, readonly Shown[]>>();

function shownIn(definition: Definition, list: readonly Values[]): Shown[] {
  return list.map((live) => ({ live, fingerprint: fingerprintOf(definition, live) }));
}

/** Those of the live resources, not of others of the program, that are in the way of what is declared. */
export function obstaclesTo(
  { definition, args, context: { memory } }: ResourceCall,
  declared: readonly Fingerprint[],
  present: readonly Shown[],
): readonly Obstacle[] {
  const claims = memory.claims.in(collectionPath(definition, args));
  return obstaclesAmong({ definition, args }, declared, present).filter(({ live, fingerprint }) => {
    const key = memoryKey(definition, idOf(definition, args, live));
    const isReplaced = memory.program.isReplaced(key) && !optionsOf(args).retains;
    const isLeaving =
      isReplaced || memory.objects.isDeleted(key) || claims.some(({ removes }) => removes?.(fingerprint));
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
    return fingerprint && `${coexistence.sort(fingerprint)} ${coexistence.place(fingerprint)}`;
  });
  if (after === undefined || before === after) return [];
  return unlessUnread(async () => (await obstaclesBefore(call)).map((obstacle) => willBeInTheWay(call, obstacle)));
}

/** The error of a rejected write. If something is in the way of the resource, the error names it; otherwise it is returned unchanged. */
export async function explainObstacles(call: ResourceCall, error: unknown): Promise<unknown> {
  const { definition, args, context } = call;
  if (!definition.identity.coexistence || !(error instanceof ApiError) || error.status !== 400) return error;
  const listed = await readList(context.send, { path: collectionPath(definition, args) }).catch(() => []);
  const managerOf = (live: Values): string | undefined =>
    context.memory.program.managerOf(memoryKey(definition, idOf(definition, args, live)));
  const others = listed.filter((live) => managerOf(live) !== optionsOf(args).urn);
  const own = placedFingerprint(definition, await normalizedInputs(call).catch(() => args));
  const obstacles = obstaclesAmong(call, own ? [own] : [], shownIn(definition, others));
  const reasons = obstacles.map((obstacle) => {
    const holder = managerOf(obstacle.live);
    const remedy = holder === undefined ? remedyFor(call, obstacle) : `it belongs to ${resourceName(holder)}`;
    return { reason: `${obstacle.because}. ${remedy}` };
  });
  return obstacles.length === 0 ? error : new ApiError(error.request, error.status, [...error.reasons, ...reasons]);
}

export function willBeInTheWay(call: Wanted, obstacle: Obstacle): string {
  return `\`pulumi up\` will fail: ${obstacle.because}. ${remedyFor(call, obstacle)}`;
}

function obstaclesAmong(
  { definition, args }: Wanted,
  declared: readonly Fingerprint[],
  present: readonly Shown[],
): readonly Obstacle[] {
  const { coexistence } = definition.identity;
  if (!coexistence) return [];
  const { place, conflict, title } = coexistence;
  const byPlace = groupBy(declared, place);
  return present.flatMap(({ live, fingerprint }) => {
    const why = byPlace.get(place(fingerprint))?.map((one) => conflict(one, fingerprint));
    const because = why?.find((reason) => reason !== undefined);
    if (because === undefined) return [];
    const name = `${definition.noun} ${idOf(definition, args, live)}`;
    return [{ live, fingerprint, because: `${name} (${title(fingerprint)}) exists, and ${because}` }];
  });
}

function remedyFor({ definition, args }: Wanted, { live }: Obstacle): string {
  const isImportable = needsNoReplacement(definition, args, live);
  const importing = isImportable ? `, or set \`import: "${idOf(definition, args, live)}"\`` : "";
  return (
    "After a rename, set `aliases`. If the program no longer has that one, run `pulumi up` once without this one, because Pulumi deletes " +
    "last. If another resource changes it, set `dependsOn` to that resource; if the two swap names, give one of them a temporary name " +
    `first. If nothing manages it, delete it${importing}. (node_modules/pulumi-compute/docs/guide/zones.md#records-that-cannot-coexist)`
  );
}
