import type { Failure } from "../../definition/types";
import { isAction } from "../../definition/definition";
import { checkValues, seenByRules, withGivenValues } from "../../definition/check-values";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { hasUnknown, isUnset, withoutUnset } from "../../definition/values";
import { generatedName } from "./generated-name";
import {
  OPTIONS,
  groupBy,
  isSame,
  isSecretAt,
  keepOrigin,
  optionsOf,
  originFailures,
  originOf,
  problemWithId,
  changesThatReplace,
  unknownsThatMayReplace,
} from "../state";
import type { Options } from "../state";
import { commaList, unknownArgument } from "../wording";

export interface Checked {
  readonly inputs: Values;
  readonly failures: readonly Failure[];
  /** New warnings about values that are allowed but probably unintended, or that the API is known to reject. */
  readonly warnings: readonly string[];
}

/** Further offline checks of a resource type. */
export interface FurtherChecks {
  readonly failures: (args: Values) => readonly Failure[];
  /** Only called if there are no failures. */
  readonly warnings: (given: OldAndNewInputs) => readonly Failure[];
}

const NOTHING_FURTHER: FurtherChecks = { failures: () => [], warnings: () => [] };

/** Reports all invalid inputs, and generates the name if the program omits it. Pure and offline. */
export function check(
  definition: Definition,
  { olds, news }: OldAndNewInputs,
  further: FurtherChecks = NOTHING_FURTHER,
): Checked {
  const args = keepOrigin(definition, olds, withoutUnset(news));
  const { isPreview: _, naming, remarks, ...lasting } = optionsOf(args);
  const options = { ...markImport(olds, lasting), ...(remarks && { said: remarks.digest }) };
  const failures = [
    ...unknownNames(definition, args),
    ...wrongValues(definition, args, wasRead(olds, options)),
    ...further.failures(args),
    ...wrongImport(definition, lasting, options),
  ];
  const named = { ...args, [OPTIONS]: options };
  if (failures.length > 0) return { inputs: named, failures, warnings: [] };
  const given: OldAndNewInputs = { olds, news: named };
  const remarked = remarks && remarks.digest !== optionsOf(olds).said ? remarks.texts : [];
  const warnings = [...remarked, ...inSentences([...newWarnings(definition, given), ...further.warnings(given)])];
  const inputs = nameIfUnnamed(definition, given, naming);
  return { inputs, failures: naming ? wrongNames(definition, inputs) : [], warnings };
}

/**
 * Keeps the `import` option after the program removes it: only the first create uses it, so removing it is no change. While the program
 * still has it, a replacement would import the very resource that it replaces, so `importStays` is set for `diff`.
 */
function markImport(olds: Values, news: Options): Options {
  if (news.import !== undefined) return Object.keys(olds).length > 0 ? { ...news, importStays: true } : news;
  const { import: earlier } = optionsOf(olds);
  return earlier === undefined ? news : { ...news, import: earlier };
}

function wrongImport(definition: Definition, { import: named }: Options, { importStays }: Options): Failure[] {
  if (typeof named !== "string") return [];
  if (isAction(definition) && definition.action.evidence.shows !== "object") {
    return [
      {
        path: "import",
        reason: "remove this option: an action has no resource to import",
      },
    ];
  }
  const problem = importStays ? undefined : problemWithId(definition, named);
  const reason = problem === undefined ? definition.ids?.cannotManage?.(named) : `"${named}" ${problem}`;
  return reason === undefined ? [] : [{ path: "import", reason }];
}

function unknownNames(definition: Definition, args: Values): Failure[] {
  return Object.keys(args)
    .filter((name) => name !== OPTIONS && !Object.hasOwn(definition.args, name))
    .map((path) => ({ path, reason: unknownArgument(path, definition.kind, Object.keys(definition.args)) }));
}

/** Whether the inputs are what the API shows of the resource: of an import, or of a command that changes it without a state. */
function wasRead(olds: Values, options: Options): boolean {
  return options.import !== undefined || (options.command !== undefined && Object.keys(olds).length > 0);
}

