import { replacingArguments } from "../../definition/definition";
import type { SetRule } from "../../definition/set";
import { fieldsKey } from "./members";
import type { Declared, Present } from "./members";

export type Pair = readonly [wanted: Declared, present: Present];

/** Declared and live members, as they belong together. */
export interface Match {
  readonly pairs: readonly Pair[];
  readonly missing: readonly Declared[];
  readonly surplus: readonly Present[];
}

export type Call =
  | { readonly does: "create"; readonly wanted: Declared }
  | { readonly does: "update"; readonly wanted: Declared; readonly present: Present }
  | { readonly does: "delete"; readonly present: Present };

/** Pairs what is just alike; earlier members of `present` go first. */
export function sameOf(declared: readonly Declared[], present: readonly Present[]): Match {
  return pairBy(
    declared,
    present,
    ({ key }) => key,
    ({ key }) => key,
  );
}

/**
 * Pairs the rest for updates: as many as there can be, each with what is most like it. What no update can change must be alike.
 */
export function alikeOf(set: SetRule, declared: readonly Declared[], present: readonly Present[]): Match {
  const fixed = fixedArguments(set);
  let match: Match = { pairs: [], missing: declared, surplus: present };
  for (const fields of [...set.alike, []]) {
    const key = ({ seen }: Declared | Present): string => fieldsKey(seen, [...fixed, ...fields]);
    const { pairs, missing, surplus } = pairBy(match.missing, match.surplus, key, key);
    match = { pairs: [...match.pairs, ...pairs], missing, surplus };
  }
  return match;
}

function fixedArguments({ member }: SetRule): string[] {
  return replacingArguments(member).filter((name) => member.args[name]?.sent?.in !== "path");
}

function pairBy(
  declared: readonly Declared[],
  present: readonly Present[],
  wantedKey: (one: Declared) => string,
  presentKey: (one: Present) => string,
): Match {
  const waiting = new Map<string, Declared[]>();
  for (const wanted of [...declared].reverse()) {
    const key = wantedKey(wanted);
    const queue = waiting.get(key);
    if (queue) queue.push(wanted);
    else waiting.set(key, [wanted]);
  }
  const pairs: Pair[] = [];
  const surplus: Present[] = [];
  for (const one of present) {
    const wanted = waiting.get(presentKey(one))?.pop();
    if (wanted) pairs.push([wanted, one]);
    else surplus.push(one);
  }
  const paired = new Set(pairs.map(([{ index }]) => index));
  return { pairs, missing: declared.filter(({ index }) => !paired.has(index)), surplus };
}

/**
 * The calls in phases: those of one phase do not get in each other's way, and may go out in any order. What is in the way of
 * something goes first; everything else is deleted last, when its successors are there.
 */
export function inPhases(set: SetRule, { pairs, missing, surplus }: Match): Call[][] {
  const news = byPlace(set, [...missing, ...pairs.map(([wanted]) => wanted)]);
  const isInTheWay = ({ seen }: Present): boolean =>
    (news.get(set.place(seen)) ?? []).some((wanted) => set.conflict(seen, wanted.seen) !== undefined);
  const [first, last] = [true, false].map((isFirst) => surplus.filter((present) => isInTheWay(present) === isFirst));
  const { waves, left } = inWaves(set, { pairs, missing, surplus: last ?? [] });
  const creates = left.missing.map((wanted): Call => ({ does: "create", wanted }));
  return [deletes(first ?? []), ...waves, creates, deletes(left.surplus)].filter((phase) => phase.length > 0);
}

function deletes(surplus: readonly Present[]): Call[] {
  return surplus.map((present): Call => ({ does: "delete", present }));
}

/** Updates that can be made at once, again and again; where each waits for another, a circle is opened. */
function inWaves(set: SetRule, match: Match): { waves: Call[][]; left: Match } {
  const waves: Call[][] = [];
  let left = match;
  while (left.pairs.length > 0) {
    const waitsFor = inTheWayOf(set, left.pairs);
    const free = new Set(left.pairs.filter((pair) => waitsFor(pair).length === 0));
    if (free.size > 0) {
      waves.push(Array.from(free, ([wanted, present]): Call => ({ does: "update", wanted, present })));
      left = { ...left, pairs: left.pairs.filter((pair) => !free.has(pair)) };
    } else {
      const opened = openCircle(set, left, waitsFor);
      waves.push([opened.call]);
      left = opened.left;
    }
  }
  return { waves, left };
}

/** What must have left its place before an update can be made. */
type InTheWay = (pair: Pair) => readonly Present[];

function inTheWayOf(set: SetRule, pairs: readonly Pair[]): InTheWay {
  const olds = byPlace(
    set,
    pairs.map(([, present]) => present),
  );
  return ([wanted, present]) =>
    (olds.get(set.place(wanted.seen)) ?? []).filter(
      (other) => other !== present && set.conflict(wanted.seen, other.seen) !== undefined,
    );
}

interface Opened {
  readonly call: Call;
  readonly left: Match;
}

/**
 * Takes a member out of its place, where others wait for that. It is deleted, and created again in its new place, which costs one
 * call more; unless a missing or a superfluous member can be exchanged for it.
 */
function openCircle(set: SetRule, match: Match, waitsFor: InTheWay): Opened {
  const blocked = new Map<Present, number>();
  for (const other of match.pairs.flatMap(waitsFor)) blocked.set(other, (blocked.get(other) ?? 0) + 1);
  const blocks = ([, present]: Pair): number => blocked.get(present) ?? 0;
  const blocking = match.pairs.filter((pair) => blocks(pair) > 0);
  for (const pair of blocking) {
    const exchanged = exchange(set, match, pair, waitsFor);
    if (exchanged) return exchanged;
  }
  // What waits for much, and what much waits for, is in the most circles.
  const weight = (pair: Pair): number => waitsFor(pair).length * blocks(pair);
  const [wanted, present] = blocking.reduce((one, other) => (weight(other) > weight(one) ? other : one));
  return {
    call: { does: "delete", present },
    left: {
      pairs: match.pairs.filter((pair) => pair[1] !== present),
      missing: [...match.missing, wanted],
      surplus: match.surplus,
    },
  };
}

/** Makes something missing of the member, or what was to become of it of something superfluous. */
function exchange(
  set: SetRule,
  { pairs, missing, surplus }: Match,
  pair: Pair,
  waitsFor: InTheWay,
): Opened | undefined {
  const [wanted, present] = pair;
  const fixed = fixedArguments(set);
  const key = ({ seen }: Declared | Present): string => fieldsKey(seen, fixed);
  const rest = pairs.filter((other) => other !== pair);
  const instead = missing.find((one) => key(one) === key(present) && waitsFor([one, present]).length === 0);
  if (instead) {
    return {
      call: { does: "update", wanted: instead, present },
      left: { pairs: rest, missing: [...missing.filter((one) => one !== instead), wanted], surplus },
    };
  }
  const spare = surplus.find((one) => key(one) === key(wanted));
  if (!spare) return undefined;
  return {
    call: { does: "delete", present },
    left: { pairs: [...rest, [wanted, spare]], missing, surplus: surplus.filter((one) => one !== spare) },
  };
}

function byPlace<T extends Declared | Present>({ place }: SetRule, members: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const member of members) {
    const key = place(member.seen);
    const group = groups.get(key);
    if (group) group.push(member);
    else groups.set(key, [member]);
  }
  return groups;
}
