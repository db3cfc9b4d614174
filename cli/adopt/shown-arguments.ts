import { isInPath } from "../../provider/definition/argument";
import type { Definition } from "../../provider/definition/definition";
import type { AnyType } from "../../provider/definition/types";
import { isUnset } from "../../provider/definition/values";
import type { Values } from "../../provider/definition/values";

/** The arguments of an object that the service shows, in the form that a program gives them. */
export function shownArguments({ args }: Definition, state: Values): Values {
  return Object.fromEntries(
    Object.entries(args).flatMap(([name, rule]) => {
      // A field that the object does not use is shown, too.
      const isUsed = isInPath(rule) || !rule.read?.from || rule.read.from(state) !== undefined;
      const value = rule.writeOnly || !isUsed ? undefined : fitted(rule.type, state[name]);
      return isUnset(value) ? [] : [[name, value]];
    }),
  );
}

/** The value without members that its type does not have, and without those that are null. */
function fitted(type: AnyType, value: unknown): unknown {
  const { members } = type;
  if (!members || typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(members).flatMap(([name, member]) => {
    const inner = fitted(member, (value as Values)[name]);
    return isUnset(inner) ? [] : [[name, inner] as const];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
