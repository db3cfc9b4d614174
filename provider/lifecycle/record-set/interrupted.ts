import type { SetDefinition } from "../../definition/definition";
import { isFree } from "../context";
import type { ResourceCall } from "../context";
import type { InterruptedResult } from "../object";
import { grade, pendingRequest } from "../ownership";
import type { Interruption } from "../ownership";
import { beginLedger, setId, unfinishedSet } from "./ledger";
import { memberMemoryKey } from "./records";
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
  const free = adoptedMembers(plan).filter(({ id }) => isFree(context, memberMemoryKey(definition, args, id)));
  const graded = free.map((member) => ({ member, ...grade(ofMember, member.live, pending) }));
  const ours = graded.filter(({ verdict }) => verdict === "ours");
  const chosen = ours.length > 0 ? ours : graded.filter(({ verdict }) => verdict === "possible");
  const [first] = chosen;
  if (!first) return [];
  const isResult = new Set(chosen.map(({ member }) => member));
  const same = plan.same.filter(([, present]) => isResult.has(present));
  const ledger = beginLedger({ ...plan, same, others: [] });
  const created = same.map(([, { live }]) => String(live.created)).sort();
  const result = { id: setId(definition, args), state: unfinishedSet(call, ledger), created: created.at(-1) };
  const { verdict, because } = first;
  return [{ ...result, members: chosen.map(({ member }) => member.id), verdict, because, isNoted: false }];
}
