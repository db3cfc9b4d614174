import type { Definition, Values } from "../definition";
import { hasUnknown } from "../unknown";
import { isSame } from "./compare";

/** What the user should know of the arguments that are new or different, although the service takes them. */
export function argumentWarnings(definition: Definition, olds: Values, news: Values): string[] {
  return Object.entries(definition.args).flatMap(([name, rule]) => {
    const wanted = news[name];
    if (wanted === undefined || hasUnknown(wanted) || isSame(rule, wanted, olds[name], news)) return [];
    const warning = rule.warnsOf?.(wanted);
    return warning === undefined ? [] : [`${name}: ${warning}`];
  });
}
