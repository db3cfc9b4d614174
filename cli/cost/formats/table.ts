import { oneLine } from "../../drift/formats/words";
import type { CostReport } from "../report";
import { rowsOf } from "./rows";
import { freeText, headline, planText } from "./words";

/** For people: the resources, what is not priced, then the outcome, so that it remains visible. */
export function table(report: CostReport): string {
  const { unpriced, warnings } = report;
  const blocks = [
    costLines(report),
    unpriced.length === 0
      ? []
      : [
          "NOT PRICED",
          ...unpriced.map((one) => `  ${one.name} (${one.kind}, ${what(planText(one), one.action)}): ${one.reason}`),
        ],
    [...warnings.map((warning) => `warning: ${warning}`), freeText(report), headline(report)].filter(Boolean),
  ];
  const text = blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${oneLine(line)}\n`).join(""))
    .join("\n");
  return text;
}

function what(plan: string, action: string): string {
  return plan === "" ? action : `${action}, ${plan}`;
}

function costLines(report: CostReport): string[] {
  const { head, rows, totals, amounts } = rowsOf(report);
  if (report.resources.length === 0) return [];
  const all = [head, ...rows, ...totals].map((cells) => cells.map(oneLine));
  const widths = head.map((_, column) => Math.max(...all.map((cells) => (cells[column] ?? "").length)));
  return all.map((cells) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return amounts.includes(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd(),
  );
}
