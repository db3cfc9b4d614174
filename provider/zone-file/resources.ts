import { absolute, isBelow } from "./names";
import type { Name } from "./names";
import { Unusable } from "./tokens";
import type { Entry, Token } from "./tokens";

/** An entry of which everything but its data is read. */
export interface Resource {
  readonly owner: Name;
  readonly origin: Name;
  readonly ttlSec: number | undefined;
  /** In upper case; any that a name server may know. */
  readonly type: string;
  readonly data: readonly Token[];
}

/** What an entry has from those before it. */
export interface Place {
  origin: Name;
  owner?: Name;
  /** From `$TTL`, or the minimum of an SOA record before which there is no TTL. */
  defaultTtlSec?: number | undefined;
  /** The last one that a record states, which holds without a default (RFC 1035, 5.1). */
  statedTtlSec?: number | undefined;
}

/** Where a file begins. */
export function beginningOf(zone: string | undefined): Place {
  return { origin: { text: zone ?? "", isAbsolute: zone !== undefined } };
}

const UNIT_SEC: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const TTL = /^(\d+|(\d+[smhdw])+)$/i;
const CLASS = /^(IN|CH|CHAOS|HS|HESIOD|CS|CSNET|ANY|NONE|CLASS\d+)$/i;
/** Types by their numbers (RFC 3597). */
const NUMBERED: Partial<Record<string, string>> = {
  TYPE1: "A",
  TYPE2: "NS",
  TYPE5: "CNAME",
  TYPE6: "SOA",
  TYPE12: "PTR",
  TYPE15: "MX",
  TYPE16: "TXT",
  TYPE28: "AAAA",
  TYPE33: "SRV",
  TYPE257: "CAA",
};

/** Reads a directive, or the beginning of a record. */
export function readEntry({ continues, tokens }: Entry, place: Place): Resource | undefined {
  const rest = [...tokens];
  const [first] = rest;
  if (first && !first.isQuoted && !continues && first.raw.startsWith("$")) {
    readDirective(first.raw.toUpperCase(), rest.slice(1), place);
    return undefined;
  }
  const written = continues ? undefined : rest.shift();
  const owner = written ? absolute(written, place.origin) : place.owner;
  if (!owner) throw new Unusable("begins with white space, but no entry before it has a name");
  place.owner = owner;
  let stated: number | undefined;
  let hasClass = false;
  for (let next = rest[0]; next; next = rest[0]) {
    if (stated === undefined && TTL.test(next.raw)) stated = secondsOf(next.raw);
    else if (hasClass || !CLASS.test(next.raw)) break;
    else if (/^(IN|CLASS1)$/i.test(next.raw)) hasClass = true;
    else throw new Unusable(`class ${next.raw}: only IN is possible`);
    rest.shift();
  }
  const word = rest.shift()?.raw.toUpperCase();
  if (word === undefined) throw new Unusable("has no type");
  if (!/^[A-Z][A-Z0-9-]*$/.test(word)) throw new Unusable(`"${word}" is no record type`);
  const type = NUMBERED[word] ?? word;
  place.statedTtlSec = stated ?? place.statedTtlSec;
  const minimum = rest.at(-1)?.raw ?? "";
  if (type === "SOA" && place.statedTtlSec === undefined && TTL.test(minimum)) {
    place.defaultTtlSec ??= secondsOf(minimum);
  }
  return { owner, origin: place.origin, ttlSec: stated ?? place.defaultTtlSec ?? place.statedTtlSec, type, data: rest };
}

function readDirective(name: string, [value, extra]: readonly Token[], place: Place): void {
  if (name !== "$ORIGIN" && name !== "$TTL") {
    throw new Unusable(`${name} is not supported: write the records themselves`);
  }
  if (value === undefined) throw new Unusable(`${name} has no value`);
  if (extra) throw new Unusable(`${name} has one value, and no "${extra.raw}" after it`);
  if (name === "$ORIGIN") place.origin = absolute(value, place.origin);
  else if (TTL.test(value.raw)) place.defaultTtlSec = secondsOf(value.raw);
  else throw new Unusable(`$TTL "${value.raw}" is no time such as 3600 or 1h`);
}

/** A time that needs the sign's bit is none (RFC 2181, 8). */
function secondsOf(time: string): number {
  const seconds = Array.from(time.matchAll(/(\d+)([smhdw]?)/gi), ([, count, unit = ""]) => {
    return Number(count) * (UNIT_SEC[unit.toLowerCase()] ?? 1);
  }).reduce((sum, part) => sum + part, 0);
  return seconds >= 2 ** 31 && seconds < 2 ** 32 ? 0 : seconds;
}

interface StatedZone {
  readonly line: number;
  readonly name: string;
  /** An SOA record is at the top of its zone; an `$ORIGIN` may be elsewhere. */
  readonly isTop: boolean;
}

/** The zone that the file names: the owner of its SOA record or, without one, the first full `$ORIGIN`. */
export function statedZone(entries: readonly Entry[], domain: string | undefined): StatedZone | undefined {
  const place = beginningOf(domain);
  let first: StatedZone | undefined;
  for (const entry of entries) {
    const before = place.origin;
    const { line } = entry;
    const owner = ownerOfSoa(entry, place);
    if (owner) return owner.isAbsolute ? { line, name: owner.text, isTop: true } : first;
    const { text, isAbsolute } = place.origin;
    if (place.origin !== before && isAbsolute && text !== "") first ??= { line, name: text, isTop: false };
  }
  return first;
}

function ownerOfSoa(entry: Entry, place: Place): Name | undefined {
  try {
    const resource = readEntry(entry, place);
    return resource?.type === "SOA" ? resource.owner : undefined;
  } catch {
    // Reported when the records are read.
    return undefined;
  }
}

/** Whether the file is of another zone than the domain. */
export function isOther({ name, isTop }: StatedZone, domain: string): boolean {
  return name !== domain && (isTop || !(isBelow(name, domain) || isBelow(domain, name)));
}
