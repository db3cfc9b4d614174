import type { Failure } from "../../definition/types";
import { isInPath } from "../../definition/argument";
import type { SetRule } from "../../definition/set";
import type { Values } from "../../definition/values";
import { hasUnknown, UNKNOWN } from "../../definition/unknown";
import { identityKey, keyOf, seenOfDeclared } from "./members";
import type { Declared } from "./members";

/**
 * What is wrong with the members beside each other and with the part that they are to be in, as far as it is known. Whether two
 * spellings mean the same may only be known with the object that the collection is in.
 */
export function memberFailures(set: SetRule, args: Values, parent?: Values): Failure[] {
  const members = args[set.members];
  if (!Array.isArray(members)) return [];
  const declared = members.flatMap((member: unknown, index): Declared[] => {
    if (!isSound(set, member)) return [];
    const seen = seenOfDeclared(set.member, member, parent);
    return [{ index, args: member, seen, key: keyOf(seen) }];
  });
  return [...doubles(set, declared), ...conflicts(set, declared), ...outsiders(set, declared, args[set.part], parent)];
}

/** What is wrong with a member itself is told by its type; where it is must be known. */
function isSound({ member, placedBy }: SetRule, value: unknown): value is Values {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([name, one]: [string, unknown]) => {
    if (one === undefined || one === null) return true;
    const rule = member.args[name];
    if (hasUnknown(one)) return !placedBy.includes(name);
    return rule !== undefined && !isInPath(rule) && rule.type.check(one, name).length === 0;
  });
}

function doubles({ members, member }: SetRule, declared: readonly Declared[]): Failure[] {
  const firsts = new Map<string, number>();
  return declared.flatMap(({ index, seen }) => {
    if (Object.values(seen).includes(UNKNOWN)) return [];
    const key = identityKey(member, seen);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, index);
    return first === undefined
      ? []
      : [{ path: `${members}[${index}]`, reason: `is the same as ${members}[${first}]; leave one of them out` }];
  });
}

function conflicts({ members, place, conflict }: SetRule, declared: readonly Declared[]): Failure[] {
  const neighbours = new Map<string, Declared[]>();
  return declared.flatMap((one) => {
    const others = neighbours.get(place(one.seen)) ?? [];
    neighbours.set(place(one.seen), others);
    const other = others.find(({ seen }) => conflict(one.seen, seen) !== undefined);
    others.push(one);
    if (!other) return [];
    const reason = conflict(one.seen, other.seen) ?? "";
    return [{ path: `${members}[${one.index}]`, reason: `cannot stand beside ${members}[${other.index}]: ${reason}` }];
  });
}

function outsiders(set: SetRule, declared: readonly Declared[], part: unknown, parent: Values | undefined): Failure[] {
  if (typeof part !== "object" || part === null || Array.isArray(part) || hasUnknown(part)) return [];
  return declared
    .filter(({ seen }) => set.isInPart(seen, part as Values, parent) === false)
    .map(({ index }) => ({
      path: `${set.members}[${index}]`,
      reason: `is not in the part that ${set.part} names; widen ${set.part}, or leave it out`,
    }));
}
