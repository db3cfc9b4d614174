import { printable } from "../../printable";
import { amount, grouped } from "../../plural";
import type { Finding, FindingState, Report } from "../report";

/** Title and meaning of each state, as in the heading above its findings. */
export const STATE_WORDS: Readonly<Record<FindingState, { readonly title: string; readonly meaning: string }>> = {
  modified: { title: "Modified", meaning: "changed out of band since the last up or refresh" },
  deleted: { title: "Deleted", meaning: "no longer exists" },
  unhealthy: { title: "Unhealthy", meaning: "exists, but unhealthy" },
  unmanaged: { title: "Unmanaged", meaning: "in the account, but not in any of these stacks" },
  unchecked: { title: "Unchecked", meaning: "not compared" },
};

/** Explains the two values of a property on both sides of an arrow. */
const SIDES = "expected -> actual";

/** The meaning of a state, for formats that show values with arrows. */
export function meaningOf(state: FindingState): string {
  const { meaning } = STATE_WORDS[state];
  return state === "modified" ? `${meaning} (${SIDES})` : meaning;
}

/** How to describe the commands of a fix. */
interface FixWords {
  /** `to restore:` */
  readonly verb: string;
  /** `Restore the expected state` */
  readonly effect: string;
}

const FIX_WORDS: Readonly<Record<"restore" | "accept", FixWords>> = {
  restore: { verb: "restore", effect: "Restore the expected state" },
  accept: { verb: "accept", effect: "Accept the actual state" },
};

/** An unmanaged resource has no expected state: it is either deleted or adopted. */
const UNMANAGED_FIX_WORDS: typeof FIX_WORDS = {
  restore: { verb: "delete", effect: "Delete it" },
  accept: { verb: "adopt", effect: "Adopt it into a stack" },
};

export function fixWords({ state }: Finding): typeof FIX_WORDS {
  return state === "unmanaged" ? UNMANAGED_FIX_WORDS : FIX_WORDS;
}

/** The active findings in one state. */
export function countingOf(report: Report, state: FindingState): Finding[] {
  return report.findings.filter((finding) => finding.state === state && finding.suppressed === undefined);
}

/** The outcome in one sentence: `Drift: 2 modified, 1 unmanaged.` */
export function headline(report: Report): string {
  const { summary, outcome, stacks } = report;
  const isClean = report.findings.length === 0;
  if (outcome === "inSync" && isClean) {
    const where = `in ${amount(stacks.length, "stack")}`;
    if (summary.resources === 0) return `In sync: no resources to compare ${where}.`;
    return `In sync: ${amount(summary.resources, "resource")} ${where} ${summary.resources === 1 ? "matches" : "match"} the state.`;
  }
  const states = Object.keys(STATE_WORDS) as FindingState[];
  const counts = states.filter((state) => summary[state] > 0).map((state) => `${grouped(summary[state])} ${state}`);
  if (outcome === "inSync")
    return `No findings that fail the run: ${counts.join(", ") || "all findings are suppressed"}.`;
  const found = counts.length > 0 ? counts.join(", ") : "no active findings";
  return `${outcome === "drift" ? "Drift" : "Incomplete"}: ${found}.`;
}

/** The figures of the scan, each as a phrase: `14 resources in 2 stacks`, `41 requests in 3.2 s`. */
export function figures({ summary, stacks, accounts, durationMs }: Report): string[] {
  const { resources, inSync, suppressed, newSinceBaseline, checkedPercent, coveragePercent, requests } = summary;
  const whose = accounts.length > 1 ? "accounts'" : "account's";
  return [
    `${amount(resources, "resource")} in ${amount(stacks.length, "stack")}`,
    ...(resources === 0 ? [] : [`${grouped(inSync)} in sync`, `${checkedPercent}% compared (declared inputs)`]),
    ...(coveragePercent === undefined ? [] : [`${coveragePercent}% of the ${whose} cloud resources managed`]),
    ...(suppressed === 0 ? [] : [`${grouped(suppressed)} suppressed`]),
    ...(newSinceBaseline === undefined ? [] : [`${grouped(newSinceBaseline)} new since the baseline`]),
    `${amount(requests, "request")} in ${seconds(durationMs)}`,
  ];
}

/** Display name: the name in the program, or else the label or ID. */
export function nameOf({ resource, label, id }: Finding): string {
  return resource?.name ?? label ?? id;
}

/** The tags, unless they differ, because then the difference shows them. */
export function shownTags({ tags = [], properties }: Finding): readonly string[] {
  return properties.some(({ path }) => path === "tags") ? [] : tags;
}

/** The live label, if it is not the resource's name. */
export function liveLabel(finding: Finding): string | undefined {
  const { state, label, resource } = finding;
  const isSeen = resource !== undefined && (state === "modified" || state === "unhealthy");
  return isSeen && label !== nameOf(finding) ? label : undefined;
}

/** The owner: the stack, or the account of an unmanaged resource. */
export function ownerOf({ resource, account }: Finding): string {
  return resource?.stack ?? account;
}

/** Untrusted text, on one line and without anything that a terminal would interpret. */
export function oneLine(text: string): string {
  return printable(text.replaceAll("\n", " "));
}

/** A command to copy. A comment stays on one line, so that a shell ignores all of it. */
export function commandText(command: string): string {
  return printable(command.startsWith("#") ? command.replaceAll("\n", " ") : command);
}

function seconds(milliseconds: number): string {
  return milliseconds < 60_000
    ? `${(milliseconds / 1_000).toFixed(1)} s`
    : `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1_000)} s`;
}
