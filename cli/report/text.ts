import { eventText } from "../../provider/lifecycle/drift";
import { excerpt, excerpts } from "../../provider/lifecycle/wording";
import { printable } from "../terminal/printable";
import type { Difference, Figure, Item, Part, Suppression } from "./model";

/** Explains the two values of a difference on both sides of an arrow. */
const SIDES = " (expected -> actual)";
const LONGEST_VALUE = 500;
const LONGEST_LINE = 1_500;

/** Untrusted text, on one line and without anything that a terminal would interpret. */
export function oneLine(text: string): string {
  return printable(text.replaceAll("\n", " "));
}

/** Shortens the text to the limit. A shortened text ends with its original length. */
export function shortened(text: string, limit: number): string {
  return excerpt(text, 0, limit);
}

/** A command to copy. A comment stays on one line, so that a shell ignores all of it. */
export function commandText(command: string): string {
  return printable(command.startsWith("#") ? command.replaceAll("\n", " ") : command);
}

/** Both values as JSON on one line; `(secret)` in place of secrets. */
export function wholeValues({ expected, actual, isSecret }: Difference): [expected: string, actual: string] {
  return isSecret === true ? ["(secret)", "(secret)"] : [valueText(expected), valueText(actual)];
}

/** The values, shortened to the limit; long ones begin near their first difference. */
export function shortValues(difference: Difference, limit: number): [expected: string, actual: string] {
  const [expected = "", actual = ""] = excerpts(wholeValues(difference), limit);
  return [expected, actual];
}

function valueText(value: unknown): string {
  return value === undefined ? "(none)" : printable(JSON.stringify(value));
}

export function figureText({ figure, of }: Figure): string {
  return `${figure} ${of}`.trimEnd();
}

/** The figures that have no title, as a sentence; empty if there are none. */
export function sentenceOf(part: Part): string {
  const phrases = part.is === "figures" ? part.figures.filter(({ title }) => title === undefined).map(figureText) : [];
  return phrases.length === 0 ? "" : `${phrases.join(", ")}.`;
}

/** A meaning, with what the values of the items are, if any are shown. */
export function withSides(meaning: string, items: readonly Item[]): string {
  const hasValues = items.some(({ differences = [] }) => differences.some(({ isSecret }) => !isSecret));
  return hasValues ? meaning + SIDES : meaning;
}

/** What differs, happened and is declared where, for formats that show it as lines; `text` marks what is not of this package. */
export function notesOf(
  { reason, notes = [], lastEvent, subject, ...item }: Item,
  text = (one: string) => one,
): string[] {
  const { tags = [], differences = [] } = item;
  const source = subject?.source;
  return [
    ...(reason === undefined ? [] : [text(reason)]),
    ...notes,
    // A difference shows them.
    ...(tags.length === 0 || differences.some(({ path }) => path === "tags") ? [] : [`tags: ${text(tags.join(", "))}`]),
    ...(lastEvent === undefined ? [] : [text(eventText(lastEvent))]),
    ...(source === undefined ? [] : [`declared in ${text(`${source.file}:${source.line}`)}`]),
  ];
}

/** All about an item as plain text, one per line. */
export function detailLines(item: Item): string[] {
  const { subject, rule, facts = [], differences = [] } = item;
  if (subject?.details) return [subject.title, ...subject.details];
  const known = facts.flatMap(([word, value]) => (word === "" ? [] : `, ${word} ${value}`)).join("");
  const lines = [
    `${subject?.kind} ${subject?.name}${known}: ${withSides(rule?.meaning ?? "", [item])}`,
    ...differences.map((one) => {
      const [expected, actual] = shortValues(one, LONGEST_VALUE);
      return `${one.path}: ${one.isSecret ? "(secret)" : `${expected} -> ${actual}`}`;
    }),
    ...notesOf(item),
  ];
  return lines.map((line) => shortened(oneLine(line), LONGEST_LINE));
}

/** `suppressed: resized by hand (until 2027-01-31)`. */
export function suppressionText({ reason, until }: Suppression): string {
  const end = until === undefined ? "" : ` (until ${until})`;
  return `suppressed: ${shortened(oneLine(reason), LONGEST_LINE)}${shortened(oneLine(end), LONGEST_LINE)}`;
}
