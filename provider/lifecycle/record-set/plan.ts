import { inputsThatReplace } from "../../definition/definition";
import type { SetRule } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { groupBy, fieldsKey } from "../state";
import type { Present } from "./records";
import type { Declared } from "../state";

/** The next operation on a set. A preview prints it, and an update executes it. */
export interface Plan {
  readonly live: Live;
  /** Fields of the parent, if canonical forms depend on them. */
  readonly parent: Values | undefined;
  /** Members that already match the program: no request is sent. */
  readonly same: readonly Pair[];
  /** Declared members that belong to another resource of the program: no request is sent. */
  readonly others: readonly Declared[];
  /** Requests of one phase are independent and may be sent in any order. A phase starts once the one before has succeeded. */
  readonly phases: readonly (readonly MemberWrite[])[];
  /** What an exclusive set leaves to the next update: no preview could list what a parent from an existing source brings. */
  readonly unlisted?: readonly Present[];
}

/** One request. */
export type MemberWrite =
  | { readonly does: "create"; readonly wanted: Declared }
  | { readonly does: "update"; readonly wanted: Declared; readonly present: Present }
  | { readonly does: "delete"; readonly present: Present };

/** The live members of the collection: `own` belong to this set, `held` to other resources of the program, `free` to none. */
export interface Live {
  readonly own: readonly Present[];
  readonly free: readonly Present[];
  readonly held: readonly Present[];
}

type Pair = readonly [wanted: Declared, present: Present];

/** The declared members, and the live members to start from. */
interface Goal {
  readonly declared: readonly Declared[];
  readonly live: Live;
  /** Unmanaged members that an exclusive set deletes or reuses, unless they are declared. */
  readonly superfluous: readonly Present[];
  readonly parent: Values | undefined;
}

/**
 * Plans one request for each member that differs, which is the minimum, and one more for each cycle of members that block each other.
 * Members that match need no request.
 */
export function planRequests(set: SetRule, { declared, live, superfluous, parent }: Goal): Plan {
  const same = pairIdentical(declared, [...live.own, ...live.free]);
  const elsewhere = pairIdentical(same.missing, live.held);
  const taken = new Set(same.pairs.map(([, present]) => present));
  const usable = [...live.own, ...superfluous].filter((one) => !taken.has(one));
  return {
    live,
    parent,
    same: same.pairs,
    others: elsewhere.pairs.map(([wanted]) => wanted),
    phases: inPhases(set, pairSimilar(set, elsewhere.missing, usable)),
  };
}

/** Unmanaged members that match the program: the set adopts them. */
export function adoptedMembers({ same, live }: Plan): Present[] {
  const free = new Set(live.free);
  return same.map(([, present]) => present).filter((one) => free.has(one));
}

/** Unmanaged members that the requests update or delete. */
export function unmanagedChanged({ phases, live }: Plan): Present[] {
  const free = new Set(live.free);
  return phases.flat().flatMap((write) => (write.does !== "create" && free.has(write.present) ? [write.present] : []));
}

/** Declared and live members, paired. */
export interface Match {
  readonly pairs: readonly Pair[];
  readonly missing: readonly Declared[];
  readonly surplus: readonly Present[];
}

/** Pairs identical members, preferring earlier ones in `present`. */
export function pairIdentical(declared: readonly Declared[], present: readonly Present[]): Match {
  return pairBy(({ key }) => key, declared, present);
}

/**
 * Pairs the remaining members for updates: as many as possible, each with the most similar one. Inputs that no update can change must be
 * equal.
 */
