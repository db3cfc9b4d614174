import { CloudError, MissingResourceError, isNotFound, undefinedIfMissing, joinReasons } from "../../api/errors";
import type { SetDefinition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { domainRecord } from "../../resources/domain-record";
import { covers, dependsOnZone } from "../../resources/domain-record-set";
import { parentObject } from "../identity";
import { listEverywhere } from "../object";
import type { Read } from "../object";
import { APPLIED, appliedOf, argsOf, isIgnored, isOwnId, parentPath, parseId } from "../state";
import type { Recorded } from "../state";
import { contentsKey, isFree, readOptionsOf, rejectIncomplete, rejectInvalid, rejectInvalidList } from "../context";
import type { Context, Collection } from "../context";
import { forEachConcurrently, parentExists } from "../waiting";
import { sentence } from "../wording";
import { limitFailures, recordFailures } from "./check";
import { hiddenIn, ownIds, sortedNumbers, zoneIn } from "./ledger";
import { adoptedRecords, allIn, planRequests, pairIdentical, pairSimilar } from "./plan";
import type { Live, Plan } from "./plan";
import {
  asDeclared,
  declaredRecords,
  isHeldByOther,
  otherHolderOf,
  presentRecord,
  recordsPath,
  setId,
  withDrift,
} from "./records";
import type { Present, SetCall, SetInputs, SetValues } from "./records";
import { inFile } from "./zone-file";

/** Reads the zone's records, and plans the requests that make them match the program. */
export async function planSet(call: SetCall, state: SetValues): Promise<Plan> {
  return planFromLive(call, state, await readRecords(call, state));
}

/**
 * Lists the zone's records. A record of the set that is not in the list is read separately: only a 404 for the record itself means that it
 * no longer exists.
 */
export async function readRecords(call: SetCall, state: SetValues): Promise<Live> {
  const { definition, args, context } = call;
  const path = recordsPath(args);
  const ids = new Set(ownIds(state));
  const listed = await context.reads.all(path, readOptionsOf(context));
  rejectInvalidList(path, listed, rejectInvalid(domainRecord));
  const byId = new Map(listed.map((live) => [String(live.id), live]));
  const lacking = Array.from(ids).filter((id) => !byId.has(id) && isOwnId(domainRecord, id));
  const rejectReason = rejectIncomplete(domainRecord);
  await forEachConcurrently(lacking, async (id) => {
    const live = await undefinedIfMissing(context.reads.direct(path, id, { rejectReason }));
    if (live) byId.set(id, live);
  });
  const { byId: forms = {}, unclear: records = [] } = hiddenIn(state);
  const present = Array.from(byId, ([id, live]) => presentRecord(definition, live, forms[id]));
  const recorded = present.filter(({ id }) => ids.has(id));
  // What another one has taken over: it is neither changed nor deleted, and no longer the set's.
  const surplus = new Set(pairIdentical(declaredRecords(call, zoneIn(state)), recorded).surplus);
  const isHeld = (one: Present): boolean =>
    ids.has(one.id) ? surplus.has(one) && otherHolderOf(call, one) !== undefined : isHeldByOther(call, one);
  const held = new Set(present.filter(isHeld));
  // What the set's ambiguous creates led to: only what did not exist was to be created.
  const lost = declaredRecords({ definition, args: { records } }, zoneIn(state));
  const results = pairIdentical(
    lost,
    present.filter((one) => !ids.has(one.id) && !held.has(one)),
  );
  const own = [...recorded.filter((one) => !held.has(one)), ...results.pairs.map(([, one]) => one)];
  return { own, free: results.surplus, held: Array.from(held) };
}

/** `planSet` for records that were already read. */
export async function planFromLive(call: SetCall, state: SetValues, live: Live): Promise<Plan> {
  const { args, context } = call;
  const zone = await readZone(call, state);
  const failures = limitFailures(recordFailures(args, zone));
  if (failures.length > 0)
    throw new CloudError(inFile(call, joinReasons(failures.map(({ path, reason }) => `${path}: ${reason}`))));
  const declared = declaredRecords(call, zone);
  const surplus = surplusIn(args, live, zone);
  const isListed = surplus.length === 0 || isFree(context, contentsKey(parentPath(domainRecord, args)));
  const plan = planRequests({ declared, live, surplus: isListed ? surplus : [], zone });
  if (isIgnored(args, "records")) return { ...plan, phases: [] };
  const adopted = new Set(adoptedRecords(plan));
  return isListed ? plan : { ...plan, unlisted: surplus.filter((one) => !adopted.has(one)) };
}

/** Unmanaged records that an exclusive set deletes or reuses, unless they are declared. */
function surplusIn({ exclusive, only }: SetValues, { free }: Live, zone: Values | undefined): Present[] {
  return exclusive === true ? free.filter(({ fingerprint }) => covers(only, fingerprint, zone) === true) : [];
}

/** The fields of the zone on which canonical forms depend, if any do; read once per run. */
async function readZone(call: SetCall, state: SetValues): Promise<Values | undefined> {
  const { args } = call;
  const areOpen = declaredRecords(call, undefined).some((one) => domainRecord.identity.normalizedIn?.(one.args));
  if (!areOpen && !(args.only && dependsOnZone(args.only))) return zoneIn(state);
  const { domain } = await parentObject(call);
  return { domain };
}

/**
 * Reads the set for a refresh, or all records of the zone for a `.get`.
 * @returns undefined if a refresh finds that the zone no longer exists
 */
export async function readSet(
  definition: SetDefinition,
  { id, state }: Recorded,
  context: Context,
): Promise<Read | undefined> {
  const zone: SetValues = parseId(definition, id).args;
  const isRefresh = state[APPLIED] !== undefined;
  try {
    if (!isRefresh) return await firstSetRead({ definition, args: zone, context });
    const call: SetCall = { definition, args: argsOf(state), context };
    return refreshedSet(call, state, await readRecords(call, state));
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (!isRefresh) throw new MissingResourceError(`Record set ${id} does not exist: ${sentence(error)}`);
    if (!(await parentExists(definition, zone, context))) return undefined;
    throw new CloudError(
      `Could not confirm whether record set ${id} still exists, although ${parentPath(definition, zone)} does. Nothing was changed; run ` +
        `the command again. Cause: ${sentence(error)}`,
    );
  }
}

/** One set of all records of the zone that the inputs name, or one set for each zone. */
export function listSets(definition: SetDefinition, args: SetValues, context: Context): Promise<readonly Recorded[]> {
  const listIn = async (place: Collection): Promise<readonly Recorded[]> => {
    const { state } = await firstSetRead({ definition, args: place.args, context });
    return [{ id: setId(place.args), state }];
  };
  return listEverywhere(definition, args, { context, listIn });
}

/** Records without drift keep their values and order from the program; the rest are as the API returns them. */
function refreshedSet({ definition, args }: SetInputs, state: SetValues, live: Live): Read {
  const zone = zoneIn(state);
  const declared = declaredRecords({ definition, args }, zone);
  const same = pairIdentical(declared, allIn(live));
  const paired = new Set(same.pairs.map(([, present]) => present));
  const isLeft = (one: Present): boolean => !paired.has(one);
  const drift = pairSimilar(same.missing, live.own.filter(isLeft));
  const shown = new Map([
    ...same.pairs.map(([wanted]) => [wanted, wanted.args] as const),
    ...drift.pairs.map(([wanted, present]) => [wanted, withDrift(definition, wanted, present.live)] as const),
  ]);
  const surplus = [...drift.surplus, ...surplusIn(args, live, zone).filter(isLeft)];
  const records = [
    ...declared.flatMap((wanted) => shown.get(wanted) ?? []),
    ...surplus.map((present) => asDeclared(definition, present.live)),
  ];
  const recordIds = sortedNumbers(live.own.map(({ id }) => id));
  return { state: { ...state, records, recordIds }, inputs: { ...args, records } };
}

/** What to record at the first read: all records of the zone. */
async function firstSetRead(call: SetCall): Promise<Read> {
  const { definition, args: zone } = call;
  const all = allIn(await readRecords(call, {}));
  const records = all.map((present) => asDeclared(definition, present.live));
  const recordIds = sortedNumbers(all.map(({ id }) => id));
  const state = { ...zone, records, exclusive: false, recordIds, [APPLIED]: appliedOf({}) };
  return { state, inputs: zone };
}
