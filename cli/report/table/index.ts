import { grouped } from "../../terminal/plural";
import { clustersOf } from "../causes";
import type { Figure, Group, Item, Outcome, Part, Remedy, Report, Table, Tone } from "../model";
import { commandText, figureText, notesOf, oneLine, sentenceOf, shortened, shortValues, withSides } from "../text";
import type { Screen, Style, TextLine } from "./lines";
import { EMPTY_LINE, flush, rendered, run, widthOf } from "./lines";

const STYLES: Readonly<Record<Tone, Style>> = {
  ok: "green",
  info: "blue",
  warn: "yellow",
  bad: "red",
  sick: "red",
  doubt: "yellow",
  off: "soft",
};

const LONGEST_VALUE = 160;
const LONGEST_TEXT = 300;
/** Longer than other text, because a reason ends with the remedy. */
const LONGEST_NOTE = 4_000;
const TITLE = { first: 2, next: 6 };
const DETAILS = { first: 6, next: 10 };
const WHOLE = { first: 8, next: 8 };
/** Width of the number before a row. */
const NUMBER = 5;

/** For terminals. */
export function table({ outcome, parts }: Report, screen: Screen): string {
  const isWarning = ({ is }: Part): boolean => is === "warnings";
  const blocks = (some: readonly Part[]) => some.flatMap((part) => blocksOf(part, screen.columns));
  const found = outcomeLines(outcome, parts.map(sentenceOf).join(""));
  const all = outcome.isLast
    ? [...blocks(parts.filter((part) => !isWarning(part))), ...blocks(parts.filter(isWarning)), found]
    : [found, ...blocks(parts)];
  const shown = all.filter(({ length }) => length > 0);
  return rendered(
    shown.flatMap((lines, index) => (index === 0 ? lines : [EMPTY_LINE, ...lines])),
    screen,
  );
}

/** A single line if all is well. */
function outcomeLines({ headline, tone, hint }: Outcome, sentence: string): TextLine[] {
  const [found, rest] = [run(oneLine(headline), STYLES[tone]), run(sentence, "soft")];
  const isShort = sentence !== "" && tone === "ok";
  return [
    isShort ? flush(found, run(" "), rest) : flush(found),
    ...(isShort || sentence === "" ? [] : [flush(rest)]),
    ...(hint === undefined ? [] : [flush(run(hint, "soft"))]),
  ];
}

function blocksOf(part: Part, columns: number): TextLine[][] {
  if ("isOnlyOnPages" in part) return [];
  if (part.is === "groups") return part.groups.filter((one) => !one.isOnlyOnPages).map(groupLines);
  if (part.is === "tables") return part.tables.map((one) => tableLines(one, columns));
  return [part.is === "figures" ? part.figures.flatMap(figureLines) : part.warnings.map(warningLine)];
}

function figureLines(figure: Figure): TextLine[] {
  const { title } = figure;
  return title === undefined ? [] : [flush(run(title.padEnd(10), "strong"), run(oneLine(figureText(figure))))];
}

function warningLine(warning: string): TextLine {
  return flush(run("warning: ", "yellow"), run(shortened(oneLine(warning), LONGEST_NOTE)));
}

function heading(title: string, count: number, style: Style): ReturnType<typeof run> {
  return run(`${title.toUpperCase()} (${grouped(count)})`, style);
}

function groupLines({ title, meaning, tone, items, remedy }: Group): TextLine[] {
  return [
    flush(heading(title, items.length, STYLES[tone]), run(`  ${withSides(meaning, items)}`, "soft")),
    ...clustersOf(items).flatMap((cluster) => [...cluster.items.flatMap(itemLines), ...cluster.more.map(noteLine)]),
    ...(remedy === undefined ? [] : commandLines(remedy)),
  ];
}

function itemLines(item: Item): TextLine[] {
  const { says, differences = [], remedies = [] } = item;
  if (says !== undefined) return statementLines(item, says);
  const lengths = differences.map(({ path }) => shown(path).length).filter((length) => length <= 24);
  const longest = Math.max(0, ...lengths);
  return [
    titleLine(item),
    ...differences.map((one): TextLine => {
      const [expected, actual] = shortValues(one, LONGEST_VALUE);
      const values = one.isSecret ? [run("(secret)")] : [run(expected, "green"), run(" -> "), run(actual, "red")];
      return { runs: [run(shown(one.path).padEnd(longest)), run("  "), ...values], margins: DETAILS };
    }),
    ...notesOf(item).map(noteLine),
    ...remedies.flatMap(commandLines),
  ];
}

