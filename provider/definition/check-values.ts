import type { CrossRule, Definition } from "./definition";
import { UNKNOWN, hasUnknown, isUnset, partsOfPath, valueAt } from "./values";
import type { Values } from "./values";
import type { AnyType, Failure } from "./types";

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
  const each = Object.entries(args).flatMap(([name, { type, required }]): readonly Failure[] => {
    if (values[name] !== undefined) return type.check(values[name], name);
    return required === true && !isGiven(name) ? [{ path: name, reason: "is required" }] : [];
  });
  const seen = seenByRules(args, values, isGiven);
  return [...each, ...(checks?.rules ?? []).flatMap((rule) => rule(...seen))];
}

/** What a rule across several arguments is called with. */
export function seenByRules(
  args: Definition["args"],
  values: Values,
  isGiven: (name: string) => boolean = (name) => !isUnset(values[name]),
): Parameters<CrossRule> {
  const sound = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const part = args[name] && soundPart(args[name].type, value);
    return part === undefined ? [] : [[name, part]];
  });
  return [
    Object.fromEntries(sound),
    (path) => {
      const parts = partsOfPath(path);
      const [last = ""] = parts.slice(-1);
      if (parts.length === 1) return isGiven(last);
      const parent = valueAt(values, parts.slice(0, -1));
      // What stands in the place of an object is unknown, or has its own failure.
      return !isObject(parent) || !isUnset(parent[last]);
    },
    (path) => {
      const value = valueAt(values, partsOfPath(path));
      return !isUnset(value) && value !== UNKNOWN;
    },
  ];
}

/**
 * What is known of a value and right: of an object, those members; of an array of objects, what is so of each; undefined if nothing is.
 * One wrong member then does not hide what is wrong with the others.
 */
export function soundPart(type: AnyType, value: unknown): unknown {
  if (!hasUnknown(value) && type.check(value, "").length === 0) return value;
  const { members, item } = type;
  if (members && isObject(value)) return soundMembers(members, value);
  if (item?.members && Array.isArray(value)) {
    return value.map((one: unknown) => (item.members && isObject(one) ? soundMembers(item.members, one) : {}));
  }
  return undefined;
}

function soundMembers(members: Readonly<Record<string, AnyType>>, value: Values): Values {
  const sound = Object.entries(members).flatMap(([name, type]): [string, unknown][] => {
    const part = isUnset(value[name]) ? undefined : soundPart(type, value[name]);
    return part === undefined ? [] : [[name, part]];
  });
  return Object.fromEntries(sound);
}

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A longer text would hide the reason. */
const LONGEST_SHOWN = 60;

/**
 * Lets each "must be …" end with the value that was given instead, unless that is a secret or says nothing.
 * @param isSecret whether what is at a path (`["records", "3", "target"]`) must not be shown
 */
export function withGivenValues(
  failures: readonly Failure[],
  args: Values,
  isSecret: (path: readonly string[]) => boolean,
): Failure[] {
  return failures.map((failure) => {
    const path = partsOfPath(failure.path);
    const isShown = failure.reason.startsWith("must be ") && !isSecret(path);
    const value = isShown ? shownValue(valueAt(args, path)) : undefined;
    return value === undefined ? failure : { ...failure, reason: `${failure.reason}, not ${value}` };
  });
}

function shownValue(value: unknown): string | undefined {
  if (!["string", "number", "boolean"].includes(typeof value)) return undefined;
  const text = JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? undefined : text;
}
