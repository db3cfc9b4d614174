import { amount, grouped, nounOf } from "../terminal/plural";
import { allFormats } from "../report";
import type { Fact, Figure, Group, Item, Remedy, Rule, RunReport, Subject } from "../report/model";
import type { AccountScan, Finding, FindingState, Fix, Report, ScannedResource } from "./report";

type StateRule = Omit<Rule, "id"> & Pick<Group, "tone">;

/** How each state is called, and what programs make of it. */
const STATES: Readonly<Record<FindingState, StateRule>> = {
  modified: {
    title: "Modified",
    tone: "warn",
    meaning: "changed out of band since the last up or refresh",
    name: "DriftModified",
    level: "error",
    ends: "failure",
    short: "A resource was changed out of band.",
    help: "The resource has changed since the last `pulumi up` or `pulumi refresh`. Run `pulumi up --refresh` to restore the expected values, or change the program and run `pulumi refresh` to accept the actual values.",
  },
  deleted: {
    title: "Deleted",
    tone: "bad",
    meaning: "no longer exists",
    name: "DriftDeleted",
    level: "error",
    ends: "failure",
    short: "A resource no longer exists.",
    help: "The resource was deleted out of band. Run `pulumi refresh` and `pulumi up` to recreate it, or remove it from the program and run `pulumi refresh`.",
  },
  unhealthy: {
    title: "Unhealthy",
    tone: "sick",
    meaning: "exists, but unhealthy",
    name: "DriftUnhealthy",
    level: "warning",
    ends: "failure",
    short: "A resource exists, but is unhealthy.",
    help: "The API reports that the resource exists but does not work. The message describes what to do.",
  },
  unmanaged: {
    title: "Unmanaged",
    tone: "info",
    meaning: "in the account, but not in any of these stacks",
    name: "DriftUnmanaged",
    level: "note",
    ends: "failure",
    short: "A cloud resource is in none of the compared stacks.",
    help: "The resource was created outside Pulumi, belongs to another stack, or was removed from its stack's state. Adopt it with `npx pulumi-compute adopt`, delete it, or add it to the ignore file with a reason.",
  },
  unchecked: {
    title: "Unchecked",
    tone: "doubt",
    meaning: "not compared",
    name: "DriftUnchecked",
    level: "error",
    ends: "error",
    isAboutRun: true,
    short: "A resource could not be compared.",
    help: "The scan could not read the resource, so it is unknown whether it has drifted. The message shows the reason.",
  },
};

const TONES = { inSync: "ok", drift: "bad", incomplete: "warn" } as const;
const ALL_STATES = Object.keys(STATES) as FindingState[];
const RULES = new Map(ALL_STATES.map((state) => [state, { id: `drift/${state}`, ...STATES[state] }]));

export const FORMATS = allFormats(asReport);

function asReport(report: Report): RunReport {
  const { tool, startedAt, durationMs, outcome, summary, stacks, accounts, inSync, warnings } = report;
  const groups = groupsOf(report);
  const counts = groups.map(({ tone, items }) => ({ tone, count: items.length }));
  return {
    command: "drift",
    tool,
    startedAt,
    durationMs,
    requests: summary.requests,
    rules: [...RULES.values()],
    owners: stacks.map(({ stack }) => stack),
    subjects: [...report.findings.map(subjectOf), ...inSync.map(managed)],
    isComplete: outcome !== "incomplete",
    main: "findings",
    word: headline(report).replace(/: .*/s, ""),
    outcome: {
      headline: headline(report),
      tone: TONES[outcome],
      hint: hasUnshownFixes(report) ? "Add --fix-plan to show the commands that resolve each finding." : undefined,
      isLast: true,
    },
    parts: [
      {
        is: "figures",
        figures: figuresOf(report),
        bar: [{ tone: "ok", count: summary.inSync }, ...counts],
      },
      { is: "warnings", warnings },
      {
        is: "groups",
        groups,
        section: { id: "findings", title: "Findings", empty: "Everything that was compared matches the state." },
      },
      {
        is: "tables",
        section: { id: "scanned", title: "What was scanned" },
        isOnlyOnPages: true,
        tables: [
          {
            title: `${amount(inSync.length, "resource")} in sync`,
            head: ["Name", "Kind", "Stack", "Id"],
            rows: inSync.map(({ kind, name, stack, id }) => [name, kind, stack, id]),
          },
          {
            title: amount(stacks.length, "stack"),
            head: ["Stack", "Resources"],
            rows: stacks.map(({ stack, resources }) => [stack, grouped(resources)]),
          },
          {
            title: amount(accounts.length, "account"),
            head: ["Account", "Providers", "Token"],
            rows: accounts.map((account) => [account.url, account.providers.join(", "), rightsOf(account)]),
          },
        ],
      },
    ],
  };
}

/** The active findings by state, and the suppressed ones. */
function groupsOf(report: Report): Group[] {
  const fixes = new Map(report.fixes?.map((fix) => [fix.fingerprint, fix]));
  const itemsOf = (findings: readonly Finding[]): Item[] =>
    findings.map((finding) => itemOf(finding, fixes.get(finding.fingerprint)));
  const { adoptAll } = report;
  const [verb, effect] = ["adopt all unmanaged resources", "Adopt all unmanaged resources"];
  const remedy = adoptAll === undefined ? undefined : { verb, effect, commands: [adoptAll] };
  const states = ALL_STATES.map((state): Group => {
    const items = itemsOf(countingOf(report, state));
    return { ...STATES[state], items, remedy: state === "unmanaged" ? remedy : undefined };
  });
  const suppressed: Group = {
    title: "Suppressed",
    meaning: "excluded by the ignore file or the baseline",
    tone: "off",
    items: itemsOf(report.findings.filter((finding) => finding.suppressed !== undefined)),
    isOnlyOnPages: true,
  };
  return [...states, suppressed].filter((group) => group.items.length > 0);
}

