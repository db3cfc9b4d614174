import { canonicalHostName } from "../normalise/host-name";
import type { DomainRecordArgs } from "../resources/domain-record-args";
import { RECORD_TYPES } from "../resources/domain-record-args";
import { entriesOf, textOf } from "./tokens";
import type { Entry, Remark, Token } from "./tokens";

/** A record of a zone file, as `DomainRecord` declares it, without the domain. Its values are those of the file, valid or not. */
export type ZoneFileRecord = Omit<DomainRecordArgs, "domainId">;

export interface ZoneFile {
  readonly records: readonly ZoneFileRecord[];
  /** The line of each record. */
  readonly lines: readonly number[];
  /** What is wrong; then `records` is not complete. */
  readonly problems: readonly Remark[];
  /** Valid entries that are no records of the service. */
  readonly leftOut: readonly Remark[];
}

/** A name without its trailing period, or relative to the zone if that is not known. */
interface Name {
  readonly text: string;
  readonly isAbsolute: boolean;
}

interface Place {
  origin: Name;
  ttlSec: number | undefined;
  owner: Name | undefined;
}

/** An entry of which everything but its data is read. */
interface Resource {
  readonly owner: Name;
  readonly origin: Name;
  readonly ttlSec: number | undefined;
  readonly type: string;
  readonly data: readonly Token[];
}

const UNIT_SEC: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const TTL = /^(\d+[smhdw]?)+$/i;
const CLASSES = ["IN", "CH", "HS", "CS"];
/** Types of other services, so that a misspelled one is an error. */
const OTHER =
  /^(ALIAS|ANAME|AFSDB|CDNSKEY|CDS|CERT|DNAME|DNSKEY|DS|HINFO|HTTPS|LOC|NAPTR|NSEC3?|NSEC3PARAM|OPENPGPKEY|RP|RRSIG|SMIMEA|SPF|SSHFP|SVCB|TLSA|TYPE\d+|URI)$/;
/** How many values a record has, and how many of them are numbers, where that is not one and none. */
const VALUES: Partial<Record<string, number>> = { MX: 2, SRV: 4, CAA: 3 };
const NUMBERS: Partial<Record<string, number>> = { MX: 1, SRV: 3 };
const isHeld = (type: string): type is DomainRecordArgs["type"] => (RECORD_TYPES as readonly string[]).includes(type);

/** What is wrong with one entry, or why it is left out. */
class Unusable extends Error {}
class LeftOut extends Error {}

/**
 * The records of a BIND zone file (RFC 1035, 5.1), whose names and targets may be relative to `$ORIGIN`. Never throws.
 * @param domain the zone, which the file need not name; otherwise, that is its first `$ORIGIN` or the owner of its SOA record
 */
export function parseZoneFile(text: string, domain?: string): ZoneFile {
  const { entries, problems: unbalanced } = entriesOf(text);
  const problems = [...unbalanced];
  const leftOut: Remark[] = [];
  const zone = domain === undefined ? zoneIn(entries) : canonicalHostName(domain);
  const place: Place = {
    origin: { text: zone ?? "", isAbsolute: zone !== undefined },
    ttlSec: undefined,
    owner: undefined,
  };
  const found: { readonly line: number; readonly record: ZoneFileRecord }[] = [];
  for (const entry of entries) {
    try {
      const resource = readEntry(entry, place);
      if (resource) found.push({ line: entry.line, record: recordOf(resource, zone) });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      (error instanceof LeftOut ? leftOut : problems).push({ line: entry.line, reason: error.message });
    }
  }
  return { records: found.map(({ record }) => record), lines: found.map(({ line }) => line), problems, leftOut };
}

/** The zone that the file names. */
function zoneIn(entries: readonly Entry[]): string | undefined {
  for (const { tokens, continues } of entries) {
    const [first, second] = tokens;
    const isOrigin = first?.raw.toUpperCase() === "$ORIGIN";
    const isSoa = !continues && tokens.slice(1, 4).some(({ raw }) => raw.toUpperCase() === "SOA");
    const name = isOrigin ? second : isSoa ? first : undefined;
    if (name?.raw.endsWith(".")) return canonicalHostName(name.raw);
  }
  return undefined;
}

/** Reads a directive, or the beginning of a record. */
function readEntry({ continues, tokens }: Entry, place: Place): Resource | undefined {
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
  let ttlSec: number | undefined;
  for (let next = rest[0]; next; next = rest[0]) {
    if (TTL.test(next.raw)) ttlSec = secondsOf(next.raw);
    else if (!CLASSES.includes(next.raw.toUpperCase())) break;
    else if (next.raw.toUpperCase() !== "IN") throw new Unusable(`class ${next.raw}: only IN is possible`);
    rest.shift();
  }
  const type = rest.shift()?.raw.toUpperCase();
  if (type === undefined) throw new Unusable("has no type");
  if (type !== "SOA" && !isHeld(type) && !OTHER.test(type)) throw new Unusable(`"${type}" is no record type`);
  return { owner, origin: place.origin, ttlSec: ttlSec ?? place.ttlSec, type, data: rest };
}

