import { isUnset, withoutUnset } from "../../definition/unset";
import type { Failure } from "../../definition/types";
import { isSet } from "../../definition/set";
import type { SetRule } from "../../definition/set";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { hasUnknown, knownOf } from "../../definition/unknown";
import { listed } from "../state/wording";
import { isSame } from "../state/equality";
import { optionsOf } from "../state/context";
import { keyOf, seenOfDeclared } from "../set/members";

/** What the user should know of the arguments that are new or different, although the documents allow them. */
export function newWarnings(definition: Definition, olds: Values, news: Values): string[] {
  const warnings = [
    ...acrossArguments(definition, olds, news),
    ...argumentWarnings(definition, olds, news),
    ...(isSet(definition) ? memberWarnings(definition.set, olds, news) : []),
  ];
  // Of many members, one sentence.
  const paths = new Map<string, string[]>();
  for (const { path, reason } of warnings) {
    const alike = paths.get(reason);
    if (alike) alike.push(path);
    else paths.set(reason, [path]);
  }
  return Array.from(paths, ([reason, all]) => `${listed(all)}: ${reason}`);
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

/** The same of the members of a set that were not there before. */
function memberWarnings({ member, members }: SetRule, olds: Values, news: Values): Failure[] {
  const declared = (values: Values): (readonly [string, Values, number])[] =>
    membersIn(values[members]).map((args, index) => [keyOf(seenOfDeclared(member, args, undefined)), args, index]);
  const earlier = new Set(declared(olds).map(([key]) => key));
  return declared(news).flatMap(([key, args, index]) => {
    if (earlier.has(key)) return [];
    const warnings = [...warningsOf(member, args), ...argumentWarnings(member, {}, args)];
    return warnings.map(({ path, reason }) => ({ path: `${members}[${index}].${path}`, reason }));
  });
}

function membersIn(value: unknown): Values[] {
  const members: readonly unknown[] = Array.isArray(value) ? value : [];
  return members.map((one) => (typeof one === "object" && one !== null ? withoutUnset(one) : {}));
}
