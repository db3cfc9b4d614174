import type { SetDefinition } from "../../definition/definition";
import { isFree } from "../context";
import type { ResourceCall } from "../context";
import type { InterruptedResult } from "../object";
import { grade, pendingRequest } from "../ownership";
import type { Interruption } from "../ownership";
import { beginLedger, setId, unfinishedSet } from "./ledger";
import { memberMemoryKey } from "./members";
import { planSet } from "./observe";
import { adoptedMembers } from "./plan";

/**
 * The set with the members that its interrupted create may have created, as the unfinished state to record, which the next update completes.
 * Read-only.
 */
export async function interruptedSetResults(
  call: ResourceCall<SetDefinition>,
  { inFlightMs }: Interruption,
): Promise<readonly InterruptedResult[]> {
  const { definition, args, context } = call;
  const ofMember = { context, definition: definition.set.member };
  const pending = pendingRequest(call, inFlightMs);
  const plan = await planSet(call, {});
  const isResult = new Set(
    adoptedMembers(plan).filter(
      ({ id, live }) =>
        grade(ofMember, live, pending).verdict === "ours" && isFree(context, memberMemoryKey(definition, args, id)),
    ),
  );
  const same = plan.same.filter(([, present]) => isResult.has(present));
  const id = setId(definition, args);
  if (same.length === 0) return [];
  const ledger = beginLedger({ ...plan, same, others: [] });
  const created = same.map(([, { live }]) => String(live.created)).sort();
  const result = { id, state: unfinishedSet(call, ledger), created: created.at(-1) };
  return [{ ...result, verdict: "ours", because: [], isNoted: false }];
}