function readDirective(name: string, [value]: readonly Token[], place: Place): void {
  if (name !== "$ORIGIN" && name !== "$TTL") {
    throw new Unusable(`${name} is not supported: write the records themselves`);
  }
  if (value === undefined) throw new Unusable(`${name} has no value`);
  if (name === "$ORIGIN") place.origin = absolute(value, place.origin);
  else if (TTL.test(value.raw)) place.ttlSec = secondsOf(value.raw);
  else throw new Unusable(`$TTL "${value.raw}" is no time such as 3600 or 1h`);
}

function secondsOf(time: string): number {
  return Array.from(time.matchAll(/(\d+)([smhdw]?)/gi), ([, count, unit = ""]) => {
    return Number(count) * (UNIT_SEC[unit.toLowerCase()] ?? 1);
  }).reduce((sum, part) => sum + part, 0);
}

function absolute({ raw, isQuoted }: Token, origin: Name): Name {
  if (raw === "@" && !isQuoted) return origin;
  if (raw.includes("\\")) throw new LeftOut(`${raw}: the service has no names with "\\"`);
  if (raw.endsWith(".")) return { text: raw.slice(0, -1), isAbsolute: true };
  return { text: origin.text === "" ? raw : `${raw}.${origin.text}`, isAbsolute: origin.isAbsolute };
}

/** The name within the zone; "" for the zone itself. */
function within({ text, isAbsolute }: Name, zone: string | undefined): string {
  const name = text.toLowerCase();
  if (!isAbsolute) return name;
  if (zone === undefined) throw new Unusable(`${text}. is a full name: add $ORIGIN with the zone's name at the top`);
  if (name === zone) return "";
  if (!name.endsWith(`.${zone}`)) throw new Unusable(`${text}. is not in ${zone}`);
  return name.slice(0, -zone.length - 1);
}

function recordOf({ owner, origin, ttlSec, type, data }: Resource, zone: string | undefined): ZoneFileRecord {
  const name = within(owner, zone);
  if (type === "SOA") throw new LeftOut("SOA: the service has its own; see soaEmail and the times of the domain");
  if (type === "NS" && name === "") throw new LeftOut("NS of the zone: the service answers with its own name servers");
  if (!isHeld(type)) throw new LeftOut(`${type}: the service has no such records`);
  const unnamed = { type, ...(ttlSec === undefined ? {} : { ttlSec }) };
  const base = { ...unnamed, ...(name === "" ? {} : { name }) };
  const numbers = NUMBERS[type] ?? 0;
  const expected = VALUES[type] ?? 1;
  if (type === "TXT" ? data.length === 0 : data.length !== expected) {
    throw new Unusable(`${type} needs ${expected} ${expected === 1 ? "value" : "values"}, and has ${data.length}`);
  }
  for (const { raw } of data.slice(0, numbers)) {
    if (!/^\d{1,5}$/.test(raw)) throw new Unusable(`${type}: "${raw}" is no number`);
  }
  const [priority = 0, weight = 0, port = 0] = data.slice(0, numbers).map(({ raw }) => Number(raw));
  const last = data.at(-1) ?? { line: 0, raw: "", isQuoted: false };
  if (type === "A" || type === "AAAA") return { ...base, target: last.raw };
  if (type === "TXT") return { ...base, target: data.map(textOf).join("") };
  if (type === "CAA") return { ...base, ...caaOf(data), target: textOf(last) };
  const target = type === "MX" && last.raw === "." ? "" : targetOf(last, origin);
  if (type === "MX") return { ...base, target, priority };
  if (type !== "SRV") return { ...base, target };
  const [service = "", ...protocol] = name.split(".");
  if (!service.startsWith("_") || protocol.length === 0) {
    throw new Unusable("an SRV record needs a name such as _sip._tcp");
  }
  return { ...unnamed, target, priority, weight, port, service, protocol: protocol.join(".") };
}

function caaOf([flags, tag]: readonly Token[]): Required<Pick<ZoneFileRecord, "tag">> {
  if (flags?.raw !== "0") throw new LeftOut(`CAA with flags ${flags?.raw ?? ""}: the service only has 0`);
  return { tag: (tag?.raw.toLowerCase() ?? "") as Required<ZoneFileRecord>["tag"] };
}

function targetOf(token: Token, origin: Name): string {
  if (token.raw === ".") throw new LeftOut('a target of ".": the service needs a host name');
  const { text, isAbsolute } = absolute(token, origin);
  if (!isAbsolute) {
    throw new Unusable(`the target ${token.raw} is relative: end it with a period, or add $ORIGIN at the top`);
  }
  return text.toLowerCase();
}

/** A message about records, of which those after the first `own` are from a file: they have its line instead of an index. */
export function inLines(message: string, own: number, lines: readonly number[]): string {
  return message.replace(/\brecords\[(\d+)\]/g, (path, index) => {
    const line = lines[Number(index) - own];
    return line === undefined ? path : `zoneFile line ${line}`;
  });
}

const MAX_REMARKS = 20;

/** The remarks in words, up to a number that a person reads. */
export function remarksIn(remarks: readonly Remark[]): string[] {
  const shown = remarks.slice(0, MAX_REMARKS).map(({ line, reason }) => `line ${line}: ${reason}`);
  const more = remarks.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more like these`] : shown;
}
