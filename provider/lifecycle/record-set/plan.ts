import type { Values } from "../../definition/values";
import { recordCoexistence } from "../../resources/domain-record";
import { groupBy, fieldsKey } from "../state";
import type { DeclaredRecord } from "../state";
import type { Present } from "./records";

/** The next operation on a set. A preview prints it, and an update executes it. */
export interface Plan {
  readonly live: Live;
  /** Fields of the zone, if canonical forms depend on them. */
  readonly zone: Values | undefined;
  /** Records that already match the program: no request is sent. */
  readonly same: readonly RecordPair[];
  /** Declared records that belong to another resource of the program: no request is sent. */
  readonly others: readonly DeclaredRecord[];
  /** Requests of one phase are independent and may be sent in any order. A phase starts once the one before has succeeded. */
  readonly phases: readonly (readonly RecordWrite[])[];
  /** What an exclusive set leaves to the next update: no preview could list what a zone from an existing source brings. */
  readonly unlisted?: readonly Present[];
}

/** One request. */
export type RecordWrite =
  | { readonly does: "create"; readonly wanted: DeclaredRecord }
  | { readonly does: "update"; readonly wanted: DeclaredRecord; readonly present: Present }
  | { readonly does: "delete"; readonly present: Present };

/**
 * The zone's records: `own` belong to this set, `held` to other resources of the program, `free` to none. Of the own and the free ones, what is
 * not declared is `surplus`.
 */
export interface Live {
  readonly own: readonly Present[];
  readonly free: readonly Present[];
  readonly held: readonly Present[];
}

export function allIn({ own, free, held }: Live): Present[] {
  return [...own, ...free, ...held];
}

type RecordPair = readonly [wanted: DeclaredRecord, present: Present];

/** The declared records, and the zone's records to start from. */
interface Goal extends Pick<Plan, "live" | "zone"> {
  readonly declared: readonly DeclaredRecord[];
  /** Unmanaged records that an exclusive set deletes or reuses, unless they are declared. */
  readonly surplus: readonly Present[];
}

/**
 * Plans one request for each record that differs, which is the minimum, and one more for each cycle of records that block each other.
 * Records that match need no request.
 */
export function planRequests({ declared, live, surplus, zone }: Goal): Plan {
  const same = pairIdentical(declared, [...live.own, ...live.free]);
  const elsewhere = pairIdentical(same.missing, live.held);
  const paired = new Set(same.pairs.map(([, present]) => present));
  const usable = [...live.own, ...surplus].filter((one) => !paired.has(one));
  const phases = inPhases(pairSimilar(elsewhere.missing, usable));
  return { live, zone, same: same.pairs, others: elsewhere.pairs.map(([wanted]) => wanted), phases };
}

/** Unmanaged records that match the program: the set adopts them. */
export function adoptedRecords({ same, live }: Plan): Present[] {
  const free = new Set(live.free);
  return same.map(([, present]) => present).filter((one) => free.has(one));
}

/** Unmanaged records that the requests update or delete. */
export function unmanagedChanged({ phases, live }: Plan): Present[] {
  const free = new Set(live.free);
  return phases.flat().flatMap((write) => (write.does !== "create" && free.has(write.present) ? [write.present] : []));
}

/** Declared records and those of the zone, paired. */
interface PairedRecords {
  readonly pairs: readonly RecordPair[];
  readonly missing: readonly DeclaredRecord[];
  readonly surplus: readonly Present[];
}

/** Pairs identical records, preferring earlier ones in `present`. */
export function pairIdentical(declared: readonly DeclaredRecord[], present: readonly Present[]): PairedRecords {
  return pairBy(({ key }) => key, { pairs: [], missing: declared, surplus: present });
}

/** The inputs that an update keeps, the most similar records first. None can change the type. */
const ALIKE = [
  ["type", "name", "target", "service", "protocol", "port", "tag"],
  ["type", "name", "service", "protocol"],
  ["type", "target"],
  ["type"],
];

/** Pairs the remaining records for updates: as many as possible, each with the most similar one. */
export function pairSimilar(declared: readonly DeclaredRecord[], present: readonly Present[]): PairedRecords {
  const unpaired: PairedRecords = { pairs: [], missing: declared, surplus: present };
  return ALIKE.reduce((match, names) => pairBy(({ fingerprint }) => fieldsKey(fingerprint, names), match), unpaired);
}

