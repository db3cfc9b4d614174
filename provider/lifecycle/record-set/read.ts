import { CloudError, isNotFound } from "../../api/errors";
import { domainRecordSet } from "../../resources/domain-record-set";
import { listEverywhere } from "../object";
import type { Read } from "../object";
import { APPLIED, appliedOf, argsOf, parentPath, parseId } from "../state";
import type { Context, Place } from "../context";
import type { Recorded } from "../state";
import { parentExists } from "../waiting";
import { sentence } from "../wording";
import { sortedNumbers, zoneIn } from "./ledger";
import { asDeclared, declaredRecords, setId, withDrift } from "./records";
import type { Present, SetValues } from "./records";
import { allIn, pairSimilar, pairIdentical } from "./plan";
import type { Live } from "./plan";
import { readRecords, superfluous } from "./observe";

/**
 * Reads the set for a refresh, or all records of the zone for a `.get`.
 * @returns undefined if a refresh finds that the zone no longer exists
 */
export async function readSet({ id, state }: Recorded, context: Context): Promise<Read | undefined> {
  const definition = domainRecordSet;
  const zone: SetValues = parseId(definition, id).args;
  const isRefresh = state[APPLIED] !== undefined;
  try {
    if (!isRefresh) return await firstRead(zone, context);
    return refreshed(state, await readRecords({ definition, args: argsOf(state), context }, state));
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (!isRefresh) throw new CloudError(`Record set ${id} does not exist: ${sentence(error)}`);
    if (!(await parentExists(definition, zone, context))) return undefined;
    throw new CloudError(
      `Could not confirm whether record set ${id} still exists, although ${parentPath(definition, zone)} does. Nothing was changed; run ` +
        `the command again. Cause: ${sentence(error)}`,
    );
  }
}

/** One set of all records of the zone that the inputs name, or one set for each zone. */
export function listSets(args: SetValues, context: Context): Promise<readonly Recorded[]> {
  const listIn = async (place: Place): Promise<readonly Recorded[]> => {
    const { state } = await firstRead(place.args, context);
    return [{ id: setId(place.args), state }];
  };
  return listEverywhere(domainRecordSet, args, { context, listIn });
}

/** Records without drift keep their values and order from the program; the rest are as the API returns them. */
function refreshed(state: SetValues, live: Live): Read {
  const [args, zone] = [argsOf(state), zoneIn(state)];
  const declared = declaredRecords(args, zone);
  const same = pairIdentical(declared, allIn(live));
  const taken = new Set(same.pairs.map(([, present]) => present));
  const isLeft = (one: Present): boolean => !taken.has(one);
  const drift = pairSimilar(same.missing, live.own.filter(isLeft));
  const shown = new Map([
    ...same.pairs.map(([wanted]) => [wanted, wanted.args] as const),
    ...drift.pairs.map(([wanted, present]) => [wanted, withDrift(wanted, present.live)] as const),
  ]);
  const extra = [...drift.surplus, ...superfluous(args, live, zone).filter(isLeft)];
  const records = [
    ...declared.flatMap((wanted) => shown.get(wanted) ?? []),
    ...extra.map((present) => asDeclared(present.live)),
  ];
  const recordIds = sortedNumbers(live.own.map(({ id }) => id));
  return { state: { ...state, records, recordIds }, inputs: { ...args, records } };
}

/** What to record at the first read: all records of the zone. */
async function firstRead(zone: SetValues, context: Context): Promise<Read> {
  const all = allIn(await readRecords({ definition: domainRecordSet, args: zone, context }, {}));
  const records = all.map((present) => asDeclared(present.live));
  const recordIds = sortedNumbers(all.map(({ id }) => id));
  const state = { ...zone, records, exclusive: false, recordIds, [APPLIED]: appliedOf({}) };
  return { state, inputs: zone };
}
