import { isUnset } from "../../definition/unset";
import type { Failure } from "../../definition/types";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { seenByRules } from "../../definition/check-values";
import { hasUnknown } from "../../definition/unknown";
import { groupBy, isSame, optionsOf } from "../state";
import { listed } from "../wording";

/** The old and the new arguments of one resource; the old ones are empty before the create. */
export interface Arguments {
  readonly olds: Values;
  readonly news: Values;
}

/** Warnings about new or changed arguments that the documents allow. */
export function newWarnings(definition: Definition, { olds, news }: Arguments): Failure[] {
  return [...acrossArguments(definition, olds, news), ...argumentWarnings(definition, olds, news)];
}

/** The warnings as sentences: one for all places with the same reason. */
export function inSentences(warnings: readonly Failure[]): string[] {
  const byReason = groupBy(warnings, ({ reason }) => reason);
  return Array.from(byReason, ([reason, alike]) => `${listed(alike.map(({ path }) => path))}: ${reason}`);
}

/** What the program leaves out of an imported object is not known. */
function acrossArguments(definition: Definition, olds: Values, news: Values): Failure[] {
  if (optionsOf(news).import !== undefined) return [];
  const earlier = Object.keys(olds).length === 0 ? [] : warningsOf(definition, olds);
  return warningsOf(definition, news).filter(
    ({ path, reason }) => !earlier.some((one) => one.path === path && one.reason === reason),
  );
}

function warningsOf({ args: rules, checks }: Definition, args: Values): readonly Failure[] {
  return checks?.warnings?.(...seenByRules(rules, args)) ?? [];
}

function argumentWarnings(definition: Definition, olds: Values, news: Values): Failure[] {
  return Object.entries(definition.args).flatMap(([name, rule]) => {
    const wanted = news[name];
    if (isUnset(wanted) || hasUnknown(wanted) || isSame(rule, [wanted, olds[name]], news)) return [];
    const reason = rule.warning?.(wanted, news);
    return reason === undefined ? [] : [{ path: name, reason }];
  });
}
