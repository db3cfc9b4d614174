import { replacingArguments, valueWhenRemoved } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { hasUnknown } from "../../definition/unknown";
import { isIgnored } from "./options";
import { isSame } from "./equality";
import { liveState } from "./state";

/**
 * The outputs that an update to these arguments does not change, with their live values. The state is not known here:
 * the arguments that are about to change are found by comparing with the live object, and a doubtful one counts as
 * changing.
 */
export function outputsThatStay(definition: Definition, live: Values, args: Values): Values {
  // Once known, the value may well replace the object.
  if (replacingArguments(definition).some((name) => hasUnknown(args[name]))) return {};
  const now = liveState(definition, live, {});
  const mayChange = (name: string): boolean => {
    const rule = definition.args[name];
    // An output that is not an argument only changes with others; the rest would have replaced the object.
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