/** What has several lines keeps them. */
function statementLines({ subject }: Item, says: string): TextLine[] {
  const [first = "", ...others] = says.split("\n").map(oneLine);
  const name = subject ? [run(oneLine(`${subject.kind} ${subject.name}`), "strong"), run(": ")] : [];
  return [
    { runs: [...name, run(first)], margins: TITLE },
    ...others.map((line) => ({ runs: [run(line)], margins: { first: 6, next: 6 } })),
  ];
}

function titleLine({ subject, facts = [] }: Item): TextLine {
  const rest = shown(facts.map((fact) => fact.filter(Boolean).join(" ")).join(", "));
  const name = [run(shown(subject?.kind ?? "")), run(" "), run(shown(subject?.name ?? ""), "strong")];
  return { runs: [...name, run("  "), run(rest, "soft")], margins: TITLE };
}

function noteLine(note: string): TextLine {
  return { runs: [run(shortened(oneLine(note), LONGEST_NOTE), "soft")], margins: DETAILS };
}

/** Commands are to be copied, so they are neither wrapped nor shortened. */
function commandLines({ verb, commands }: Remedy): TextLine[] {
  const lines = commands.flatMap((command) => commandText(command).split("\n"));
  if (lines.length === 0) return [];
  return [
    { runs: [run(`to ${verb}:`, "soft")], margins: DETAILS },
    ...lines.map((line): TextLine => ({ runs: [run(line)], margins: WHOLE, isWhole: true })),
  ];
}

function shown(text: string): string {
  return shortened(oneLine(text), LONGEST_TEXT);
}

function tableLines(one: Table, columns: number): TextLine[] {
  if (one.rows.length + (one.totals ?? []).length === 0) return [];
  return one.isNumbered ? numberedLines(one, columns) : columnLines(one);
}

/** Cells in columns, neither wrapped nor shortened. */
function columnLines({ head, rows, totals = [], amounts = [] }: Table): TextLine[] {
  const texts = [head, ...rows, ...totals].map((cells) => cells.map(oneLine));
  const widest = widestIn(texts, head.length);
  const padded = (cell: string, at: number): string => {
    const gap = gapAfter(cell, widest[at]);
    return amounts.includes(at) ? gap + cell : cell + gap;
  };
  return texts.map((cells) => ({
    runs: [run(cells.map(padded).join("  ").trimEnd())],
    margins: { first: 0, next: 0 },
    isWhole: true,
  }));
}

/** Names with their numbers, and the other cells in columns: below the name if that is too long. */
function numberedLines({ title, rows }: Table, columns: number): TextLine[] {
  const texts = rows.map((cells) => cells.slice(0, -1).map(oneLine));
  const widest = widestIn(texts, Math.max(0, ...texts.map(({ length }) => length)));
  // An empty column takes no room.
  const facts = texts.map(([, ...cells]) =>
    cells
      .map((cell, at) => (widest[at + 1] === 0 ? "" : `  ${cell}${gapAfter(cell, widest[at + 1])}`))
      .join("")
      .trimEnd(),
  );
  const room = columns - NUMBER - Math.max(...facts.map(widthOf));
  const nameWidth = Math.max(0, ...texts.map(([name = ""]) => widthOf(name)).filter((width) => width <= room));
  const lines = texts.flatMap(([name = ""], index) => {
    const number = `${String(index + 1).padStart(3)}  `;
    const below = " ".repeat(NUMBER) + (facts[index] ?? "").trim();
    return widthOf(name) <= nameWidth
      ? [number + name + gapAfter(name, nameWidth) + facts[index]]
      : [number + name, ...(below.trim() === "" ? [] : [below])];
  });
  return [
    flush(heading(title, rows.length, "strong")),
    ...lines.map((line) => ({ runs: [run(line.trim())], margins: { first: line.search(/\S/), next: NUMBER + 4 } })),
  ];
}

function widestIn(texts: readonly (readonly string[])[], count: number): number[] {
  return Array.from({ length: count }, (_, at) => Math.max(0, ...texts.map((cells) => widthOf(cells[at] ?? ""))));
}

function gapAfter(cell: string, width = 0): string {
  return " ".repeat(Math.max(0, width - widthOf(cell)));
}
