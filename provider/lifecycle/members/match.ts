import { replacingArguments } from "../../definition/definition";
import type { SetRule } from "../../definition/set";
import type { Values } from "../../definition/values";
import { groupBy } from "../state";
import { fieldsKey } from "./members";
import type { Declared, Present } from "./members";

/**
 * The live members of the collection: those of this set, those of no resource of the program, and those of other
 * resources.
 */
export interface Live {
  readonly own: readonly Present[];
  readonly free: readonly Present[];
  readonly held: readonly Present[];
}

export type Pair = readonly [wanted: Declared, present: Present];

/** Declared and live members in pairs. */
export interface Match {
  readonly pairs: readonly Pair[];
  readonly missing: readonly Declared[];
  readonly surplus: readonly Present[];
}

/** What exists, and what must be done for the set to be as declared. */
export interface Need {
  readonly live: Live;
  /** Already exactly as declared. */
  readonly same: readonly Pair[];
  /** Declared members that belong to another resource of the program. */
  readonly others: readonly Declared[];
  /** What differs: to be changed, created and deleted. */
  readonly match: Match;
  /** Fields of the parent, where spellings depend on them. */
  readonly parent: Values | undefined;
}

/** Pairs identical members; earlier ones in `present` go first. */
export function sameOf(declared: readonly Declared[], present: readonly Present[]): Match {
  return pairBy(({ key }) => key, declared, present);
}

/**
 * Pairs the rest for updates: as many as possible, each with the most similar member. Whatever no update can change
 * must be equal.
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

/** Live members that are exactly as declared and belong to no resource yet: the set adopts them. */
export function takenOver({ same, live }: Need): Present[] {
  const free = new Set(live.free);
  return same.map(([, present]) => present).filter((one) => free.has(one));
}

function pairBy(
  keyOf: (one: Declared | Present) => string,
  declared: readonly Declared[],
  present: readonly Present[],
): Match {
  // Reversed, because the last of each group is taken first.
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
