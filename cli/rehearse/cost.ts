import { centsOf, costsOf, totalsOf } from "../account/costs";
import type { Side } from "../account/costs";
import type { PlannedResource } from "../state/preview";
import type { StackState } from "../state/stack-state";
import type { Operation, Report } from "./report";

/** By URN, what has a price, and the whole stack. */
interface UpdateCost {
  readonly each: ReadonlyMap<string, NonNullable<Operation["cost"]>>;
  readonly whole: Report["cost"];
}

/** What a stack costs before an update and after it, as far as the update came. */
export async function costOfUpdate(before: StackState, after: StackState, signal: AbortSignal): Promise<UpdateCost> {
  const old = new Map(before.resources.map((one) => [one.urn, one]));
  const now = new Map(after.resources.filter(({ isLeaving }) => !isLeaving).map((one) => [one.urn, one]));
  const planned = [...new Set([...old.keys(), ...now.keys()])].map((urn): PlannedResource => {
    const [was, is] = [old.get(urn), now.get(urn)];
    const action = !was ? "create" : !is ? "delete" : was.id === is.id ? "update" : "replace";
    return { action, ...(was ? { before: was } : {}), ...(is ? { after: is } : {}), isRetained: false };
  });
  const costs = await costsOf(planned, { environment: process.env, signal, defaultProvider: before.configured });
  const totals = totalsOf(costs);
  const dollars = (one: Side): number => (centsOf(one) ?? 0) / 100;
  return {
    each: new Map(totals.priced.map((one) => [one.urn, { before: dollars(one.before), after: dollars(one.after) }])),
    whole: {
      before: totals.before / 100,
      after: totals.after / 100,
      unpriced: totals.unpriced.map(({ name }) => name),
    },
  };
}
