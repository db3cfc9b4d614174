import type { CostReport } from "../report";
import { money } from "../../../provider/lifecycle/wording";
import { change, listed, othersIn, planText } from "./words";

/** The cells of a table of costs, for any format. */
export interface Rows {
  readonly head: readonly string[];
  /** One for each resource. Its first and last cell are from the program. */
  readonly rows: readonly (readonly string[])[];
  /** One for the unchanged resources, if there are any, and one for all. */
  readonly totals: readonly (readonly string[])[];
  /** Numbers of the columns with amounts. */
  readonly amounts: readonly number[];
}

type Figures = Pick<CostReport, "before" | "after" | "difference">;

/** A state has one amount for each resource, a preview three. */
export function rowsOf(report: CostReport): Rows {
  const isState = report.of === "state";
  const figures = (one: Figures): string[] =>
    isState ? [money(one.after)] : [money(one.before), money(one.after), change(one.difference)];
  const sumRow = (title: string, sum: Figures): string[] => [
    title,
    ...(isState ? [""] : ["", ""]),
    ...figures(sum),
    "",
  ];
  const others = othersIn(report);
  return {
    head: isState
      ? ["Resource", "Type", "Monthly", "Plan"]
      : ["Resource", "Type", "Action", "Before", "After", "Difference", "Plan"],
    rows: listed(report).map((one) => [
      one.name,
      one.kind,
      ...(isState ? [] : [one.action]),
      ...figures(one),
      planText(one),
    ]),
    totals: [
      ...(others ? [sumRow(others.text, { before: others.cost, after: others.cost, difference: 0 })] : []),
      sumRow("Total", report),
    ],
    amounts: isState ? [2] : [3, 4, 5],
  };
}
