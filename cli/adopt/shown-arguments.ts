import { isInPath } from "../../provider/definition/argument";
import type { Definition } from "../../provider/definition/definition";
import type { AnyType } from "../../provider/definition/types";
import { isUnset } from "../../provider/definition/values";
import type { Values } from "../../provider/definition/values";

/** The inputs that the API returns, in the form in which a program declares them. */
export function shownArguments({ args }: Definition, state: Values): Values {
  return Object.fromEntries(
    Object.entries(args).flatMap(([name, rule]) => {
      // The API also returns fields that the resource does not use.
      const isUsed = isInPath(rule) || !rule.read?.from || rule.read.from(state) !== undefined;
      const value = rule.writeOnly || !isUsed ? undefined : fitted(rule.type, state[name]);
      return isUnset(value) ? [] : [[name, value]];
    }),
  );
}

/** Removes null members and members that the type does not have. */
function fitted(type: AnyType, value: unknown): unknown {
  const { members } = type;
  if (!members || typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(members).flatMap(([name, member]) => {
    const inner = fitted(member, (value as Values)[name]);
    return isUnset(inner) ? [] : [[name, inner] as const];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
