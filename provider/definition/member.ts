import type { Definition, Values } from "./definition";
import { knownOf, UNKNOWN } from "./unknown";
import type { ArgumentType } from "./types";

/** An object with the arguments of a resource kind, but for those of its path, under all the rules of that kind. */
export function memberOf({ args, rules, kind }: Definition): ArgumentType {
  const members = Object.entries(args).filter(([, { sentIn }]) => sentIn !== "path");
  const known = new Map(members);
  return {
    describes: `object of the arguments of ${kind}: ${members.map(([name]) => name).join(", ")}`,
    check(value, path) {
      if (value === UNKNOWN) return [];
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        return [{ path, reason: "must be an object" }];
      }
      const given = givenMembers(value as Values);
      const told = knownOf(given);
      const isGiven = (name: string): boolean => given[name] !== undefined;
      const failures = [
        ...Object.keys(given).flatMap((name) =>
          known.has(name)
            ? []
            : [{ path: name, reason: `is not known here; known are ${Array.from(known.keys()).join(", ")}` }],
        ),
        ...members.flatMap(([name, { type, required }]) => {
          if (isGiven(name)) return type.check(given[name], name);
          return required ? [{ path: name, reason: "is required" }] : [];
        }),
        ...rules.flatMap((rule) => rule(told, isGiven)),
      ];
      return failures.map((failure) => ({ ...failure, path: `${path}.${failure.path}` }));
    },
  };
}

/** The members that have a value. */
export function givenMembers(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
}