/** Pairs those of the unpaired records that have the same key. */
function pairBy(
  keyOf: (one: DeclaredRecord | Present) => string,
  { pairs, missing, surplus }: PairedRecords,
): PairedRecords {
  // Reversed, because `pop` takes the last of each group.
  const waiting = groupBy([...missing].reverse(), keyOf);
  const found = surplus.flatMap((one): RecordPair[] => {
    const wanted = waiting.get(keyOf(one))?.pop();
    return wanted ? [[wanted, one]] : [];
  });
  const paired = new Set(found.flat());
  return {
    pairs: [...pairs, ...found],
    missing: missing.filter((one) => !paired.has(one)),
    surplus: surplus.filter((one) => !paired.has(one)),
  };
}

/** Deletes surplus records that block others first, and all others last, once their successors exist. */
function inPhases({ pairs, missing, surplus }: PairedRecords): RecordWrite[][] {
  const conflicting = conflictingIn([...missing, ...pairs.map(([wanted]) => wanted)]);
  const inTheWay = new Set(surplus.filter((one) => conflicting(one).length > 0));
  const { waves, left } = inWaves({ pairs, missing, surplus: surplus.filter((one) => !inTheWay.has(one)) });
  const creates = left.missing.map((wanted): RecordWrite => ({ does: "create", wanted }));
  return [deletes(inTheWay), ...waves, creates, deletes(left.surplus)];
}

function deletes(surplus: Iterable<Present>): RecordWrite[] {
  return Array.from(surplus, (present): RecordWrite => ({ does: "delete", present }));
}

/** Takes the updates that are not blocked, repeatedly. If all block each other, it breaks a cycle. */
function inWaves(match: PairedRecords): { waves: RecordWrite[][]; left: PairedRecords } {
  const waves: RecordWrite[][] = [];
  let left = match;
  while (left.pairs.length > 0) {
    const conflicting = conflictingIn(left.pairs.map(([, present]) => present));
    /** The records that must leave their place before an update is possible. */
    const waitsFor = ([wanted, present]: RecordPair): Present[] =>
      conflicting(wanted).filter((other) => other !== present);
    const free = new Set(left.pairs.filter((pair) => waitsFor(pair).length === 0));
    if (free.size > 0) {
      waves.push(Array.from(free, ([wanted, present]): RecordWrite => ({ does: "update", wanted, present })));
      left = { ...left, pairs: left.pairs.filter((pair) => !free.has(pair)) };
    } else {
      const [wanted, present] = toBeRecreated(left.pairs, waitsFor);
      waves.push(deletes([present]));
      left = { ...left, missing: [...left.missing, wanted], pairs: left.pairs.filter(([one]) => one !== wanted) };
    }
  }
  return { waves, left };
}

/**
 * Chooses, of updates that block each other, the record to delete and to recreate in its new place: the one with the most blockers and the most
 * blocked records is in the most cycles. This costs one extra request, for instance if a CNAME and an A record swap names.
 */
function toBeRecreated(pairs: readonly RecordPair[], waitsFor: (pair: RecordPair) => Present[]): RecordPair {
  const blocked = new Map<Present, number>();
  for (const other of pairs.flatMap(waitsFor)) blocked.set(other, (blocked.get(other) ?? 0) + 1);
  const blocks = ([, present]: RecordPair): number => blocked.get(present) ?? 0;
  const weight = (pair: RecordPair): number => waitsFor(pair).length * blocks(pair);
  return pairs.filter((pair) => blocks(pair) > 0).reduce((one, other) => (weight(other) > weight(one) ? other : one));
}

/** Returns a function that finds the records in conflict with a given one: in its place, all records of a sort or none. */
function conflictingIn<T extends DeclaredRecord | Present>(
  records: readonly T[],
): (one: DeclaredRecord | Present) => T[] {
  const { place, conflict } = recordCoexistence;
  const places = groupBy(records, ({ fingerprint }) => place(fingerprint));
  const bySort = (there: readonly T[]): T[][] =>
    Array.from(groupBy(there, ({ fingerprint }) => place(fingerprint, true)).values());
  const sortsIn = new Map(Array.from(places, ([name, there]) => [name, bySort(there)]));
  return ({ fingerprint }) => {
    const sorts = sortsIn.get(place(fingerprint)) ?? [];
    return sorts.filter(([first]) => first && conflict(fingerprint, first.fingerprint) !== undefined).flat();
  };
}
