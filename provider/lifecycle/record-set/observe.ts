import { CloudError, isNotFound, undefinedIfMissing, joinReasons } from "../../api/errors";
import type { ApiError } from "../../api/errors";
import type { Values } from "../../definition/values";
import { domainRecord } from "../../resources/domain-record";
import { covers, dependsOnZone, domainRecordSet } from "../../resources/domain-record-set";
import { claimantOf, parentObject } from "../identity";
import { isIgnored, isOwnId, optionsOf, parentPath } from "../state";
import {
  contentsKey,
  holderOf,
  isFree,
  rejectIncomplete,
  rejectInvalid,
  readOptionsOf,
  rejectInvalidList,
} from "../context";
import { forEachConcurrently, parentExists } from "../waiting";
import { limitFailures, recordFailures } from "./check";
import { hiddenIn, ownIds, zoneIn } from "./ledger";
import { adoptedRecords, planRequests, pairIdentical } from "./plan";
import type { Live, Plan } from "./plan";
import { declaredRecords, ofRecords, presentRecord, recordKey, recordsPath } from "./records";
import type { Present, SetCall, SetValues } from "./records";

/** Reads the zone's records, and plans the requests that make them match the program. */
export async function planSet(call: SetCall, state: SetValues): Promise<Plan> {
  return planFromLive(call, state, await readRecords(call, state));
}

/**
 * Lists the zone's records. A record of the set that is not in the list is read separately: only a 404 for the record itself means that it
 * no longer exists.
 */
export async function readRecords(call: SetCall, state: SetValues): Promise<Live> {
  const { args, context } = call;
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
  const present = Array.from(byId, ([id, live]) => presentRecord(live, forms[id]));
  const foreign = present.filter(({ id }) => !ids.has(id));
  const held = new Set(foreign.filter((one) => isHeldByOther(call, one)));
  // What the set's ambiguous creates led to: only what did not exist was to be created.
  const lost = declaredRecords({ records }, zoneIn(state));
  const results = pairIdentical(
    lost,
    foreign.filter((one) => !held.has(one)),
  );
  const own = [...present.filter(({ id }) => ids.has(id)), ...results.pairs.map(([, one]) => one)];
  return { own, free: results.surplus, held: Array.from(held) };
}

/** What `look` finds, or `gone` concludes if the zone no longer exists. A 404 for its records alone proves nothing. */
export async function unlessZoneIsGone<T>(
  { args, context }: SetCall,
  look: () => Promise<T>,
  gone: (missing: ApiError) => T,
): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (!isNotFound(error) || (await parentExists(domainRecordSet, args, context))) throw error;
    return gone(error);
  }
}

/** Whether another resource of the program manages or declares the record. */
function isHeldByOther(call: SetCall, { id, fingerprint }: Present): boolean {
  const { args, context } = call;
  const holder = holderOf(context, recordKey(args, id));
  if (holder !== undefined) return holder !== optionsOf(args).urn;
  return claimantOf(ofRecords(call), fingerprint) !== undefined;
}

/** `planSet` for records that were already read. */
export async function planFromLive(call: SetCall, state: SetValues, live: Live): Promise<Plan> {
  const { args, context } = call;
  const zone = await readZone(call, state);
  const failures = limitFailures(recordFailures(args, zone));
  if (failures.length > 0) throw new CloudError(joinReasons(failures.map(({ path, reason }) => `${path}: ${reason}`)));
  const declared = declaredRecords(args, zone);
  const extra = superfluous(args, live, zone);
  const isListed = isFree(context, contentsKey(parentPath(domainRecord, args)));
  const plan = planRequests({ declared, live, superfluous: isListed ? extra : [], zone });
  if (isIgnored(args, "records")) return { ...plan, phases: [] };
  const adopted = new Set(adoptedRecords(plan));
  return isListed ? plan : { ...plan, unlisted: extra.filter((one) => !adopted.has(one)) };
}

/** Unmanaged records that an exclusive set deletes or reuses, unless they are declared. */
export function superfluous({ exclusive, only }: SetValues, { free }: Live, zone: Values | undefined): Present[] {
  return exclusive === true ? free.filter(({ fingerprint }) => covers(only, fingerprint, zone) === true) : [];
}

/** The fields of the zone on which canonical forms depend, if any do; read once per run. */
async function readZone(call: SetCall, state: SetValues): Promise<Values | undefined> {
  const { args } = call;
  const areOpen = declaredRecords(args, undefined).some((one) => domainRecord.identity.normalizedIn?.(one.args));
  if (!areOpen && !(args.only && dependsOnZone(args.only))) return zoneIn(state);
  const { domain } = await parentObject(call);
  return { domain };
}
