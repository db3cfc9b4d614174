import type { Definition } from "./definition";
import type { ArgumentType } from "./types";
import { knownOf, UNKNOWN } from "./unknown";
import { withoutUnset } from "./unset";

/** An object with the arguments of a resource kind, except those of its path, under all the rules of that kind. */
export function memberOf<T extends object>({ args, checks, kind }: Definition): ArgumentType<T> {
  const members = Object.entries(args).filter(([, { sent }]) => sent?.in !== "path");
  const known = new Map(members);
  return {
    describes: `object of the arguments of ${kind}: ${members.map(([name]) => name).join(", ")}`,
    check(value, path) {
      if (value === UNKNOWN) return [];
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        return [{ path, reason: "must be an object" }];
      }
      const given = withoutUnset(value);
      const isGiven = (name: string): boolean => given[name] !== undefined;
      const each = members.map(([name, { type, required }]) => {
        if (isGiven(name)) return { name, failures: type.check(given[name], name) };
        return { name, failures: required === true ? [{ path: name, reason: "is required" }] : [] };
      });
      const wrong = new Set(each.flatMap(({ name, failures }) => (failures.length > 0 ? [name] : [])));
      const sound = Object.fromEntries(Object.entries(knownOf(given)).filter(([name]) => !wrong.has(name)));
      const failures = [
        ...Object.keys(given).flatMap((name) =>
          known.has(name)
            ? []
            : [
                {
                  path: name,
                  reason: `is not a known property; the known ones are ${Array.from(known.keys()).join(", ")}`,
                },
              ],
        ),
        ...each.flatMap(({ failures: own }) => own),
        ...(checks?.rules ?? []).flatMap((rule) => rule(sound, isGiven)),
      ];
      return failures.map((failure) => ({ ...failure, path: `${path}.${failure.path}` }));
    },
  };
}
