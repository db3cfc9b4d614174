import { nearest } from "../../provider/lifecycle/wording";
import { UsageError } from "../terminal/command";
import { matchesGlob } from "../terminal/glob";
import { kinds } from "../../provider/resources/registry";
import { STATES } from "./report";
import type { Finding, PropertyDrift } from "./report";

/** What a rule can match. */
const CONDITIONS = ["state", "stack", "kind", "name", "id", "label", "tag", "property"] as const;

type Condition = (typeof CONDITIONS)[number];

/** A rule of the ignore file. */
export interface IgnoreRule {
  readonly line: number;
  readonly conditions: Readonly<Partial<Record<Condition, string>>>;
  readonly reason: string;
  /** Last day on which it applies: `2027-01-31`. */
  readonly until: string;
}

/**
 * Reads an ignore file with one rule per line: `kind=Instance name=web-* property=tags until=2027-01-31 reason="set by hand"`.
 * All conditions of a rule must match. In their values, `*` stands for any characters. Lines that begin with `#` are comments.
 * @throws UsageError that lists every invalid line
 */
export function readIgnoreRules(text: string, file: string): readonly IgnoreRule[] {
  const problems: string[] = [];
  const rules = text.split(/\r?\n/).flatMap((content, index) => {
    if (/^\s*(#|$)/.test(content)) return [];
    const line = index + 1;
    const { rule, problem } = readRule(content, line);
    if (problem !== undefined) problems.push(`${file}, line ${line}: ${problem}`);
    return rule ? [rule] : [];
  });
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
  return rules;
}

function readRule(content: string, line: number): { rule?: IgnoreRule; problem?: string } {
  const pair = /\s*([a-z]+)=(?:"([^"]*)"|(\S*))(?=\s|$)/gy;
  const given = new Map<string, string>();
  let end = 0;
  for (let match = pair.exec(content); match; match = pair.exec(content)) {
    const [, key = "", quoted, plain = ""] = match;
    if (given.has(key)) return { problem: `${key} is given twice. Write a separate rule for each value.` };
    given.set(key, quoted ?? plain);
    end = pair.lastIndex;
  }
  const rest = content.slice(end).trim();
  if (rest !== "") return { problem: `"${rest}" is not of the form key=value or key="several words".` };
  const unknown = [...given.keys()].find((key) => ![...CONDITIONS, "until", "reason"].includes(key));
  if (unknown !== undefined)
    return { problem: `unknown condition ${unknown}${suggestion(unknown, [...CONDITIONS, "until", "reason"])}` };
  const [until = "", reason = ""] = [given.get("until"), given.get("reason")];
  if (!isDay(until)) {
    const complaint = until === "" ? "is missing. Add the last valid day" : "must be a date";
    return { problem: `until ${complaint}, for example until=2027-01-31.` };
  }
  if (reason.trim() === "")
    return { problem: 'reason is missing. Add one, for example reason="set by the nightly job".' };
  const conditions = Object.fromEntries(CONDITIONS.flatMap((key) => (given.has(key) ? [[key, given.get(key)]] : [])));
  if (Object.keys(conditions).length === 0)
    return { problem: "the rule has no condition and would suppress all findings." };
  const unfit = unfitCondition(conditions);
  if (unfit !== undefined) return { problem: unfit };
  return { rule: { line, conditions, reason, until } };
}

/** Describes a condition that no finding can match; undefined if there is none. */
function unfitCondition(conditions: IgnoreRule["conditions"]): string | undefined {
  const several = (["state", "kind"] as const).find((name) => conditions[name]?.includes(","));
  if (several !== undefined)
    return `a rule takes one ${several}. Write a separate rule for each of ${conditions[several]}.`;
  const known = {
    state: STATES,
    kind: kinds.map(({ kind }) => kind),
    property: [...new Set(kinds.flatMap(({ args }) => Object.keys(args)))],
  };
  for (const name of ["state", "kind", "property"] as const) {
    const pattern = conditions[name]?.replace(/\[.*$/, "");
    if (pattern === undefined || known[name].some((value) => matchesGlob(pattern, value))) continue;
    return `unknown ${name} ${pattern}${suggestion(pattern, known[name])}`;
  }
  const { kind = "*", property = "*" } = conditions;
  const ofKind = kinds.filter((one) => matchesGlob(kind, one.kind)).flatMap(({ args }) => Object.keys(args));
  if (property !== "*" && !ofKind.some((name) => matchesGlob(property.replace(/\[.*$/, ""), name))) {
    return `${kind} has no property ${property}${suggestion(property, [...new Set(ofKind)])}`;
  }
  const { stack } = conditions;
  if (stack !== undefined && !/[/*]/.test(stack))
    return `stack must be organization/project/stack, for example stack=*/${stack}.`;
  return undefined;
}

/** Suggests similar names, or else lists all valid ones. */
function suggestion(wanted: string, names: readonly string[]): string {
  const near = nearest(wanted, names);
  return near.length > 0 ? `; did you mean ${near.join(" or ")}?` : `. Valid: ${names.join(", ")}.`;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}

/** The rules that have not expired, and a warning for each that has. */
export function rulesInForce(
  rules: readonly IgnoreRule[],
  file: string,
  now: Date,
): { inForce: readonly IgnoreRule[]; warnings: readonly string[] } {
  const today = now.toISOString().slice(0, 10);
  const expired = rules.filter(({ until }) => until < today);
  return {
    inForce: rules.filter((rule) => !expired.includes(rule)),
    warnings: expired.map(
      ({ line, until, reason }) =>
        `${file}, line ${line} ("${reason}") expired on ${until} and no longer suppresses findings.`,
    ),
  };
}

/** Suppresses the findings that match a rule. A finding of which only some properties match is split in two. */
export function applyIgnoreRules(
  findings: readonly Finding[],
  rules: readonly IgnoreRule[],
  renewed: (found: Finding) => Finding,
): readonly Finding[] {
  return findings.flatMap((found) => {
    const whole = rules.find((rule) => rule.conditions.property === undefined && isAbout(rule, found));
    if (whole) return [suppressedBy(whole, found)];
    const ruleFor = ({ path }: PropertyDrift): IgnoreRule | undefined =>
      rules.find((rule) => rule.conditions.property !== undefined && isAbout(rule, found) && isOfProperty(rule, path));
    const ignored = found.properties.filter(ruleFor);
    const [first] = ignored;
    const rule = first && ruleFor(first);
    if (!rule) return [found];
    if (ignored.length === found.properties.length) return [suppressedBy(rule, found)];
    const rest = found.properties.filter((one) => !ignored.includes(one));
    return [renewed({ ...found, properties: rest }), suppressedBy(rule, renewed({ ...found, properties: ignored }))];
  });
}

function suppressedBy({ reason, until }: IgnoreRule, found: Finding): Finding {
  return { ...found, suppressed: { by: "ignoreFile", reason, until } };
}

function isAbout({ conditions }: IgnoreRule, found: Finding): boolean {
  const { state, kind, id, label, tags, resource } = found;
  const values: Readonly<Record<Condition, readonly (string | undefined)[]>> = {
    state: [state],
    stack: [resource?.stack],
    kind: [kind],
    name: [resource?.name],
    id: [id],
    label: [label],
    tag: tags ?? [],
    property: [],
  };
  return CONDITIONS.filter((key) => key !== "property").every((key) => {
    const pattern = conditions[key];
    return pattern === undefined || values[key].some((value) => value !== undefined && matchesGlob(pattern, value));
  });
}

/** A rule for `records` also matches `records[3]`. */
function isOfProperty({ conditions: { property = "" } }: IgnoreRule, path: string): boolean {
  return matchesGlob(property, path) || matchesGlob(property, path.replace(/\[.*$/, ""));
}
