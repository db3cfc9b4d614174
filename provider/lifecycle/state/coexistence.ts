import { isInPath } from "../../definition/argument";
import type { Definition } from "../../definition/definition";
import type { CoexistenceRule, Fingerprint } from "../../definition/identity";
import type { Failure } from "../../definition/types";
import { UNKNOWN, hasUnknown, withoutUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import { fingerprintOf, fingerprintOfDeclared, keyOf, sameIdentityKey } from "./fingerprint";

/** An entry of the `records` that a program declares. */
export interface Declared {
  readonly index: number;
  /** As written in the program. */
  readonly args: Values;
  readonly fingerprint: Fingerprint;
  readonly key: string;
}

/** The entries of a list, without those that are no objects, or entirely unknown. */
export function declaredIn(list: readonly unknown[], definition: Definition, parent: Values | undefined): Declared[] {
  return list.flatMap((entry, index) => {
    if (!isObject(entry)) return [];
    const fingerprint = fingerprintOfDeclared(definition, entry, parent);
    return [{ index, args: entry, fingerprint, key: keyOf(fingerprint) }];
  });
}

/** The entries of a list whose place is known. */
export function placedIn(list: readonly unknown[], definition: Definition, parent: Values | undefined): Declared[] {
  const sound = list.map((entry) => soundInputs(definition, entry));
  return declaredIn(sound, definition, parent);
}

/** The fingerprint of a resource of a type that has such a rule; undefined while its place is unknown. */
export function placedFingerprint(definition: Definition, args: Values): Fingerprint | undefined {
  const sound = soundInputs(definition, args);
  return sound && fingerprintOf(definition, sound);
}

function isObject(entry: unknown): entry is Values {
  return typeof entry === "object" && entry !== null && !Array.isArray(entry);
}

/** The inputs with the invalid ones, which their types report, treated as unknown; undefined if the place is unknown. */
function soundInputs({ args, identity }: Definition, entry: unknown): Values | undefined {
  if (!isObject(entry)) return undefined;
  const fields = Object.entries(withoutUnset(entry)).flatMap(([name, one]): [string, unknown][] => {
    const rule = args[name];
    if (!rule || isInPath(rule)) return [];
    return [[name, hasUnknown(one) || rule.type.check(one, name).length > 0 ? UNKNOWN : one]];
  });
  const { placedBy = [] } = identity.coexistence ?? {};
  return fields.some(([name, one]) => one === UNKNOWN && placedBy.includes(name))
    ? undefined
    : Object.fromEntries(fields);
}

/** Records that are declared twice, or that cannot coexist. */
export function clashesAmong(declared: readonly Declared[], definition: Definition): Failure[] {
  const { coexistence } = definition.identity;
  return [...duplicates(declared, definition), ...(coexistence ? conflicts(declared, coexistence) : [])];
}

function duplicates(declared: readonly Declared[], definition: Definition): Failure[] {
  const firsts = new Map<string, number>();
  return declared.flatMap(({ index, fingerprint }) => {
    if (Object.values(fingerprint).includes(UNKNOWN)) return [];
    const key = sameIdentityKey(definition, fingerprint);
    const first = firsts.get(key);
    if (first !== undefined) {
      return [{ path: `records[${index}]`, reason: `is the same as records[${first}]; remove one of them` }];
    }
    firsts.set(key, index);
    return [];
  });
}

/** One record of each sort represents all of it, so that not every pair in a place has to be compared. */
function conflicts(declared: readonly Declared[], { place, sort, conflict }: CoexistenceRule): Failure[] {
  const byPlace = new Map<string, Map<string, Declared>>();
  return declared.flatMap((one) => {
    const key = place(one.fingerprint);
    const firsts = byPlace.get(key) ?? new Map<string, Declared>();
    byPlace.set(key, firsts);
    const other = Array.from(firsts.values()).find((first) => conflict(one.fingerprint, first.fingerprint));
    const ownSort = sort(one.fingerprint);
    if (!firsts.has(ownSort)) firsts.set(ownSort, one);
    if (!other) return [];
    const reason = `conflicts with records[${other.index}]: ${conflict(one.fingerprint, other.fingerprint)}`;
    return [{ path: `records[${one.index}]`, reason }];
  });
}
