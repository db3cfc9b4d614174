import type { Finding, FindingState, Report } from "../../report";
import { STATES } from "../../report";
import { countingOf, STATE_WORDS } from "../words";

/** A section of the page. */
export type PageSection = FindingState | "suppressed";

export interface GroupOfFindings {
  readonly group: PageSection;
  readonly title: string;
  readonly meaning: string;
  readonly findings: readonly Finding[];
}

/** The groups that have findings; the suppressed ones come last. */
export function groupsOf(report: Report): GroupOfFindings[] {
  const states = STATES.map((state) => ({ group: state, ...STATE_WORDS[state], findings: countingOf(report, state) }));
  const findings = report.findings.filter(({ suppressed }) => suppressed !== undefined);
  const suppressed = {
    group: "suppressed" as const,
    title: "Suppressed",
    meaning: "excluded by the ignore file or the baseline",
    findings,
  };
  return [...states, suppressed].filter((group) => group.findings.length > 0);
}