export function pairSimilar(set: SetRule, declared: readonly Declared[], present: readonly Present[]): Match {
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

/** Names of a member's inputs that no update can change. */
function fixedArguments({ member }: SetRule): string[] {
  return inputsThatReplace(member).filter((name) => member.args[name]?.sent?.in !== "path");
}

function pairBy(
  keyOf: (one: Declared | Present) => string,
  declared: readonly Declared[],
  present: readonly Present[],
): Match {
  // Reversed, because `pop` takes the last of each group.
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

/** Deletes surplus members that block others first, and all others last, once their successors exist. */
function inPhases(set: SetRule, { pairs, missing, surplus }: Match): MemberWrite[][] {
  const conflicting = conflictingIn(set, [...missing, ...pairs.map(([wanted]) => wanted)]);
  const inTheWay = new Set(surplus.filter((one) => conflicting(one).length > 0));
  const { waves, left } = inWaves(set, { pairs, missing, surplus: surplus.filter((one) => !inTheWay.has(one)) });
  const creates = left.missing.map((wanted): MemberWrite => ({ does: "create", wanted }));
  return [deletes(inTheWay), ...waves, creates, deletes(left.surplus)];
}

function deletes(surplus: Iterable<Present>): MemberWrite[] {
  return Array.from(surplus, (present): MemberWrite => ({ does: "delete", present }));
}

/** Takes the updates that are not blocked, repeatedly. If all block each other, it breaks a cycle. */
function inWaves(set: SetRule, match: Match): { waves: MemberWrite[][]; left: Match } {
  const waves: MemberWrite[][] = [];
  let left = match;
  while (left.pairs.length > 0) {
    const waitsFor = inTheWayOf(set, left.pairs);
    const free = new Set(left.pairs.filter((pair) => waitsFor(pair).length === 0));
    if (free.size > 0) {
      waves.push(Array.from(free, ([wanted, present]): MemberWrite => ({ does: "update", wanted, present })));
      left = { ...left, pairs: left.pairs.filter((pair) => !free.has(pair)) };
    } else {
      const opened = breakCycle({ match: left, waitsFor });
      waves.push([opened.write]);
      left = opened.left;
    }
  }
  return { waves, left };
}

/** The members that must leave their place before an update is possible. */
type InTheWay = (pair: Pair) => readonly Present[];

function inTheWayOf(set: SetRule, pairs: readonly Pair[]): InTheWay {
  const conflicting = conflictingIn(
    set,
    pairs.map(([, present]) => present),
  );
  return ([wanted, present]) => conflicting(wanted).filter((other) => other !== present);
}

/** Updates that block each other. */
interface Cycle {
  readonly match: Match;
  readonly waitsFor: InTheWay;
}

/**
 * Breaks a cycle: deletes a member that blocks others, and recreates it in its new place. This costs one extra request, for instance if a
 * CNAME and an A record swap names.
 */
function breakCycle({ match, waitsFor }: Cycle): { readonly write: MemberWrite; readonly left: Match } {
  const blocked = new Map<Present, number>();
  for (const other of match.pairs.flatMap(waitsFor)) blocked.set(other, (blocked.get(other) ?? 0) + 1);
  const blocks = ([, present]: Pair): number => blocked.get(present) ?? 0;
  const blocking = match.pairs.filter((pair) => blocks(pair) > 0);
  // The member with the most blockers and the most blocked members is in the most cycles.
  const weight = (pair: Pair): number => waitsFor(pair).length * blocks(pair);
  const [wanted, present] = blocking.reduce((one, other) => (weight(other) > weight(one) ? other : one));
  return {
    write: { does: "delete", present },
    left: {
      pairs: match.pairs.filter((pair) => pair[1] !== present),
      missing: [...match.missing, wanted],
      surplus: match.surplus,
    },
  };
}

/** Returns a function that finds the members in conflict with a given one: in its place, all members of a sort or none. */
function conflictingIn<T extends Declared | Present>(
  set: SetRule,
  members: readonly T[],
): (one: Declared | Present) => T[] {
  const bySort = (existing: readonly T[]): Map<string, T[]> =>
    groupBy(existing, ({ fingerprint }) => set.sort(fingerprint));
  const places = groupBy(members, ({ fingerprint }) => set.place(fingerprint));
  const byPlace = new Map(Array.from(places, ([place, existing]) => [place, bySort(existing)]));
  return ({ fingerprint }) =>
    Array.from(byPlace.get(set.place(fingerprint))?.values() ?? []).flatMap((alike) => {
      const [first] = alike;
      return first && set.conflict(fingerprint, first.fingerprint) !== undefined ? alike : [];
    });
}
