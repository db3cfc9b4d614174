import { ApiError } from "../../api/errors";
import { readList } from "../../api/paging";
import { isUnreachable, previewLimits } from "../catalogue";
import type { Values } from "../../definition/values";
import type { ResourceCall } from "../context";
import {
  collectionPath,
  idOf,
  optionsOf,
  argsOf,
  fingerprintOf,
  groupBy,
  isPathUnknown,
  needsNoReplacement,
  placedFingerprint,
} from "../state";
import type { Wanted } from "../state";
import { resourceName, willFail } from "../wording";
import { listBefore, matchingIdentity, memoryKey, unlessUnread, normalizedInputs } from "./identity";
import type { Definition } from "../../definition/definition";
import type { Fingerprint } from "../../definition/identity";
import { heldName } from "./unique-names";

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
  return unlessUnread(async () =>
    Promise.all((await obstaclesBefore(call)).map((obstacle) => willBeInTheWay(call, obstacle))),
  );
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
  return Promise.all(
    obstaclesAmong(call, own ? [own] : [], shownIn(definition, others)).map(async (obstacle) => {
      const holder = managerOf(obstacle.live);
      const remedy = holder === undefined ? await wayAround(call, obstacle) : `it belongs to ${resourceName(holder)}`;
      return `${obstacle.because}. ${remedy}`;
    }),
  );
}

export async function willBeInTheWay(call: ResourceCall, obstacle: Obstacle): Promise<string> {
  return willFail(`${obstacle.because}. ${await wayAround(call, obstacle)}`);
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

/** What to do about it: with a state that can be read, only what applies. */
async function wayAround({ definition, args, context }: ResourceCall, { live }: Obstacle): Promise<string> {
  const id = idOf(definition, args, live);
  const isOfStack = (await context.journal.recorded(context.accountId()))(memoryKey(definition, id));
  const importing = needsNoReplacement(definition, args, live) ? `, or set \`import: "${id}"\`` : "";
  const ways = [
    isOfStack !== false &&
      "After a rename, set `aliases`. If the program no longer has that one, run `pulumi up` once without this one, because Pulumi " +
        "deletes last. If another resource changes it, set `dependsOn` to that resource.",
    isOfStack !== true && `If nothing manages it, delete it${importing}.`,
    "(node_modules/pulumi-compute/docs/guide/zones.md#records-that-cannot-coexist)",
  ];
  return ways.filter((way) => way !== false).join(" ");
}
