import { replacingArguments } from "../../definition/definition";
import type { SetRule } from "../../definition/set";
import type { Values } from "../../definition/values";
import { groupBy } from "../state";
import { fieldsKey } from "./members";
import type { Declared, Present } from "./members";

/** The live members of the collection: the set's own, others that no resource of the program has, and those that one has. */
export interface Live {
  readonly own: readonly Present[];
  readonly free: readonly Present[];
  readonly held: readonly Present[];
}

export type Pair = readonly [wanted: Declared, present: Present];

/** Declared and live members, as they belong together. */
export interface Match {
  readonly pairs: readonly Pair[];
  readonly missing: readonly Declared[];
  readonly surplus: readonly Present[];
}

/** What there is, and what there is to do for the set to be as declared. */
export interface Need {
  readonly live: Live;
  /** Just as declared. */
  readonly same: readonly Pair[];
  /** Declared members that another resource of the program has. */
  readonly others: readonly Declared[];
  /** What differs: to be changed, created and deleted. */
  readonly match: Match;
  /** Fields of the object that the collection is in, where spellings depend on them. */
  readonly parent: Values | undefined;
}

/** Pairs what is just alike; earlier members of `present` go first. */
export function sameOf(declared: readonly Declared[], present: readonly Present[]): Match {
  return pairBy(({ key }) => key, declared, present);
}

/**
 * Pairs the rest for updates: as many as there can be, each with what is most like it. What no update can change must be alike.
 */
export function alikeOf(set: SetRule, declared: readonly Declared[], present: readonly Present[]): Match {
  const fixed = fixedArguments(set);
  let match: Match = { pairs: [], missing: declared, surplus: present };
  for (const fields of [...set.alike, []]) {
    const { pairs, missing, surplus } = pairBy(
      ({ fingerprint }) => fieldsKey(fingerprint, [...fixed, ...fields]),
      match.missing,
      match.surplus,
    );
    match = { pairs: [...match.pairs, ...pairs], missing, surplus };
  }
  return match;
}

/** Names of a member's arguments that no update can change. */
export function fixedArguments({ member }: SetRule): string[] {
  return replacingArguments(member).filter((name) => member.args[name]?.sent?.in !== "path");
}

/** Live members that are just as declared and that no resource has yet: the set takes them over. */
export function takenOver({ same, live }: Need): Present[] {
  const free = new Set(live.free);
  return same.map(([, present]) => present).filter((one) => free.has(one));
}

function pairBy(
  keyOf: (one: Declared | Present) => string,
  declared: readonly Declared[],
  present: readonly Present[],
): Match {
  // Reversed, because the last of a group is taken first.
  const waiting = groupBy([...declared].reverse(), keyOf);
  const pairs: Pair[] = [];
  const surplus: Present[] = [];
  for (const one of present) {
    const wanted = waiting.get(keyOf(one))?.pop();
    if (wanted) pairs.push([wanted, one]);
    else surplus.push(one);
  }
  const paired = new Set(pairs.map(([{ index }]) => index));
  return { pairs, missing: declared.filter(({ index }) => !paired.has(index)), surplus };
}
