import { code } from "../../drift/formats/markdown/escape";
import { amount } from "../../plural";
import type { CostReport, UnpricedResource } from "../report";
import { rowsOf } from "./rows";
import { freeText, headline, planText } from "./words";

/** A workflow finds its earlier comment by this line. */
const MARKER = "<!-- pulumi-compute cost -->";

/** Slightly less than the maximum of a pull request comment. */
const MAX_CHARACTERS = 64_000;
const LONGEST_CELL = 100;
const LONGEST_REASON = 300;

/** For a pull request comment. Omits resources to stay within the maximum length, never the totals. */
export function markdown(report: CostReport): string {
  const { head, rows, totals, amounts } = rowsOf(report);
  const beginning = [MARKER, `### ${escaped(headline(report))}`];
  const columns = [row(head), row(head.map((_, column) => (amounts.includes(column) ? "--:" : ":--")))];
  const sums = totals.map((cells) => row(cells.map((cell) => (cell === "" ? "" : `**${escaped(cell)}**`))));
  const notes = [
    ...report.warnings.map((warning) => `- warning: ${code(warning, LONGEST_REASON)}`),
    ...report.unpriced.map(unpricedLine),
  ];
  const room = MAX_CHARACTERS - lengthOf([...beginning, ...columns, ...sums, freeText(report)]);
  const shownNotes = thatFit(notes, room / 2);
  const lines = rows.map((cells) =>
    row(cells.map((cell, column) => (column % (cells.length - 1) === 0 ? code(cell, LONGEST_CELL) : escaped(cell)))),
  );
  const shown = thatFit(lines, room - lengthOf(shownNotes));
  const left = lines.length + notes.length - shown.length - shownNotes.length;
  const blocks = [
    beginning.join("\n"),
    report.resources.length === 0 ? "" : [...columns, ...shown, ...sums].join("\n"),
    shownNotes.join("\n"),
    freeText(report),
    left === 0 ? "" : `${amount(left, "line")} omitted to fit a comment. Use \`--format table\` to see all.`,
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function unpricedLine(one: UnpricedResource): string {
  const plan = planText(one);
  const what = [one.kind, one.action, ...(plan === "" ? [] : [code(plan, LONGEST_CELL)])].join(", ");
  return `- not priced: ${code(one.name, LONGEST_CELL)} (${what}): ${code(one.reason, LONGEST_REASON)}`;
}

/** A dollar sign could begin a formula. */
function escaped(text: string): string {
  return text.replaceAll("$", "&#36;").replaceAll("->", "→");
}

function thatFit(lines: readonly string[], room: number): readonly string[] {
  let rest = room;
  const first = lines.findIndex((line) => (rest -= line.length + 1) < 0);
  return first < 0 ? lines : lines.slice(0, first);
}

/** Includes the empty lines between the parts. */
function lengthOf(parts: readonly string[]): number {
  return parts.reduce((sum, { length }) => sum + length + 2, 0);
}