/** A resource in a stack, or an unmanaged one. One may have several findings. */
function subjectOf(finding: Finding): Subject {
  const { kind, id, account: owner, resource } = finding;
  if (resource) return managed(resource);
  const name = nameOf(finding);
  return { kind, name, title: `${kind} ${name} (${id})`, owner, urn: `${owner}/${kind}/${id}` };
}

function managed({ kind, name, stack: owner, urn, source }: ScannedResource): Subject {
  return { kind, name, title: `${kind} ${name}`, owner, urn, source };
}

function itemOf(finding: Finding, fix: Fix | undefined): Item {
  const { state, kind, id, account, resource, label, within, properties, byChoice } = finding;
  const name = nameOf(finding);
  const subject = subjectOf(finding);
  const isSeen = resource !== undefined && (state === "modified" || state === "unhealthy");
  const facts: readonly [string, string | undefined][] = [
    ["id", id === name ? undefined : id],
    // The live one.
    ["label", isSeen && label !== name ? label : undefined],
    ["in", within],
    ["", subject.owner],
  ];
  return {
    ...finding,
    subject,
    rule: RULES.get(state),
    facts: facts.flatMap(([word, value]): Fact[] => (value === undefined ? [] : [[word, value]])),
    cause: state === "unchecked" ? causeOf(finding) : undefined,
    differences: properties,
    isIntended: byChoice,
    notes: byChoice ? ["does not fail the run"] : [],
    remedies: fix && remediesOf(state, fix),
    properties: { kind, id, account, ...(resource && { stack: resource.stack }) },
  };
}

/** The reason without the failed request, so that different requests can have the same cause. */
function causeOf({ reason = "" }: Finding): string {
  return reason
    .replace(/^Could not list .*? Cause: /, "")
    .replace(/^[A-Z]+ \S+ /, "")
    .replace(/\.$/, "");
}

/** An unmanaged resource has no expected state: it is either deleted or adopted. */
function remediesOf(state: FindingState, { restore, accept }: Fix): Remedy[] {
  return state === "unmanaged"
    ? [
        { verb: "delete", effect: "Delete it", commands: restore },
        { verb: "adopt", effect: "Adopt it into a stack", commands: accept },
      ]
    : [
        { verb: "restore", effect: "Restore the expected state", commands: restore },
        { verb: "accept", effect: "Accept the actual state", commands: accept },
      ];
}

/** The active findings in one state. */
function countingOf(report: Report, state: FindingState): Finding[] {
  return report.findings.filter((finding) => finding.state === state && finding.suppressed === undefined);
}

function hasUnshownFixes(report: Report): boolean {
  const fixable: readonly FindingState[] = ["modified", "deleted", "unmanaged"];
  return report.fixes === undefined && fixable.some((state) => countingOf(report, state).length > 0);
}

/** The outcome in one sentence: `Drift: 2 modified, 1 unmanaged.` */
export function headline(report: Report): string {
  const { summary, outcome, stacks } = report;
  if (isClean(report)) {
    const where = `in ${amount(stacks.length, "stack")}`;
    if (summary.resources === 0) return `In sync: no resources to compare ${where}.`;
    return `In sync: ${amount(summary.resources, "resource")} ${where} ${summary.resources === 1 ? "matches" : "match"} the state.`;
  }
  const counts = ALL_STATES.filter((state) => summary[state] > 0).map((state) => `${grouped(summary[state])} ${state}`);
  if (outcome === "inSync")
    return `No findings that fail the run: ${counts.join(", ") || "all findings are suppressed"}.`;
  const found = counts.length > 0 ? counts.join(", ") : "no active findings";
  return `${outcome === "drift" ? "Drift" : "Incomplete"}: ${found}.`;
}

function isClean({ outcome, findings }: Report): boolean {
  return outcome === "inSync" && findings.length === 0;
}

function figuresOf(report: Report): Figure[] {
  const { summary, stacks, accounts, durationMs } = report;
  const { resources, inSync, suppressed, newSinceBaseline, checkedPercent, coveragePercent, requests } = summary;
  const whose = accounts.length > 1 ? "accounts'" : "account's";
  const all: readonly [isShown: boolean, figure: string, of: string][] = [
    // The headline has them.
    [!isClean(report), grouped(resources), `${nounOf(resources, "resource")} in ${amount(stacks.length, "stack")}`],
    [resources > 0, grouped(inSync), "in sync"],
    [resources > 0, `${checkedPercent}%`, "compared (declared inputs)"],
    [coveragePercent !== undefined, `${coveragePercent}%`, `of the ${whose} cloud resources managed`],
    [suppressed > 0, grouped(suppressed), "suppressed"],
    [newSinceBaseline !== undefined, `${newSinceBaseline}`, "new since the baseline"],
    [true, grouped(requests), `${nounOf(requests, "request")} in ${seconds(durationMs)}`],
  ];
  return all.flatMap(([isShown, figure, of]) => (isShown ? [{ figure, of }] : []));
}

function rightsOf({ canWrite }: AccountScan): string {
  return canWrite === undefined ? "unknown" : canWrite ? "read-write" : "read-only";
}

/** Display name: the name in the program, or else the label or ID. */
function nameOf({ resource, label, id }: Finding): string {
  return resource?.name ?? label ?? id;
}

function seconds(milliseconds: number): string {
  return milliseconds < 60_000
    ? `${(milliseconds / 1_000).toFixed(1)} s`
    : `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1_000)} s`;
}
