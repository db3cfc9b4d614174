import type { Finding, FindingState, Fix, Report } from "../../report";
import { STATES } from "../../report";
import { causesOf } from "../causes";
import { countingOf, figures, headline, STATE_WORDS } from "../words";
import { amount, grouped } from "../../../plural";
import { block, code } from "./escape";
import { causeBlock, findingBlock } from "./finding";

/** A workflow finds its earlier comment by this line. */
const MARKER = "<!-- pulumi-compute drift -->";

/** Slightly less than the maximum of a pull request comment. */
const MAX_CHARACTERS = 64_000;
/** Sections with more findings are collapsed at first. */
const MAX_OPEN = 5;
const MAX_WARNINGS = 10;
const LONGEST_WARNING = 300;

/** The blocks of a state that fit, and the total number of its findings. */
interface Section {
  readonly state: FindingState;
  readonly total: number;
  readonly blocks: readonly Block[];
}

/** The text of one finding, or of several with the same cause. */
interface Block {
  readonly text: string;
  readonly findings: number;
}

/** For a pull request comment. Omits whole findings to stay within the maximum length. */
export function markdown(report: Report): string {
  const beginning = [MARKER, `### ${headline(report)}`, `${figures(report).join(", ")}.`, ...warningsOf(report)];
  const all = report.adoptAll === undefined ? [] : ["Adopt all unmanaged resources:", block([report.adoptAll])];
  const sections = sectionsThatFit(report, MAX_CHARACTERS - lengthOf([...beginning, ...all]));
  const left = sections.reduce((sum, { total, blocks }) => sum + total - findingsIn(blocks), 0);
  const shown = sections.filter(({ blocks }) => blocks.length > 0).map(sectionText);
  return `${[...beginning, ...shown, ...all, ...(left === 0 ? [] : [leftOut(left)])].join("\n\n")}\n`;
}

function warningsOf({ warnings }: Report): string[] {
  const rest = warnings.length - MAX_WARNINGS;
  const lines = warnings.slice(0, MAX_WARNINGS).map((warning) => `- warning: ${code(warning, LONGEST_WARNING)}`);
  return lines.length === 0 ? [] : [[...lines, ...(rest > 0 ? [`- and ${grouped(rest)} more`] : [])].join("\n")];
}

/** Fills the room in the order of the states. Skips blocks that are too long, because shorter ones may still fit. */
function sectionsThatFit(report: Report, room: number): Section[] {
  const fixes = new Map(report.fixes?.map((fix) => [fix.fingerprint, fix]));
  const frames = STATES.map((state) => sectionText({ state, total: report.findings.length, blocks: [] }));
  let rest = room - lengthOf([...frames, leftOut(report.findings.length)]);
  return STATES.map((state) => {
    const findings = countingOf(report, state);
    const blocks: Block[] = [];
    for (const next of blocksOf(findings, state, fixes)) {
      if (rest <= 0) break;
      if (lengthOf([next.text]) > rest) continue;
      rest -= lengthOf([next.text]);
      blocks.push(next);
    }
    return { state, total: findings.length, blocks };
  });
}

/** Renders blocks only on demand, because there may be thousands. */
function* blocksOf(
  findings: readonly Finding[],
  state: FindingState,
  fixes: ReadonlyMap<string, Fix>,
): Generator<Block> {
  if (state === "unchecked") {
    for (const cause of causesOf(findings)) yield { text: causeBlock(cause), findings: cause.total };
    return;
  }
  for (const finding of findings) yield { text: findingBlock(finding, fixes.get(finding.fingerprint)), findings: 1 };
}

function findingsIn(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { findings }) => sum + findings, 0);
}

function sectionText({ state, total, blocks }: Section): string {
  const { title, meaning } = STATE_WORDS[state];
  const count = findingsIn(blocks);
  const shown = count < total ? `${grouped(count)} of ${grouped(total)}` : grouped(total);
  const summary = `<summary><b>${title} (${shown})</b>: ${meaning}</summary>`;
  return [
    `<details${total <= MAX_OPEN ? " open" : ""}>${summary}`,
    ...blocks.map(({ text }) => text),
    "</details>",
  ].join("\n\n");
}

function leftOut(count: number): string {
  return `${amount(count, "finding")} omitted to fit a comment. Run the scan with \`--format html\` or \`--format table\` to see all.`;
}

/** Includes the empty lines between the parts. */
function lengthOf(parts: readonly string[]): number {
  return parts.reduce((sum, { length }) => sum + length + 2, 0);
}
