import { reachedThrough } from "../support/declared-operations";
import { readClaims } from "../support/engine-operations";
import { ANSWERS } from "../support/schemas/by-route";
import type { Rule } from "./rule";

/** A document with its rules. */
export interface DocumentRules {
  readonly title: string;
  readonly rules: readonly Rule[];
}

/** An operation of the documents, and where this package uses it. */
interface OperationRow {
  readonly operation: string;
  /** Resources and data sources. */
  readonly through: readonly string[];
  /** The story of the engine lane that uses it; undefined if there is none. */
  readonly story: string | undefined;
}

const byPath = (operation: string): string => operation.split(" ").reverse().join(" ");

/** Every operation of the documents. */
export function operationRows(): OperationRow[] {
  const through = reachedThrough();
  const claims = readClaims();
  const operations = Object.keys(ANSWERS).sort((one, other) => (byPath(one) < byPath(other) ? -1 : 1));
  return operations.map((operation) => {
    const claim = claims[operation];
    return {
      operation,
      through: through.get(operation) ?? [],
      story: claim && `\`${claim.file}\`: ${claim.title}`,
    };
  });
}

/** The tables of all rules and operations, as Markdown. */
export function conformanceTable(documents: readonly DocumentRules[], operations: readonly OperationRow[]): string {
  return [
    "# Conformance",
    "Generated from the rules in `tests/conformance/rules/` by `npm run docs`. Every sentence of the documents that states a rule",
    "stands here in our own words, with the test that checks whether the emulator follows it. The lane `conformance` runs these tests",
    "once in `npm test`, and in `npm run test:all` a second time with `documentedOnly`, so that no rule depends on what only the real service",
    "is known to do. (Tests that use an endpoint beyond the documents, or a rule that only `documentedOnly` follows, run once.) The tests were",
    "written from the documents, not from the emulator. Sentences",
    "that say that something is not shown state no rule.",
    "",
    row(["", "rules", "tested", "cannot be tested", "not followed"]),
    row(["---", "---", "---", "---", "---"]),
    ...documents.map(({ title, rules }) => row([title, ...counts(rules)])),
    row(["all", ...counts(documents.flatMap(({ rules }) => rules))]),
    "",
    ...operationsTable(operations),
    ...documents.flatMap(section),
    "",
  ].join("\n");
}

/** The table of operations, as lines of Markdown. */
function operationsTable(rows: readonly OperationRow[]): string[] {
  return [
    "## Operations",
    "Every operation of the documents: the resources (and what of them) and lookups that declare it, and a story of the engine lane,",
    "with the real Pulumi CLI, in which the provider uses it with success. The lane notes that by itself (`npm run docs:operations`), and",
    "fails when a story does not use what stands here.",
    "",
    "| operation | reached through | real-CLI test |",
    "| --- | --- | --- |",
    ...rows.map(
      ({ operation, through, story }) => `| \`${shown(operation)}\` | ${through.join(", ")} | ${story ?? ""} |`,
    ),
  ];
}

function shown(operation: string): string {
  return operation.replace(/\{\+?\}/g, "{id}");
}

function section({ title, rules }: DocumentRules): string[] {
  return [
    "",
    `## ${title}`,
    "",
    row(["id", "rule", "section", "how it is proved"]),
    row(["---", "---", "---", "---"]),
    ...bySubject(rules).map((rule) =>
      row([`\`${rule.id}\``, rule.states, rule.section.replace(/^Document \d, /, ""), proof(rule)]),
    ),
  ];
}

/** The rules of each subject together, in the order in which the subjects first appear. */
function bySubject(rules: readonly Rule[]): Rule[] {
  const subjects = new Map<string, Rule[]>();
  for (const rule of rules) {
    const subject = rule.id.split(".").slice(0, 2).join(".");
    subjects.set(subject, [...(subjects.get(subject) ?? []), rule]);
  }
  return [...subjects.values()].flat();
}

function proof(rule: Rule): string {
  if ("untestable" in rule) return `not tested: ${rule.untestable}`;
  if ("deviates" in rule) return `not followed: ${rule.deviates}`;
  if (rule.otherwise !== undefined)
    return `tested with \`documentedOnly\` alone; otherwise not followed: ${rule.otherwise}`;
  return rule.usesExtensions ? "tested, with extensions" : "tested";
}

function counts(rules: readonly Rule[]): string[] {
  const having = (key: string) => rules.filter((rule) => key in rule).length;
  return [rules.length, having("test"), having("untestable"), having("deviates")].map(String);
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