function wrongValues(definition: Definition, args: Values, isRead: boolean): Failure[] {
  // Write-only inputs cannot be read, so they are not required.
  const isUnreadable = (name: string): boolean =>
    isRead && definition.args[name]?.writeOnly === true && definition.args[name].sent?.in !== "origin";
  const filledByOrigin = originOf(definition, args)?.fills ?? [];
  const isGiven = (name: string): boolean =>
    args[name] !== undefined || filledByOrigin.includes(name) || isUnreadable(name);
  const failures = checkValues(definition, args, isGiven);
  const isSecret = (path: readonly string[]): boolean => isSecretAt(definition, args, path);
  return [...withGivenValues(failures, args, isSecret), ...originFailures(definition, args)];
}

function nameIfUnnamed(
  definition: Definition,
  { olds, news: args }: OldAndNewInputs,
  naming: Options["naming"],
): Values {
  const name = definition.identity.generated;
  if (name === undefined || args[name] !== undefined) return args;
  const options = optionsOf(args);
  const exists = Object.keys(olds).length > 0;
  // A command that omits it keeps it, although no state shows whether it was generated.
  if (exists && options.command !== undefined && olds[name] !== undefined) return { ...args, [name]: olds[name] };
  // Of a resource that a refresh has moved, no inputs are recorded yet, and it is not replaced.
  const isRecorded = Object.keys(olds).some((one) => one !== OPTIONS);
  const replacing = [...changesThatReplace(definition, olds, args), ...unknownsThatMayReplace(definition, olds, args)];
  const keepsObject = exists && (replacing.length === 0 || !isRecorded);
  if (keepsObject && optionsOf(olds).generated) {
    return { ...args, [name]: olds[name], [OPTIONS]: { ...options, generated: true } };
  }
  // A resource imported without a name in the program keeps its own.
  if (options.import !== undefined && (keepsObject || !exists) && olds[name] === undefined) return args;
  const given = naming ? naming.proposed : generatedName(definition, args);
  return { ...args, [name]: given, [OPTIONS]: { ...options, generated: true } };
}

/** What is wrong with a name that `pulumi:autonaming` has determined. */
function wrongNames({ identity: { generated: name = "" }, args: rules }: Definition, args: Values): Failure[] {
  const { generated } = optionsOf(args);
  const proposed = args[name];
  if (!generated) return [];
  if (proposed === undefined) return [{ path: name, reason: "is required, because pulumi:autonaming is disabled" }];
  return (rules[name]?.type.check(proposed, name) ?? []).map(({ path, reason }) => ({
    path,
    reason: `${reason}, unlike ${JSON.stringify(proposed)}, which pulumi:autonaming proposes: set ${name}, or change the pattern`,
  }));
}

/** Old and new inputs of one resource. `olds` is empty before the create. */
export interface OldAndNewInputs {
  readonly olds: Values;
  readonly news: Values;
}

/** Warnings about new or changed inputs that are valid according to the API documents. */
export function newWarnings(definition: Definition, { olds, news }: OldAndNewInputs): Failure[] {
  return [...acrossInputs(definition, olds, news), ...inputWarnings(definition, olds, news)];
}

/** One sentence per reason, listing all paths that share it. */
function inSentences(warnings: readonly Failure[]): string[] {
  const byReason = groupBy(warnings, ({ reason }) => reason);
  return Array.from(byReason, ([reason, alike]) => `${commaList(alike.map(({ path }) => path))}: ${reason}`);
}

/** New warnings from rules across several inputs. None for an imported resource, whose omitted inputs are unknown. */
function acrossInputs(definition: Definition, olds: Values, news: Values): Failure[] {
  if (optionsOf(news).import !== undefined) return [];
  const earlier = Object.keys(olds).length === 0 ? [] : warningsOf(definition, olds);
  return warningsOf(definition, news).filter(
    ({ path, reason }) => !earlier.some((one) => one.path === path && one.reason === reason),
  );
}

function warningsOf({ args: rules, checks }: Definition, args: Values): readonly Failure[] {
  return checks?.warnings?.(...seenByRules(rules, args)) ?? [];
}

function inputWarnings(definition: Definition, olds: Values, news: Values): Failure[] {
  return Object.entries(definition.args).flatMap(([name, rule]) => {
    const wanted = news[name];
    if (isUnset(wanted) || hasUnknown(wanted) || isSame(rule, [wanted, olds[name]], news)) return [];
    const reason = rule.warning?.(wanted, news);
    return reason === undefined ? [] : [{ path: name, reason }];
  });
}
