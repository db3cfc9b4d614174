import { CloudError, isNotFound, undefinedIfMissing } from "../../api/errors";
import type { Values } from "../../definition/values";
import { domainRecord } from "../../resources/domain-record";
import { domainRecordSet } from "../../resources/domain-record-set";
import { argsOf, isOwnId } from "../state";
import type { Recorded } from "../state";
import { holderOf, readCollection, startOperation } from "../context";
import type { Context, Timed } from "../context";
import { formatCount, progressCounter, commaList } from "../wording";
import { deleteIfExists, forEachConcurrently, parentExists, recheck, sendDelete, withLock } from "../waiting";
import { hiddenIn, ownIds, setApplied } from "./ledger";
import { readRecords, unlessZoneIsGone } from "./observe";
import type { Live } from "./plan";
import { recordKey, recordsPath } from "./records";
import type { SetCall, SetValues } from "./records";

/** Deletes the records of the set. One that no longer exists counts as deleted. */
export function removeSet({ state }: Recorded, context: Context): Promise<void> {
  return withLock(context.memory, recordsPath(state), async () => {
    const call: SetCall = { definition: domainRecordSet, args: state, context };
    const operation = startOperation("delete", call);
    const known = ownIds(state).filter((id) => isOwnId(domainRecord, id));
    const ids = [...known, ...(await createdMeanwhile(operation, state))];
    const kept = new Set(ids.filter((id) => holderOf(context, recordKey(state, id), { state }) !== undefined));
    warnOfKept(context, [...kept]);
    const leaving = ids.filter((id) => !kept.has(id));
    const adopted = setApplied(state).adopted?.filter((id) => leaving.includes(id)) ?? [];
    if (adopted.length > 0) {
      context.warn(
        "This set deletes records that it had adopted. If another program manages any of them, run `pulumi up --refresh` there to " +
          `recreate them. IDs: ${commaList(adopted)}.`,
      );
    }
    await deleteRecords(operation, leaving);
  });
}

export function warnOfKept(context: Context, ids: readonly string[]): void {
  if (ids.length === 0) return;
  context.warn(`Kept records that another resource of this program now manages. IDs: ${commaList(ids)}.`);
}

async function deleteRecords(operation: SetCall & Timed, ids: readonly string[]): Promise<void> {
  const { args, deadline, context } = operation;
  const collection = recordsPath(args);
  const countDeleted = progressCounter(ids.length, "records deleted", (message) => context.progress(message));
  const accepted: string[] = [];
  let zoneExists: Promise<boolean> | undefined;
  let isZoneGone = false;
  const deleteRecord = async (id: string): Promise<void> => {
    const record = { collection, ownId: id };
    try {
      await sendDelete(record, context);
      accepted.push(id);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      zoneExists ??= parentExists(domainRecordSet, args, context);
      isZoneGone = !(await zoneExists);
      if (!isZoneGone) await undefinedIfMissing(deleteIfExists(record, context));
    }
    context.memory.objects.noteDeleted(recordKey(args, id));
    countDeleted();
  };
  const mayContinue = (): boolean => !isZoneGone && !context.signal.aborted && context.clock.now() <= deadline.at;
  const rest = await forEachConcurrently(ids, deleteRecord, mayContinue);
  context.signal.throwIfAborted();
  if (isZoneGone) return;
  if (rest.length > 0) {
    throw new CloudError(
      `The delete timed out after ${deadline.seconds} seconds, with ${formatCount(rest.length)} of ${formatCount(ids.length)} records left. Run the same ` +
        'command again to continue, or raise customTimeouts: { delete: "…" }.',
    );
  }
  const left = await leftAfterDelete(operation, accepted);
  if (left.length > 0) throw recordsLeft(left);
}

/** IDs of records that creates with an ambiguous response did create. */
async function createdMeanwhile({ definition, context }: SetCall, state: SetValues): Promise<readonly string[]> {
  const { unclear = [] } = hiddenIn(state);
  if (unclear.length === 0) return [];
  const call: SetCall = { definition, args: argsOf(state), context };
  const look = (): Promise<Pick<Live, "own">> => readRecords(call, state);
  const { own } = await unlessZoneIsGone(call, look, () => ({ own: [] }));
  const known = ownIds(state);
  return own.map(({ id }) => id).filter((id) => !known.includes(id));
}

/**
 * Verifies, with one list, that records whose DELETE was accepted no longer exist: a service may accept a DELETE without carrying it out.
 * @returns those that still exist after a while
 */
export async function leftAfterDelete(call: SetCall, ids: readonly string[]): Promise<readonly string[]> {
  const { args, context } = call;
  const list = (): Promise<readonly Values[]> => readCollection(domainRecord, recordsPath(args), context);
  let left = ids;
  const areGone = async (): Promise<true | undefined> => {
    const listed = left.length === 0 ? [] : await unlessZoneIsGone(call, list, () => []);
    const existing = new Set(listed.map(({ id }) => String(id)));
    left = left.filter((id) => existing.has(id));
    return left.length === 0 || undefined;
  };
  if (await areGone()) return left;
  context.progress("deletion accepted; waiting until they no longer exist");
  await recheck(context, areGone);
  return left;
}

export function recordsLeft(ids: readonly string[]): CloudError {
  return new CloudError(
    `The API accepted the deletion of records that still exist (${formatCount(ids.length)}). Run the same command again. They stay in ` +
      `state. IDs: ${commaList(ids)}.`,
  );
}
