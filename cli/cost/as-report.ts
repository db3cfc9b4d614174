import { money } from "../../provider/lifecycle/wording";
import { amount } from "../terminal/plural";
import { textFormats } from "../report";
import type { Report, Table } from "../report/model";
import type { CostReport, PricedResource, UnpricedResource } from "./report";

export const FORMATS = textFormats(asReport);

const TONES = { within: "ok", over: "bad", unknown: "warn" } as const;

function asReport(report: CostReport): Report {
  const { budget, free, unpriced, warnings } = report;
  const items = unpriced.map((one) => ({
    subject: { ...one, title: one.name, owner: report.stack },
    facts: [one.action, planText(one)].filter((fact) => fact !== "").map((fact) => ["", fact] as const),
    reason: one.reason,
  }));
  const group = { title: "Not priced", meaning: "and not in the totals", tone: "doubt" as const, items };
  return {
    command: "cost",
    outcome: {
      headline: headline(report),
      tone: TONES[budget?.outcome ?? "within"],
      isLast: true,
    },
    parts: [
      { is: "figures", figures: free === 0 ? [] : [{ figure: amount(free, "free resource"), of: "not listed" }] },
      {
        is: "tables",
        section: { id: "costs", title: "Costs" },
        tables: report.resources.length === 0 ? [] : [tableOf(report)],
      },
      { is: "warnings", warnings },
      { is: "groups", groups: items.length === 0 ? [] : [group] },
    ],
  };
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

type Amounts = Pick<CostReport, "before" | "after" | "difference">;

/** A state has one amount for each resource, a preview three. It lists the resources whose plan or cost changes, and adds up the others. */
function tableOf(report: CostReport): Table {
  const isState = report.of === "state";
  const amounts = (one: Amounts): string[] =>
    isState ? [money(one.after)] : [money(one.before), money(one.after), change(one.difference)];
  const sumOf = (title: string, sum: Amounts): string[] => [title, ...(isState ? [""] : ["", ""]), ...amounts(sum), ""];
  const isListed = ({ plans: [before, after], difference }: PricedResource): boolean =>
    isState || difference !== 0 || before !== after;
  const others = report.resources.filter((one) => !isListed(one));
  // In whole cents, so that there are no rounding errors.
  const same = others.reduce((cents, { after }) => cents + Math.round(after * 100), 0) / 100;
  const unchanged = sumOf(`${amount(others.length, "resource")} unchanged`, {
    before: same,
    after: same,
    difference: 0,
  });
  return {
    title: "Costs",
    head: isState
      ? ["Resource", "Type", "Monthly", "Plan"]
      : ["Resource", "Type", "Action", "Before", "After", "Difference", "Plan"],
    rows: report.resources
      .filter(isListed)
      .map((one) => [one.name, one.kind, ...(isState ? [] : [one.action]), ...amounts(one), planText(one)]),
    totals: [...(others.length === 0 ? [] : [unchanged]), sumOf("Total", report)],
    amounts: isState ? [2] : [3, 4, 5],
  };
}

/** `+$15.00`, `-$5.00`, `$0.00`. */
function change(dollars: number): string {
  return `${dollars > 0 ? "+" : ""}${money(dollars)}`;
}

/** Both plans if they differ. */
function planText({ plans: [before, after] }: PricedResource | UnpricedResource): string {
  if (before === "" || after === "") return before || after;
  return before === after ? before : `${before} -> ${after}`;
}
