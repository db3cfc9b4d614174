import { joinReasons, withoutPeriod } from "../../provider/api/errors";
import type { Item, RunReport, Subject } from "./model";
import { detailLines, figureText, oneLine, shortened, suppressionText } from "./text";
import { element, textElement } from "./xml";

/** Results of a test that does not pass, worst first: a known failure outranks what could not be checked. */
const ENDS = ["failure", "error", "skipped"] as const;

type End = (typeof ENDS)[number];

interface Test {
  readonly owner: string;
  readonly name: string;
  /** Undefined if the test passes. */
  readonly end: End | undefined;
  readonly children: readonly string[];
}

const LONGEST_NAME = 300;
const LONGEST_PART = 500;

/** For the test reports of CI servers: a suite per stack and account, a test per subject, and maybe one for the whole run. */
export function junit(report: RunReport): string {
  const tests = testsOf(report);
  // All are looked at together, so each test gets an equal share of the time.
  const share = tests.length === 0 ? 0 : report.durationMs / 1_000 / tests.length;
  const warnings = report.parts.flatMap((part) => (part.is === "warnings" ? part.warnings : []));
  const errors = textElement("system-err", {}, warnings.map((warning) => `warning: ${warning}`).join("\n"));
  const name = `pulumi-compute ${report.command}`;
  const owners = new Set([...report.owners, ...tests.map(({ owner }) => owner)]);
  const names = owners.size === 0 && warnings.length > 0 ? [name] : [...owners];
  const timestamp = report.startedAt.replace(/(\.\d+)?Z$/, "");
  const suites = names.map((owner, index) => {
    const own = tests.filter((test) => test.owner === owner);
    const cases = own.map((test) => {
      const about = { classname: owner, name: shortened(test.name, LONGEST_NAME), time: share.toFixed(3) };
      return element("testcase", about, test.children);
    });
    const time = (share * own.length).toFixed(3);
    const written = index === 0 && warnings.length > 0 ? [...cases, errors] : cases;
    return element("testsuite", { name: owner, ...countsOf(own), time, timestamp }, written);
  });
  const all = { name, ...countsOf(tests), time: (report.durationMs / 1_000).toFixed(3), timestamp };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", all, suites)}\n`;
}

function testsOf(report: RunReport): Test[] {
  const { owners, outcome, parts, subjects, test } = report;
  const items = parts.flatMap((part) => (part.is === "groups" ? part.groups.flatMap((group) => group.items) : []));
  const keyOf = ({ owner, urn, title }: Subject): string => JSON.stringify([owner, urn, title]);
  const bySubject = new Map(subjects.map((subject) => [keyOf(subject), { subject, own: [] as Item[] }]));
  for (const item of items) if (item.subject && item.rule) bySubject.get(keyOf(item.subject))?.own.push(item);
  const each = Array.from(bySubject.values(), ({ subject: { owner, title, details }, own }): Test => {
    const end = ENDS.find((one) => own.some((item) => endOf(item) === one));
    if (end !== undefined) return { owner, name: title, end, children: [endElement(end, own)] };
    return { owner, name: title, end, children: outputOf(details) };
  });
  if (test === undefined) return each;
  const text = wholeLines(report).map((one) => one.text);
  const isPassed = outcome.tone === "ok";
  const failure = textElement("failure", { message: outcome.headline }, text.join("\n"));
  const children = isPassed ? outputOf(text) : [failure];
  return [{ owner: owners[0] ?? "", name: test, end: isPassed ? undefined : "failure", children }, ...each];
}

function outputOf(lines: readonly string[] = []): string[] {
  return lines.length === 0 ? [] : [textElement("system-out", {}, lines.join("\n"))];
}

/** What is said about the whole run, the outcome first, for formats that list the subjects themselves. */
export function wholeLines({ outcome, parts }: RunReport): { readonly tone: string; readonly text: string }[] {
  const lines = parts.flatMap((part) => {
    if (part.is === "figures")
      return part.figures.map((one) => ({ tone: "", text: `${one.title}: ${figureText(one)}` }));
    if (part.is !== "groups") return [];
    return part.groups.flatMap(({ title, tone, items }) =>
      items.flatMap(({ subject, says }) => (subject ? [] : [{ tone, text: `${title}: ${says}` }])),
    );
  });
  return [{ tone: "", text: outcome.headline }, ...lines];
}

function countsOf(tests: readonly Test[]): Record<"tests" | "failures" | "errors" | "skipped", number> {
  const count = (end: End): number => tests.filter((one) => one.end === end).length;
  return { tests: tests.length, failures: count("failure"), errors: count("error"), skipped: count("skipped") };
}

function endOf({ rule, suppressed, isIntended }: Item): End | undefined {
  return suppressed !== undefined || isIntended ? "skipped" : rule?.ends;
}

/** The result of one test, with the details of all its items unless it was skipped. */
function endElement(end: End, items: readonly Item[]): string {
  const ending = items.filter((item) => endOf(item) === end);
  const message = joinReasons(ending.map(messageOf));
  if (end === "skipped") return textElement(end, { message }, "");
  const details = new Set(items.map((item) => detailLines(item).join("\n")));
  return textElement(end, { type: ending[0]?.rule?.id ?? "", message }, [...details].join("\n\n"));
}

function messageOf({ rule, reason, says, differences = [], suppressed }: Item): string {
  if (suppressed !== undefined) return suppressionText(suppressed);
  const paths = differences.map(({ path }) => path).join(", ");
  const why = [reason ?? says ?? "", paths].filter((part) => part !== "");
  const parts = [rule?.title ?? "", ...why].map((part) => shortened(oneLine(part), LONGEST_PART));
  return parts.map((part, index) => (index < parts.length - 1 ? withoutPeriod(part) : part)).join(": ");
}
