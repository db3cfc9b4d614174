import { checkValues } from "./check-values";
import type { Definition } from "./definition";
import type { ArgumentType } from "./types";
import { UNKNOWN, withoutUnset } from "./values";

/** An object with the inputs of a resource type, except those in its path, under all rules of that type. */
export function memberOf<T extends object>({ args, checks, kind }: Definition): ArgumentType<T> {
  const members = Object.fromEntries(Object.entries(args).filter(([, { sent }]) => sent?.in !== "path"));
  const names = Object.keys(members).join(", ");
  return {
    describes: `object of ${kind} inputs: ${names}`,
    form: "object",
    check(value, path) {
      if (value === UNKNOWN) return [];
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        return [{ path, reason: "must be an object" }];
      }
      const given = withoutUnset(value);
      const unknownNames = Object.keys(given).filter((name) => !Object.hasOwn(members, name));
      const failures = [
        ...unknownNames.map((name) => ({ path: name, reason: `is not a valid property; use one of ${names}` })),
        ...checkValues({ args: members, checks }, given),
      ];
      return failures.map((failure) => ({ ...failure, path: `${path}.${failure.path}` }));
    },
  };
}
