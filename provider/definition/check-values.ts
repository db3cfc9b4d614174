import type { Definition } from "./definition";
import type { Failure } from "./types";
import { knownOf } from "./unknown";
import type { Values } from "./values";

/**
 * What is wrong with the values of a kind's arguments: each by its type, and all of them by the kind's rules, which see only what is
 * known and has the right type.
 * @param isGiven whether the object has a value for an argument, be it from elsewhere
 */
export function checkValues(
  { args, checks }: { readonly args: Definition["args"]; readonly checks?: Definition["checks"] | undefined },
  values: Values,
  isGiven: (name: string) => boolean = (name) => values[name] !== undefined,
): Failure[] {
  const each = Object.entries(args).map(([name, { type, required }]): [string, readonly Failure[]] => {
    if (values[name] !== undefined) return [name, type.check(values[name], name)];
    return [name, required === true && !isGiven(name) ? [{ path: name, reason: "is required" }] : []];
  });
  const wrong = new Set(each.flatMap(([name, failures]) => (failures.length > 0 ? [name] : [])));
  const sound = Object.fromEntries(Object.entries(knownOf(values)).filter(([name]) => !wrong.has(name)));
  return [
    ...each.flatMap(([, failures]) => failures),
    ...(checks?.rules ?? []).flatMap((rule) => rule(sound, isGiven)),
  ];
}
