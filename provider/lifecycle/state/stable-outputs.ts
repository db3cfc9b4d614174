import { replacingArguments, valueWhenRemoved } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { hasUnknown } from "../../definition/unknown";
import { isIgnored } from "./options";
import { isSame } from "./equality";
import { liveState } from "./state";

/**
 * What a change in place to these arguments leaves as it is, with the live values under the names of the outputs. The state is
 * not known here: the live object tells which arguments are about to change, and what cannot be told counts as a change.
 */
export function outputsThatStay(definition: Definition, live: Values, args: Values): Values {
  // Once its value is known, it may well make another object.
  if (replacingArguments(definition).some((name) => hasUnknown(args[name]))) return {};
  const now = liveState(definition, live, {});
  const mayChange = (name: string): boolean => {
    const rule = definition.args[name];
    // An output that is no argument changes with others only; another value of the other ones would have made another object.
    if (!rule || rule.change?.replaces || rule.change?.onlyAtCreate || isIgnored(args, name)) return false;
    const wanted = args[name] ?? valueWhenRemoved(rule, live);
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
