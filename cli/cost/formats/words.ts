import { money } from "../../../provider/lifecycle/wording";
import { amount } from "../../plural";
import type { CostReport, PricedResource, UnpricedResource } from "../report";

/** `+$15.00`, `-$5.00`, `$0.00`. */
export function change(dollars: number): string {
  return `${dollars > 0 ? "+" : ""}${money(dollars)}`;
}

/** Both plans if they differ. */
export function planText({ plans: [before, after] }: PricedResource | UnpricedResource): string {
  if (before === "" || after === "") return before || after;
  return before === after ? before : `${before} -> ${after}`;
}

/** The outcome in one sentence. */
export function headline({ of, before, after, difference, budget, unpriced }: CostReport): string {
  const cost = of === "state" ? money(after) : `${money(before)} -> ${money(after)} (${change(difference)})`;
  const rest = unpriced.length === 0 ? "" : `, not counting ${amount(unpriced.length, "unpriced resource")}`;
  return `Monthly cost: ${cost}${rest}.${budget === undefined ? "" : ` ${budgetText(budget)}`}`;
}

function budgetText({ amount: dollars, outcome }: NonNullable<CostReport["budget"]>): string {
  if (outcome === "over") return `Over the budget of ${money(dollars)}.`;
  return outcome === "within"
    ? `Within the budget of ${money(dollars)}.`
    : `Cannot say whether that is within the budget of ${money(dollars)}: not everything is priced.`;
}

/** The resources to list one by one: in a preview, those whose plan or cost changes. */
export function listed({ of, resources }: CostReport): readonly PricedResource[] {
  const isChanged = ({ plans: [before, after], difference }: PricedResource): boolean =>
    difference !== 0 || before !== after;
  return of === "state" ? resources : resources.filter(isChanged);
}

/** The others in one line; undefined if there are none. */
export function othersIn(report: CostReport): { readonly text: string; readonly cost: number } | undefined {
  const shown = new Set(listed(report));
  const others = report.resources.filter((one) => !shown.has(one));
  if (others.length === 0) return undefined;
  return { text: `${amount(others.length, "resource")} unchanged`, cost: sumOf(others.map(({ after }) => after)) };
}

/** In whole cents, so that there are no rounding errors. */
function sumOf(dollars: readonly number[]): number {
  return dollars.reduce((cents, one) => cents + Math.round(one * 100), 0) / 100;
}

/** What is left out of the list because it costs nothing; empty if there is nothing. */
export function freeText({ free }: CostReport): string {
  return free === 0 ? "" : `${amount(free, "free resource")} not listed.`;
}
