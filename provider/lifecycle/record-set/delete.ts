import { CloudError } from "../../api/errors";
import type { SetDefinition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { domainRecord } from "../../resources/domain-record";
import { argsOf, isOwnId } from "../state";
import type { Recorded } from "../state";
import { holderOf, readCollection, startOperation } from "../context";
import type { Context, Timed } from "../context";
import { intentOf } from "../ownership";
import { formatCount, commaList } from "../wording";
import { recheck, unlessParentIsGone, withLock } from "../waiting";
import { beginLedger, hiddenIn, ownIds, setApplied } from "./ledger";
import type { Ledger } from "./ledger";
import { readRecords } from "./observe";
import type { Live } from "./plan";
import { recordKey, recordsPath } from "./records";
import type { SetCall, SetValues } from "./records";
import { sendPhases } from "./writes";

/** Deletes the records of the set. One that no longer exists counts as deleted. */
export function removeSet(definition: SetDefinition, { state }: Recorded, context: Context): Promise<void> {
  return withLock(context.memory, recordsPath(state), async () => {
    const call: SetCall = { definition, args: state, context };
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

/** With one list, no matter how many there are. */
async function deleteRecords(operation: SetCall & Timed, ids: readonly string[]): Promise<void> {
  const own = ids.map((id) => ({ id, live: {}, fingerprint: {}, key: id }));
  const live = { own, free: [], held: [] };
  const phases = [own.map((present) => ({ does: "delete" as const, present }))];
  const ledger = beginLedger({ live, phases, zone: undefined, same: [], others: [] });
  await sendPhases({ ...operation, ledger, request: intentOf(operation, []) }, phases);
  await confirmDeletions(operation, ledger);
}

/** IDs of records that creates with an ambiguous response did create. */
async function createdMeanwhile({ definition, context }: SetCall, state: SetValues): Promise<readonly string[]> {
  const { unclear = [] } = hiddenIn(state);
  if (unclear.length === 0) return [];
  const call: SetCall = { definition, args: argsOf(state), context };
  const look = (): Promise<Pick<Live, "own">> => readRecords(call, state);
  const { own } = await unlessParentIsGone(call, look, () => ({ own: [] }));
  const known = ownIds(state);
  return own.map(({ id }) => id).filter((id) => !known.includes(id));
}

/**
 * Verifies, with one list, that records whose DELETE was accepted no longer exist: a service may accept a DELETE without carrying it out.
 * @throws CloudError if some still exist after a while; they stay the set's
 */
export async function confirmDeletions(call: SetCall, { deleted, own }: Ledger): Promise<void> {
  const { args, context } = call;
  const list = (): Promise<readonly Values[]> => readCollection(domainRecord, recordsPath(args), context);
  let left = Array.from(deleted.keys());
  const areGone = async (): Promise<true | undefined> => {
    const listed = left.length === 0 ? [] : await unlessParentIsGone(call, list, () => []);
    const existing = new Set(listed.map(({ id }) => String(id)));
    left = left.filter((id) => existing.has(id));
    return left.length === 0 || undefined;
  };
  if (await areGone()) return;
  context.progress("deletion accepted; waiting until they no longer exist");
  if (await recheck(context, areGone)) return;
  for (const id of left) own.set(id, { live: deleted.get(id) ?? {} });
  throw new CloudError(
    `The API accepted the deletion of records that still exist (${formatCount(left.length)}). Run the same command again. They stay in ` +
      `state. IDs: ${commaList(left)}.`,
  );
}
