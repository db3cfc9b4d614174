import { effectiveValue, inputsThatReplace, replaces, valueWhenRemoved } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { hasUnknown, UNKNOWN, withoutUnset } from "../../definition/values";
import { isSame } from "./state";
import type { Wanted } from "./state";
import { isIgnored, liveValue, optionsOf, unknownSinceImport } from "./state";

/**
 * Names of the inputs that force a replacement because their known values differ. An unknown value may turn out to be the same.
 * @param olds the inputs before
 */
export function changesThatReplace(definition: Definition, olds: Values, news: Values): string[] {
  return comparedForReplacement(definition, olds, news).filter((name) => {
    const rule = definition.args[name];
    const [now, before] = [news, olds].map((values) => effectiveValue(definition, name, values));
    return rule && !hasUnknown(now) && !isSame(rule, [now, before], news);
  });
}

/**
 * Names of the unknown inputs that force a replacement if they turn out to differ. None while the program keeps the `import` option, which
 * rules out a replacement.
 */
export function unknownsThatMayReplace(definition: Definition, olds: Values, news: Values): string[] {
  if (optionsOf(news).importStays) return [];
  return comparedForReplacement(definition, olds, news).filter((name) => hasUnknown(news[name]));
}

function comparedForReplacement(definition: Definition, olds: Values, news: Values): string[] {
  const recorded = unknownSinceImport({ definition, args: news }, olds);
  return inputsThatReplace(definition, news).filter((name) => !recorded.includes(name));
}

/** Whether a replacement deletes the old resource before it creates the new one. */
export function deletesFirst(definition: Definition, olds: Values, news: Values): boolean {
  return definition.identity.coexistence !== undefined || keepsIdentity(definition, olds, news);
}

/** Two resources cannot have the same unique name, so the old one must be deleted first. */
function keepsIdentity(definition: Definition, olds: Values, news: Values): boolean {
  if (!definition.identity.unique) return false;
  return definition.identity.by.every((name) => {
    const rule = definition.args[name];
    return rule !== undefined && isSame(rule, [news[name], olds[name]], news);
  });
}

/**
 * The outputs that an update to these inputs does not change, with their values now: in the state, or live. An uncertain one counts as
 * changed.
 */
export function unchangedOutputs(definition: Definition, now: Values, args: Values): Values {
  // Once known, the value may force a replacement.
  if (inputsThatReplace(definition, args).some((name) => hasUnknown(args[name]))) return {};
  const mayChange = (name: string): boolean => {
    const rule = definition.args[name];
    // A pure output changes only along with others. A changed input among the rest would force a replacement, or is not sent in an update.
    if (!rule || replaces(rule, args) || rule.sent?.in === "creation" || isIgnored(args, name)) return false;
    const wanted = args[name] ?? valueWhenRemoved(rule, now);
    if (wanted === undefined) return false;
    return rule.writeOnly === true || hasUnknown(wanted) || !isSame(rule, [wanted, now[name]], args);
  };
  return Object.fromEntries(
    Object.entries(definition.outputs.movedBy ?? {}).flatMap(([output, names = []]) => {
      const mayMove = [output, ...names].some(mayChange);
      return mayMove || now[output] === undefined ? [] : [[output, now[output]] as const];
    }),
  );
}

/**
 * The outputs that a preview can show: those that an update does not change, and the inputs. All others are unknown.
 * @param state undefined for a create
 */
export function plannedOutputs(definition: Definition, state: Values | undefined, args: Values): Values {
  const names = [...Object.keys(definition.args), ...Object.keys(definition.outputs.from)];
  return {
    ...Object.fromEntries(names.map((name) => [name, UNKNOWN])),
    ...(state && unchangedOutputs(definition, state, args)),
    ...withoutUnset(args),
  };
}

/** Whether the live resource matches all inputs that would force a replacement. */
export function needsNoReplacement(definition: Definition, args: Values, live: Values): boolean {
  return differingInputs({ definition, args }, live, inputsThatReplace(definition)).length === 0;
}

/** Those of the named inputs that differ from the live resource. */
export function differingInputs({ definition, args }: Wanted, live: Values, names: readonly string[]): string[] {
  return names.filter((name) => {
    const rule = definition.args[name];
    if (!rule || rule.writeOnly || (args[name] === undefined && !rule.change?.replaces)) return false;
    const wanted = effectiveValue(definition, name, args);
    if (wanted === undefined && rule.serverDefault) return false;
    const shown =
      rule.read?.ignoresDrift && rule.read.from ? rule.read.from(live) : liveValue({ definition, args }, name, live);
    return !isSame(rule, [wanted, shown], args);
  });
}
