import { printable } from "../../printable";
import type { Report } from "../report";
import { facts, figures, headline, notes, remarks, title } from "./words";

/** For terminals: what happens, in order, then the outcome. */
export function table(report: Report): string {
  const { operations } = report;
  const width = Math.max(0, ...operations.map((one) => title(one).length));
  const about = operations.flatMap((operation, index) => [
    `${String(index + 1).padStart(3)}  ${title(operation).padEnd(width)}  ${facts(operation).filter(Boolean).join("  ")}`,
    ...notes(operation).map((note) => `     ${note}`),
  ]);
  const parts = [about, remarks(report), [headline(report), ...figures(report)]];
  const blocks = parts
    .filter(({ length }) => length > 0)
    .map((lines) => lines.map((line) => printable(line).trimEnd()));
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
