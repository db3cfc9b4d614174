import type { CrossRule, Definition } from "./definition";
import { UNKNOWN, hasUnknown, isObject, isUnset, partsOfPath, valueAt } from "./values";
import type { Values } from "./values";
import type { AnyType, Failure } from "./types";

/**
 * All failures of a resource type's inputs: each input against its type, then all of them against the cross-input rules, which only
 * see values that are known and valid.
 * @param isGiven whether an input has a value, possibly from another source
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

/** What a rule across several inputs is called with. */
export function seenByRules(
  args: Definition["args"],
  values: Values,
  isGiven: (name: string) => boolean = (name) => !isUnset(values[name]),
): Parameters<CrossRule> {
  const sound = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const rule = Object.hasOwn(args, name) ? args[name] : undefined;
    const part = rule && soundPart(rule.type, value);
    return part === undefined ? [] : [[name, part]];
  });
  return [
    Object.fromEntries(sound),
    (path) => {
      const parts = partsOfPath(path);
      const [last = ""] = parts.slice(-1);
      if (parts.length === 1) return isGiven(last);
      const parent = valueAt(values, parts.slice(0, -1));
      // If the parent is not an object, it is unknown, or has a failure of its own.
      return !isObject(parent) || !isUnset(parent[last]);
    },
    (path) => {
      const value = valueAt(values, partsOfPath(path));
      return !isUnset(value) && value !== UNKNOWN;
    },
  ];
}

/**
 * The part of a value that is known and valid: of an object, its known and valid members; of an array of objects, that part of each.
 * Undefined if there is none. One invalid member then does not hide what is wrong with the others.
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

/** Longer values would hide the reason. */
const LONGEST_SHOWN = 60;

/**
 * Appends the given value to each "must be …", unless the value is secret, too long or not a simple value.
 * @param isSecret whether the value at a path (`["records", "3", "target"]`) must not be shown
 */
export function withGivenValues(
  failures: readonly Failure[],
  args: Values,
  isSecret: (path: readonly string[]) => boolean,
): Failure[] {
  return failures.map((failure) => {
    const path = partsOfPath(failure.path);
    const isShown = failure.reason.startsWith("must be ") && !isSecret(path);
    const value = isShown ? quotedValue(valueAt(args, path)) : undefined;
    return value === undefined ? failure : { ...failure, reason: `${failure.reason}, not ${value}` };
  });
}

function quotedValue(value: unknown): string | undefined {
  if (!["string", "number", "boolean"].includes(typeof value)) return undefined;
  const text = JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? undefined : text;
}
