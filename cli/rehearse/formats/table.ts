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
  unrecovered: "red",
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
    changeLines(report.operations, options.columns),
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

/** The facts stand in columns beside the changes; below a change whose name is too long for that. */
function changeLines(operations: readonly Operation[], columns: number): TextLine[] {
  if (operations.length === 0) return [];
  const names = operations.map((one) => oneLine(title(one)));
  const cells = aligned(operations.map((one) => facts(one).map(oneLine)));
  const room = columns - NUMBER - Math.max(0, ...cells.map(widthOf));
  const column = Math.max(0, ...names.map(widthOf).filter((width) => width <= room));
  const lines = names.flatMap((name, index): TextLine[] => {
    const number = `${String(index + 1).padStart(3)}  `;
    const gap = " ".repeat(Math.max(0, column - widthOf(name)));
    const fits = widthOf(name) <= column;
    const [beside, below] = fits ? [gap + (cells[index] ?? ""), ""] : ["", (cells[index] ?? "").trim()];
    return [indented(`${number}${name}${beside}`), ...(below === "" ? [] : [indented(" ".repeat(NUMBER) + below)])];
  });
  return [heading("Changes", operations.length, "strong"), ...lines];
}

/** Width of the number before a change. */
const NUMBER = 5;

/** Cells in columns, each of which begins with a gap; an empty column takes no room. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = [0, 1, 2].map((at) => Math.max(0, ...rows.map((cells) => widthOf(cells[at] ?? ""))));
  const padded = (cell: string, at: number): string => {
    const width = widths[at] ?? 0;
    return width === 0 ? "" : `  ${cell}${" ".repeat(width - widthOf(cell))}`;
  };
  return rows.map((cells) => cells.map(padded).join("").trimEnd());
}

function indented(text: string): TextLine {
  const first = text.search(/\S/);
  return { runs: [run(text.trim())], margins: { first, next: NUMBER + 4 } };
}
