import { isUnset } from "../../definition/unset";
import type { Failure } from "../../definition/types";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { hasUnknown, knownOf } from "../../definition/unknown";
import { groupBy, isSame, optionsOf } from "../state";
import { listed } from "../wording";

/** The arguments of one resource; those before are empty where there is none yet. */
export interface Arguments {
  readonly olds: Values;
  readonly news: Values;
}

/** What the user should know of the arguments that are new or different, although the documents allow them. */
export function newWarnings(definition: Definition, { olds, news }: Arguments): Failure[] {
  return [...acrossArguments(definition, olds, news), ...argumentWarnings(definition, olds, news)];
}

/** The warnings in words: of many places with the same reason, one sentence. */
export function inSentences(warnings: readonly Failure[]): string[] {
  const byReason = groupBy(warnings, ({ reason }) => reason);
  return Array.from(byReason, ([reason, alike]) => `${listed(alike.map(({ path }) => path))}: ${reason}`);
}

/** Nobody knows what an imported object has of what the program leaves out. */
function acrossArguments(definition: Definition, olds: Values, news: Values): Failure[] {
  if (optionsOf(news).import !== undefined) return [];
  const earlier = Object.keys(olds).length === 0 ? [] : warningsOf(definition, olds);
  return warningsOf(definition, news).filter(
    ({ path, reason }) => !earlier.some((one) => one.path === path && one.reason === reason),
  );
}

function warningsOf({ checks }: Definition, args: Values): readonly Failure[] {
  return checks?.warnings?.(knownOf(args), (name) => !isUnset(args[name])) ?? [];
}

function argumentWarnings(definition: Definition, olds: Values, news: Values): Failure[] {
  return Object.entries(definition.args).flatMap(([name, rule]) => {
    const wanted = news[name];
    if (isUnset(wanted) || hasUnknown(wanted) || isSame(rule, [wanted, olds[name]], news)) return [];
    const reason = rule.warning?.(wanted, news);
    return reason === undefined ? [] : [{ path: name, reason }];
  });
}
