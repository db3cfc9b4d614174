import type { Finding, FindingState, Fix, PropertyDrift } from "../../report";
import { shortened, shortValues } from "../values";
import { eventText } from "../../../../provider/lifecycle/drift";
import { commandText, fixWords, liveLabel, nameOf, oneLine, ownerOf, shownTags } from "../words";
import type { TextLine } from "./lines";
import type { Style } from "./runs";
import { run } from "./runs";

export const STATE_STYLES: Readonly<Record<FindingState, Style>> = {
  modified: "yellow",
  deleted: "red",
  unhealthy: "red",
  unmanaged: "blue",
  unchecked: "yellow",
};

const LONGEST_VALUE = 160;
const LONGEST_TEXT = 300;
/** Longer than other text, because a reason ends with the remedy. */
const LONGEST_NOTE = 1_000;
const DETAILS = { first: 6, next: 10 };

export function findingLines(finding: Finding, fix: Fix | undefined): TextLine[] {
  const { properties, reason, lastEvent, resource } = finding;
  const tags = shownTags(finding);
  const { restore, accept } = fixWords(finding);
  const notes = [
    ...(reason === undefined ? [] : [reason]),
    ...(tags.length === 0 ? [] : [`tags: ${tags.join(", ")}`]),
    ...(lastEvent === undefined ? [] : [eventText(lastEvent)]),
    ...(resource?.source === undefined ? [] : [`declared in ${resource.source.file}:${resource.source.line}`]),
  ];
  return [
    titleLine(finding),
    ...properties.map((property) => propertyLine(property, longestPath(properties))),
    ...notes.map(noteLine),
    ...(fix === undefined
      ? []
      : [...commandLines(restore.verb, fix.restore), ...commandLines(accept.verb, fix.accept)]),
  ];
}

export function noteLine(note: string): TextLine {
  return { runs: [run(shortened(oneLine(note), LONGEST_NOTE), "soft")], margins: DETAILS };
}

function titleLine(finding: Finding): TextLine {
  const { kind, id, byChoice } = finding;
  const name = nameOf(finding);
  const label = liveLabel(finding);
  const facts = [
    ...(name === id ? [] : [`id ${id}`]),
    ...(label === undefined ? [] : [`label “${label}”`]),
    ...(finding.within === undefined ? [] : [`in ${finding.within}`]),
    ownerOf(finding),
    ...(byChoice === true ? ["does not fail the run"] : []),
  ];
  const rest = run(shown(facts.join(", ")), "soft");
  return {
    runs: [run(shown(kind)), run(" "), run(shown(name), "strong"), run("  "), rest],
    margins: { first: 2, next: 6 },
  };
}

function propertyLine(property: PropertyDrift, longest: number): TextLine {
  const { expected, actual } = shortValues(property, LONGEST_VALUE);
  const path = shown(property.path).padEnd(longest);
  const values = property.isSecret ? [run("(secret)")] : [run(expected, "green"), run(" -> "), run(actual, "red")];
  return { runs: [run(path), run("  "), ...values], margins: { first: 6, next: 10 } };
}

/** Commands are to be copied, so they are neither wrapped nor shortened. */
export function commandLines(verb: string, commands: readonly string[]): TextLine[] {
  const lines = commands.flatMap((command) => commandText(command).split("\n"));
  if (lines.length === 0) return [];
  const whole = (line: string): TextLine => ({ runs: [run(line)], margins: { first: 8, next: 8 }, isWhole: true });
  return [{ runs: [run(`to ${verb}:`, "soft")], margins: DETAILS }, ...lines.map(whole)];
}

function longestPath(properties: readonly PropertyDrift[]): number {
  const lengths = properties.map(({ path }) => shown(path).length).filter((length) => length <= 24);
  return Math.max(0, ...lengths);
}

function shown(text: string): string {
  return shortened(oneLine(text), LONGEST_TEXT);
}
