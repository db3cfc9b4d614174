import { toUSVString } from "node:util";
import { printable } from "../terminal/printable";
import { wholeLines } from "./junit";
import type { Item, Rule, RunReport, Subject } from "./model";
import { detailLines, oneLine, shortened, suppressionText } from "./text";

/** Base of all paths: the directory of the Pulumi project. */
const ROOT = "%SRCROOT%";

/** Location of subjects without a declaration. */
const PROJECT_FILE = { file: "Pulumi.yaml", line: 1, column: 1 };

const LONGEST_WARNING = 1_500;

/** An item for programs. */
type Result = Item & { readonly rule: Rule; readonly subject: Subject };

/** For code scanning: SARIF 2.1.0, with items as results at the lines that declare their subjects. */
export function sarif(report: RunReport): string {
  const { tool, parts, startedAt, durationMs } = report;
  const results = parts
    .flatMap((part) => (part.is === "groups" ? part.groups.flatMap(({ items }) => items) : []))
    .filter((item): item is Result => item.rule !== undefined && item.subject !== undefined);
  const rules = report.rules.filter((rule) => !rule.isAboutRun);
  const [prefix = ""] = report.rules.map(({ id }) => id.replace(/\/.*/, ""));
  const aboutRun = report.rules.filter((rule) => rule.isAboutRun);
  const whole = report.test === undefined ? [] : wholeLines(report);
  const warnings = parts.flatMap((part) => (part.is === "warnings" ? part.warnings : []));
  const run = {
    tool: {
      driver: {
        name: tool.name,
        version: tool.version,
        rules: rules.map(descriptorOf),
        ...(aboutRun.length === 0 ? {} : { notifications: aboutRun.map(descriptorOf) }),
      },
    },
    automationDetails: { id: `${prefix}/` },
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: { [ROOT]: { description: { text: "The directory of the Pulumi project." } } },
    invocations: [
      {
        executionSuccessful: report.isComplete,
        startTimeUtc: startedAt,
        endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
        toolExecutionNotifications: [
          ...whole.map(({ tone, text }) => ({ level: LEVELS[tone] ?? "note", message: messageOf([text]) })),
          ...results
            .filter(({ rule }) => rule.isAboutRun)
            .map((one) => notificationOf(one, aboutRun.indexOf(one.rule))),
        ],
        toolConfigurationNotifications: warnings.map((warning) => ({
          level: "warning",
          message: messageOf([shortened(oneLine(warning), LONGEST_WARNING)]),
        })),
      },
    ],
    results: results
      .filter(({ rule }) => !rule.isAboutRun)
      .map((one) => resultOf(one, rules.indexOf(one.rule), prefix)),
  };
  const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
  return `${printable(JSON.stringify(log, null, 2))}\n`;
}

const LEVELS: Readonly<Record<string, Rule["level"]>> = { bad: "error", warn: "warning" };

function descriptorOf({ id, name, level, short, help }: Rule) {
  const plain = help?.replaceAll("`", "") ?? "";
  return {
    id,
    ...(name === undefined ? {} : { name }),
    shortDescription: { text: short },
    ...(help === undefined
      ? {}
      : { fullDescription: { text: `${short} ${plain}` }, help: { text: plain, markdown: help } }),
    defaultConfiguration: { level },
  };
}

/** Both fingerprints identify the item across runs. */
function resultOf(item: Result, ruleIndex: number, prefix: string) {
  const { rule, subject, fingerprint = `${rule.id} ${subject.urn}`, suppressed, properties } = item;
  return {
    ruleId: rule.id,
    ruleIndex,
    level: rule.level,
    message: messageOf(detailLines(item)),
    locations: [locationOf(subject)],
    partialFingerprints: { [`${prefix}/v1`]: fingerprint, primaryLocationLineHash: fingerprint },
    ...(suppressed === undefined
      ? {}
      : { suppressions: [{ kind: "external", status: "accepted", justification: suppressionText(suppressed) }] }),
    ...(properties === undefined ? {} : { properties }),
  };
}

/** A note if it is suppressed or intended. */
function notificationOf(item: Result, index: number) {
  const { rule, suppressed, isIntended } = item;
  return {
    descriptor: { id: rule.id, index },
    level: isIntended || suppressed !== undefined ? "note" : rule.level,
    message: messageOf([...detailLines(item), ...(suppressed === undefined ? [] : [suppressionText(suppressed)])]),
    locations: [locationOf(item.subject)],
  };
}

/** Escapes links and placeholders, which viewers would otherwise interpret. */
function messageOf(lines: readonly string[]): { readonly text: string } {
  return {
    text: lines
      .join("\n")
      .replaceAll("](", "\\](")
      .replace(/\{(\d+)\}/g, "{{$1}}"),
  };
}

/** The line of the declaration, or the project file, as the physical location, and the subject as the logical one. */
function locationOf({ source, urn, name }: Subject) {
  const { file, line, column } = source ?? PROJECT_FILE;
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(file), uriBaseId: ROOT },
      region: { startLine: atLeastOne(line), startColumn: atLeastOne(column) },
    },
    logicalLocations: [{ fullyQualifiedName: urn, name, kind: "resource" }],
  };
}

function uriOf(file: string): string {
  const segments = toUSVString(file.replaceAll("\\", "/")).replace(/^\/+/, "").split("/");
  return segments.map(encodeURIComponent).join("/");
}

function atLeastOne(value: number): number {
  return Math.max(1, Math.trunc(value));
}
