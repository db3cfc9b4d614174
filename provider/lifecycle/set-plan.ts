import { replacingArguments } from "../definition";
import type { SetRule } from "../collection-set";
import { fieldsKey } from "./set-members";
import type { Declared, Present } from "./set-members";

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
  return replacingArguments(member).filter((name) => member.args[name]?.sentIn !== "path");
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
  const news = groupBy([...missing, ...pairs.map(([wanted]) => wanted)], set);
  const isInTheWay = ({ seen }: Present): boolean =>
    (news.get(set.place(seen)) ?? []).some((wanted) => set.conflict(seen, wanted.seen) !== undefined);
  const [first, last] = [true, false].map((isFirst) =>
    surplus.filter((present) => isInTheWay(present) === isFirst).map((present): Call => ({ does: "delete", present })),
  );
  const { waves, undone } = wavesOf(set, pairs);
  const creates = [...missing, ...undone].map((wanted): Call => ({ does: "create", wanted }));
  return [first ?? [], ...waves, creates, last ?? []].filter((phase) => phase.length > 0);
}

/** Updates that can be made at once, again and again; where each waits for another, one is a deletion and a creation instead. */
function wavesOf(set: SetRule, pairs: readonly Pair[]): { waves: Call[][]; undone: Declared[] } {
  const waves: Call[][] = [];
  const undone: Declared[] = [];
  let pending = pairs;
  while (pending.length > 0) {
    const olds = groupBy(
      pending.map(([, present]) => present),
      set,
    );
    const isFree = ([wanted, present]: Pair): boolean =>
      (olds.get(set.place(wanted.seen)) ?? []).every(
        (other) => other === present || set.conflict(wanted.seen, other.seen) === undefined,
      );
    const free = new Set(pending.filter(isFree));
    const [stuck] = pending;
    if (free.size > 0) {
      waves.push(Array.from(free, ([wanted, present]): Call => ({ does: "update", wanted, present })));
      pending = pending.filter((pair) => !free.has(pair));
    } else if (stuck) {
      waves.push([{ does: "delete", present: stuck[1] }]);
      undone.push(stuck[0]);
      pending = pending.slice(1);
    }
  }
  return { waves, undone };
}

function groupBy<T extends Declared | Present>(members: readonly T[], { place }: SetRule): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const member of members) {
    const key = place(member.seen);
    const group = groups.get(key);
    if (group) group.push(member);
    else groups.set(key, [member]);
  }
  return groups;
}
