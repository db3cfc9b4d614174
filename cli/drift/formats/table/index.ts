import type { FindingState, Fix, Report } from "../../report";
import { STATES } from "../../report";
import type { Cause } from "../causes";
import { causesOf } from "../causes";
import type { RenderOptions } from "../options";
import { shortened } from "../values";
import { countingOf, figures, headline, meaningOf, oneLine, STATE_WORDS } from "../words";
import { grouped } from "../../../plural";
import { commandLines, findingLines, noteLine, STATE_STYLES } from "./finding";
import type { TextLine } from "./lines";
import { EMPTY_LINE, flush, rendered } from "./lines";
import type { Style } from "./runs";
import { run } from "./runs";

const OUTCOME_STYLES: Readonly<Record<Report["outcome"], Style>> = {
  inSync: "green",
  drift: "red",
  incomplete: "yellow",
};

/** For terminals: the findings by state, then the outcome and the figures, so that these remain visible. */
export function table(report: Report, options: RenderOptions): string {
  const fixes = new Map(report.fixes?.map((fix) => [fix.fingerprint, fix]));
  const lines = [
    ...STATES.flatMap((state) => stateLines(report, state, fixes)),
    ...report.warnings.map((warning) => flush(run("warning: ", "yellow"), run(shortened(oneLine(warning), 1_000)))),
    ...(report.warnings.length === 0 ? [] : [EMPTY_LINE]),
    ...outcomeLines(report),
  ];
  return rendered(lines, options);
}

function stateLines(report: Report, state: FindingState, fixes: ReadonlyMap<string, Fix>): TextLine[] {
  const findings = countingOf(report, state);
  if (findings.length === 0) return [];
  const { title } = STATE_WORDS[state];
  const count = grouped(findings.length);
  const heading = flush(
    run(`${title.toUpperCase()} (${count})`, STATE_STYLES[state]),
    run(`  ${meaningOf(state)}`, "soft"),
  );
  const inside =
    state === "unchecked"
      ? causesOf(findings).flatMap(causeLines)
      : findings.flatMap((finding) => findingLines(finding, fixes.get(finding.fingerprint)));
  const all =
    state === "unmanaged" && report.adoptAll !== undefined
      ? commandLines("adopt all unmanaged resources", [report.adoptAll])
      : [];
  return [heading, ...inside, ...all, EMPTY_LINE];
}

/** Lists findings with the same cause together, and the reason below them. */
function causeLines({ named, more, reason }: Cause): TextLine[] {
  const notes = [more, reason ?? ""].filter((note) => note !== "");
  return [...named.flatMap((finding) => findingLines(finding, undefined)), ...notes.map(noteLine)];
}

/** A single line if everything is in sync. */
function outcomeLines(report: Report): TextLine[] {
  const outcome = run(headline(report), OUTCOME_STYLES[report.outcome]);
  const [resources, ...others] = figures(report);
  const counts = run(`${[...(report.outcome === "inSync" ? [] : [resources]), ...others].join(", ")}.`, "soft");
  const lines = report.outcome === "inSync" ? [flush(outcome, run(" "), counts)] : [flush(outcome), flush(counts)];
  return hasUnshownFixes(report)
    ? [...lines, flush(run("Add --fix-plan to show the commands that resolve each finding.", "soft"))]
    : lines;
}

function hasUnshownFixes(report: Report): boolean {
  const fixable: readonly FindingState[] = ["modified", "deleted", "unmanaged"];
  return report.fixes === undefined && fixable.some((state) => countingOf(report, state).length > 0);
}
