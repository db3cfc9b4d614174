import { domainRecord } from "../../resources/domain-record";
import { isFree } from "../context";
import type { InterruptedResult } from "../object";
import { grade, pendingRequest } from "../ownership";
import type { Interruption } from "../ownership";
import { beginLedger, stateOf } from "./ledger";
import { recordKey, setId } from "./records";
import type { SetCall } from "./records";
import { planSet } from "./observe";
import { adoptedRecords } from "./plan";

/**
 * The set with the records that its interrupted create may have created, as the unfinished state to record, which the next update completes.
 * Read-only.
 */
export async function interruptedSetResults(
  call: SetCall,
  { inFlightMs }: Interruption,
): Promise<readonly InterruptedResult[]> {
  const { args, context } = call;
  const pending = pendingRequest(call, inFlightMs);
  const plan = await planSet(call, {});
  const free = adoptedRecords(plan).filter(({ id }) => isFree(context, recordKey(args, id)));
  const graded = free.map((record) => ({
    record,
    ...grade({ context, definition: domainRecord }, record.live, pending),
  }));
  const ours = graded.filter(({ verdict }) => verdict === "ours");
  const chosen = ours.length > 0 ? ours : graded.filter(({ verdict }) => verdict === "possible");
  const [first] = chosen;
  if (!first) return [];
  const isResult = new Set(chosen.map(({ record }) => record));
  const same = plan.same.filter(([, present]) => isResult.has(present));
  const state = stateOf(call, beginLedger({ ...plan, same, others: [] }), { unfinished: true });
  const created = same.map(([, { live }]) => String(live.created)).sort();
  const { verdict, because } = first;
  const records = chosen.map(({ record }) => record.id);
  return [{ id: setId(args), state, created: created.at(-1), records, verdict, because, isNoted: false }];
}
