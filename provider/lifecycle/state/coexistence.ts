import { isInPath } from "../../definition/argument";
import type { Definition, SetRule } from "../../definition/definition";
import type { CoexistenceRule, Fingerprint } from "../../definition/identity";
import type { Failure } from "../../definition/types";
import { UNKNOWN, hasUnknown, withoutUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import { fingerprintOf, fingerprintOfDeclared, keyOf, memberIdentity } from "./fingerprint";

/** A member that the program declares. */
export interface Declared {
  readonly index: number;
  /** As written in the program. */
  readonly args: Values;
  readonly fingerprint: Fingerprint;
  readonly key: string;
}

/** Returns a function that builds a declared member from its inputs and its index. */
export function declaredMemberBuilder(
  set: SetRule,
  parent: Values | undefined,
): (args: Values, index: number) => Declared {
  return (args, index) => {
    const fingerprint = fingerprintOfDeclared(set.member, args, parent);
    return { index, args, fingerprint, key: keyOf(fingerprint) };
  };
}

/** The members whose place is known. */
export function placedMembers(set: SetRule, members: readonly unknown[], parent: Values | undefined): Declared[] {
  const declare = declaredMemberBuilder(set, parent);
  return members.flatMap((member, index) => {
    const sound = soundMember(set, member);
    return sound ? [declare(sound, index)] : [];
  });
}

/** The fingerprint of a resource of a type that has such a rule; undefined while its place is unknown. */
export function placedFingerprint(member: Definition, args: Values): Fingerprint | undefined {
  const { placedBy = [] } = member.identity.coexistence ?? {};
  const sound = soundMember({ member, placedBy }, args);
  return sound && fingerprintOf(member, sound);
}

interface Placed extends Pick<CoexistenceRule, "placedBy"> {
  readonly member: Definition;
}

/** The member with its invalid fields, which their types report, treated as unknown; undefined if its place is unknown. */
function soundMember({ member, placedBy }: Placed, value: unknown): Values | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const fields = Object.entries(withoutUnset(value)).flatMap(([name, one]): [string, unknown][] => {
    const rule = member.args[name];
    if (!rule || isInPath(rule)) return [];
    return [[name, hasUnknown(one) || rule.type.check(one, name).length > 0 ? UNKNOWN : one]];
  });
  return fields.some(([name, one]) => one === UNKNOWN && placedBy.includes(name))
    ? undefined
    : Object.fromEntries(fields);
}

/** Members that are declared twice, or that cannot coexist. */
export function clashesAmong(set: SetRule, declared: readonly Declared[]): Failure[] {
  return [...duplicates(set, declared), ...conflicts(set, declared)];
}

function duplicates({ members, member }: SetRule, declared: readonly Declared[]): Failure[] {
  const firsts = new Map<string, number>();
  return declared.flatMap(({ index, fingerprint }) => {
    if (Object.values(fingerprint).includes(UNKNOWN)) return [];
    const key = memberIdentity(member, fingerprint);
    const first = firsts.get(key);
    if (first !== undefined) {
      return [{ path: `${members}[${index}]`, reason: `is the same as ${members}[${first}]; remove one of them` }];
    }
    firsts.set(key, index);
    return [];
  });
}

/** One member of each sort represents all of it, so that not every pair in a place has to be compared. */
function conflicts({ members, place, sort, conflict }: SetRule, declared: readonly Declared[]): Failure[] {
  const byPlace = new Map<string, Map<string, Declared>>();
  return declared.flatMap((one) => {
    const key = place(one.fingerprint);
    const firsts = byPlace.get(key) ?? new Map<string, Declared>();
    byPlace.set(key, firsts);
    const other = Array.from(firsts.values()).find((first) => conflict(one.fingerprint, first.fingerprint));
    const ownSort = sort(one.fingerprint);
    if (!firsts.has(ownSort)) firsts.set(ownSort, one);
    if (!other) return [];
    const reason = `conflicts with ${members}[${other.index}]: ${conflict(one.fingerprint, other.fingerprint)}`;
    return [{ path: `${members}[${one.index}]`, reason }];
  });
}
