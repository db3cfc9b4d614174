import { amount, grouped } from "../../terminal/plural";
import { clustersOf } from "../causes";
import type { Difference, Group, Item, Part, Remedy, Report, Table } from "../model";
import { figureText, notesOf, sentenceOf, shortValues } from "../text";
import { block, code, plain } from "./escape";

/** Slightly less than the maximum of a pull request comment. */
const MAX_CHARACTERS = 64_000;
/** Groups with more items are collapsed at first. */
const MAX_OPEN = 5;
const MAX_WARNINGS = 10;
const MAX_PROPERTIES = 30;
const LONGEST_WARNING = 300;
const LONGEST_STATEMENT = 500;
const LONGEST_VALUE = 120;
const LONGEST_TEXT = 200;
/** Longer than other text, because a reason ends with the remedy. */
const LONGEST_NOTE = 1_000;

/** What may be too long, of which whole entries are left out. */
interface Section {
  readonly total: number;
  /** Shown without any entry, too. */
  readonly hasTotals?: boolean;
  readonly entries: () => Iterable<Entry>;
  readonly write: (shown: readonly Entry[], count: string) => string;
}

/** The text of one item or row, or of several items with the same cause. */
interface Entry {
  readonly text: string;
  readonly items: number;
}

/** For a pull request comment. Leaves out whole items to stay within the maximum length. */
export function markdown({ command, outcome, parts }: Report): string {
  const blocks = [`<!-- pulumi-compute ${command} -->`, `### ${plain(outcome.headline)}`, ...parts.flatMap(blocksOf)];
  const sections = blocks.filter((one) => typeof one !== "string");
  const frames = blocks.map((one) => (typeof one === "string" ? one : one.write([], grouped(one.total))));
  let rest = MAX_CHARACTERS - lengthOf([...frames, leftOut(sections.reduce((sum, { total }) => sum + total, 0))]);
  let left = 0;
  const written = blocks.map((one) => {
    if (typeof one === "string") return one;
    const shown: Entry[] = [];
    // Goes on after an entry that is too long, because shorter ones may still fit.
    for (const entry of one.entries()) {
      if (rest <= 0) break;
      if (lengthOf([entry.text]) > rest) continue;
      rest -= lengthOf([entry.text]);
      shown.push(entry);
    }
    const count = shown.reduce((sum, { items }) => sum + items, 0);
    left += one.total - count;
    if (count === 0 && !one.hasTotals) return "";
    return one.write(shown, count < one.total ? `${grouped(count)} of ${grouped(one.total)}` : grouped(count));
  });
  return `${[...written, left === 0 ? "" : leftOut(left)].filter((one) => one !== "").join("\n\n")}\n`;
}

function leftOut(count: number): string {
  return `${amount(count, "item")} omitted to fit a comment. Use \`--format table\` to see all.`;
}

/** Includes the empty lines between the parts. */
function lengthOf(parts: readonly string[]): number {
  return parts.reduce((sum, { length }) => sum + length + 2, 0);
}

function blocksOf(part: Part): readonly (string | Section)[] {
  if ("isOnlyOnPages" in part) return [];
  if (part.is === "groups") return part.groups.filter((one) => !one.isOnlyOnPages).map(groupSection);
  if (part.is === "tables") return part.tables.map(tableSection);
  if (part.is === "figures") {
    const titled = part.figures.filter(({ title }) => title !== undefined);
    return [plain(sentenceOf(part)), ...titled.map((one) => `**${one.title}:** ${text(figureText(one))}`)];
  }
  const rest = part.warnings.length - MAX_WARNINGS;
  const lines = part.warnings.slice(0, MAX_WARNINGS).map((one) => `- warning: ${code(one, LONGEST_WARNING)}`);
  return [[...lines, ...(rest > 0 ? [`- and ${grouped(rest)} more`] : [])].join("\n")];
}

function groupSection({ title, meaning, items, remedy }: Group): Section {
  // Rendered only on demand, because there may be thousands.
  function* entries(): Generator<Entry> {
    for (const { items: named, more, total } of clustersOf(items)) {
      const blocks = [
        ...named.map(itemText),
        listOf(more.map((note, at) => (at < more.length - 1 ? note : text(note)))),
      ];
      yield { text: blocks.filter((one) => one !== "").join("\n\n"), items: total };
    }
  }
  return {
    total: items.length,
    entries,
    write: (shown, count) =>
      [
        `<details${items.length <= MAX_OPEN ? " open" : ""}><summary><b>${title} (${count})</b>: ${meaning}</summary>`,
        shown.map((one) => one.text).join(items[0]?.says === undefined ? "\n\n" : "\n"),
        ...(remedy === undefined ? [] : [remedyText(remedy)]),
        "</details>",
      ].join("\n\n"),
  };
}

function tableSection({ head, rows, totals = [], amounts = [], isNumbered }: Table): Section {
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const names = isNumbered ? ["", ...head] : head;
  const isAmount = (at: number): boolean => (isNumbered ? at === 0 : amounts.includes(at));
  const lines = [row(names), row(names.map((_, at) => (isAmount(at) ? "--:" : ":--")))];
  const sums = totals.map((cells) => row(cells.map((cell) => (cell === "" ? "" : `**${plain(cell)}**`))));
  return {
    total: rows.length,
    hasTotals: totals.length > 0,
    entries: () =>
      rows.map((cells, index) => {
        const written = cells.map((cell, at) => (amounts.includes(at) ? plain(cell) : cell && text(cell)));
        return { text: row([...(isNumbered ? [`${index + 1}`] : []), ...written]), items: 1 };
      }),
    write: (shown) => [...lines, ...shown.map((one) => one.text), ...sums].join("\n"),
  };
}

function itemText(item: Item): string {
  const { subject, says, facts = [], differences = [], remedies = [] } = item;
  if (says !== undefined)
    return `- ${code(subject ? `${subject.kind} ${subject.name}: ${says}` : says, LONGEST_STATEMENT)}`;
  const known = facts.map(([word, value]) => `, ${word} ${text(value)}`.replace("  ", " ")).join("");
  const commands = remedies.filter((one) => one.commands.length > 0).map(remedyText);
  const parts = [
    `**${text(subject?.kind ?? "")} ${text(subject?.name ?? "")}**${known}`,
    listOf(notesOf(item, (note) => code(note, LONGEST_NOTE))),
    differenceTable(differences),
    commands.length === 0 ? "" : `<details><summary>Commands</summary>\n\n${commands.join("\n\n")}\n\n</details>`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function listOf(notes: readonly string[]): string {
  return notes.map((note) => `- ${note}`).join("\n");
}

function differenceTable(differences: readonly Difference[]): string {
  if (differences.length === 0) return "";
  const rows = differences
    .slice(0, MAX_PROPERTIES)
    .map((one) => `| ${[one.path, ...shortValues(one, LONGEST_VALUE)].map(text).join(" | ")} |`);
  const rest = differences.length - rows.length;
  const more = rest > 0 ? [`| and ${rest} more | | |`] : [];
  return ["| Property | Expected | Actual |", "| --- | --- | --- |", ...rows, ...more].join("\n");
}

function remedyText({ effect, commands }: Remedy): string {
  return `${effect}:\n\n${block(commands)}`;
}

function text(value: string): string {
  return code(value, LONGEST_TEXT);
}
