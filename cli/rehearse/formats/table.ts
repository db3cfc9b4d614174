import type { RenderOptions } from "../../drift/formats/options";
import { EMPTY_LINE, flush, rendered } from "../../drift/formats/table/lines";
import type { TextLine } from "../../drift/formats/table/lines";
import { run, widthOf } from "../../drift/formats/table/runs";
import type { Style } from "../../drift/formats/table/runs";
import { oneLine } from "../../drift/formats/words";
import type { Operation, Report } from "../report";
import { facts, figures, figureText, headline, mainParts, nameOf, otherParts, title } from "./words";
import type { Part, Statement } from "./words";

const OUTCOME_STYLES: Readonly<Record<Report["outcome"], Style>> = {
  unchanged: "green",
  succeeds: "green",
  unclean: "yellow",
  fails: "red",
};

const LEVEL_STYLES: Readonly<Record<Part["level"], Style>> = { error: "red", warning: "yellow", note: "strong" };

const INSIDE = { first: 2, next: 6 };

/** For terminals: the outcome, what it loses, interrupts and costs, then the changes in order. */
export function table(report: Report, options: RenderOptions): string {
  const amounts = figures(report).map((one) =>
    flush(run(one.title.padEnd(10), "strong"), run(oneLine(figureText(one)))),
  );
  const blocks = [
    [flush(run(oneLine(headline(report)), OUTCOME_STYLES[report.outcome]))],
    ...mainParts(report).map(partLines),
    amounts,
    changeLines(report.operations),
    ...otherParts(report).map(partLines),
  ];
  const shown = blocks.filter(({ length }) => length > 0);
  return rendered(
    shown.flatMap((lines, index) => (index === 0 ? lines : [EMPTY_LINE, ...lines])),
    options,
  );
}

function heading(title: string, count: number, style: Style): TextLine {
  return flush(run(`${title.toUpperCase()} (${count})`, style));
}

function partLines({ title, level, statements }: Part): TextLine[] {
  return [heading(title, statements.length, LEVEL_STYLES[level]), ...statements.flatMap(statementLines)];
}

/** A reason with several lines keeps them. */
function statementLines({ about, text }: Statement): TextLine[] {
  const [first = "", ...others] = text.split("\n").map(oneLine);
  const name = about ? [run(oneLine(nameOf(about)), "strong"), run(": ")] : [];
  return [
    { runs: [...name, run(first)], margins: INSIDE },
    ...others.map((line) => ({ runs: [run(line)], margins: { first: 6, next: 6 } })),
  ];
}

function changeLines(operations: readonly Operation[]): TextLine[] {
  if (operations.length === 0) return [];
  const rows = operations.map((one) => [title(one), ...facts(one)].map(oneLine));
  const widths = rows.reduce<number[]>(
    (most, cells) => cells.map((cell, at) => Math.max(most[at] ?? 0, widthOf(cell))),
    [],
  );
  const lines = rows.map((cells, index): TextLine => {
    const padded = cells.map((cell, at) => cell + " ".repeat((widths[at] ?? 0) - widthOf(cell)));
    const text = `${String(index + 1).padStart(3)}  ${padded.filter((cell) => cell !== "").join("  ")}`;
    return { runs: [run(text.trim())], margins: { first: text.search(/\S/), next: 9 } };
  });
  return [heading("Changes", operations.length, "strong"), ...lines];
}
