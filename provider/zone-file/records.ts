import { canonicalHostName } from "../normalise/host-name";
import { canonicalIpv6 } from "../normalise/ipv6";
import { DOCUMENTED } from "../normalise/brands";
import type { DomainRecordArgs } from "../resources/domain-record-args";
import { RECORD_TYPES } from "../resources/domain-record-args";
import { absolute, rejectLacking, within } from "./names";
import type { Name } from "./names";
import { beginningOf, isOther, readEntry, statedZone } from "./resources";
import type { Place, Resource } from "./resources";
import { LeftOut, Unusable, entriesOf, textOf } from "./tokens";
import type { Entry, Remark, Token } from "./tokens";

/** A record of a zone file, as `DomainRecord` declares it, without the domain. Its values are those of the file, valid or not. */
export type ZoneFileRecord = Omit<DomainRecordArgs, "domainId">;

export interface ZoneFile {
  /** What the names are relative to: the domain or, if that is not known, the zone that the file names. */
  readonly zone: string | undefined;
  readonly records: readonly ZoneFileRecord[];
  /** The line of each record. */
  readonly lines: readonly number[];
  /** What is wrong; then `records` is not complete. */
  readonly problems: readonly Remark[];
  /** Valid entries that are no records of the service. */
  readonly leftOut: readonly Remark[];
  /** Records that have another TTL than in the file. */
  readonly otherTtls: readonly Remark[];
}

/** A record at the top of every zone, whose text changes with each of its versions. */
class Top extends LeftOut {}

/** What became of an entry. */
interface Reading {
  readonly line: number;
  readonly record?: ZoneFileRecord;
  readonly leftOut?: Remark;
  readonly problem?: Remark;
}

/**
 * The records of a BIND zone file (RFC 1035, 5.1), whose names and targets may be relative to `$ORIGIN`. Never throws.
 * @param domain the zone, which the file need not name
 */
export function parseZoneFile(text: string, domain?: string): ZoneFile {
  const { entries, problems: unreadable } = entriesOf(text);
  const own = domain === undefined ? undefined : canonicalHostName(domain);
  const stated = statedZone(entries, own);
  const zone = own ?? stated?.name;
  if (stated && own !== undefined && isOther(stated, own)) {
    const reason = `the file is of the zone ${stated.name}, and the domain is ${own}`;
    const problems = [...unreadable, { line: stated.line, reason }];
    return { zone, records: [], lines: [], problems, leftOut: [], otherTtls: [] };
  }
  const place = beginningOf(zone);
  const all = entries.flatMap((entry) => read(entry, { place, zone }) ?? []);
  const problems = [...unreadable, ...all.flatMap(({ problem }) => problem ?? [])];
  const leftOut = all.flatMap((one) => one.leftOut ?? []);
  const { found, otherTtls } = merged(all);
  const [records, lines] = [found.map(({ record }) => record), found.map(({ line }) => line)];
  // Such as the beginning of an export: it must not delete everything.
  if (records.length === 0 && problems.length === 0) problems.push(NO_RECORD, ...leftOut);
  return { zone, records, lines, problems, leftOut, otherTtls };
}

/** Whether a file may be of that zone: it names none, or that one. */
export function isOfZone(text: string, zone: string): boolean {
  const own = canonicalHostName(zone);
  const stated = statedZone(entriesOf(text).entries, own);
  return !stated || !isOther(stated, own);
}

/** Nothing becomes of a directive. */
function read(
  entry: Entry,
  { place, zone }: { readonly place: Place; readonly zone: string | undefined },
): Reading | undefined {
  const { line, tokens } = entry;
  try {
    const resource = readEntry(entry, place);
    return resource && { line, record: recordOf(resource, zone) };
  } catch (error) {
    if (!(error instanceof Unusable || error instanceof LeftOut)) throw error;
    const { message: reason } = error;
    if (error instanceof Unusable) return { line, problem: { line, reason } };
    if (error instanceof Top) return { line, leftOut: { line, reason } };
    return { line, leftOut: { line, reason, text: tokens.map(({ raw }) => raw).join(" ") } };
  }
}

const NO_RECORD = {
  line: 1,
  reason: "the file has no record that the service can have; to declare none, omit zoneFile",
};
const [SHORTEST_SEC = 0] = DOCUMENTED.recordTtlsSec;

/** Equal records are one, as in a name server. */
function merged(all: readonly Reading[]) {
  const found = new Map<string, { readonly line: number; readonly record: ZoneFileRecord }>();
  const otherTtls: Remark[] = [];
  for (const { line, record } of all) {
    if (!record) continue;
    const { ttlSec, ...rest } = record;
    const key = JSON.stringify({ ...rest, target: canonicalIpv6(rest.target ?? "") });
    const earlier = found.get(key);
    if (!earlier) {
      const reason = `a TTL of 0 becomes ${SHORTEST_SEC}, the shortest documented one: to the service, 0 is the domain's default`;
      if (ttlSec === 0) otherTtls.push({ line, reason });
      found.set(key, { line, record: ttlSec === 0 ? { ...record, ttlSec: SHORTEST_SEC } : record });
    } else if (earlier.record.ttlSec !== (ttlSec === 0 ? SHORTEST_SEC : ttlSec)) {
      otherTtls.push({ line, reason: `equal to the record of line ${earlier.line}, whose TTL applies` });
    }
  }
  return { found: Array.from(found.values()), otherTtls };
}

/** How many values a record has, and how many of them are numbers, where that is not one and none. */
const VALUES: Partial<Record<string, number>> = { MX: 2, SRV: 4, CAA: 3, SOA: 7 };
const NUMBERS: Partial<Record<string, number>> = { MX: 1, SRV: 3, CAA: 1 };
const TAGS = ["issue", "issuewild", "iodef"] as const;
const isHeld = (type: string): type is DomainRecordArgs["type"] => (RECORD_TYPES as readonly string[]).includes(type);

function recordOf({ owner, origin, ttlSec, type, data }: Resource, zone: string | undefined): ZoneFileRecord {
  const name = within(owner, zone);
  if (type !== "SOA" && !isHeld(type)) throw new LeftOut(`${type}: the service has no such records`);
  const expected = VALUES[type] ?? 1;
  if (data[0]?.raw === "\\#") throw new Unusable(`${type} in the form of RFC 3597 (\\#): write its values`);
  if (type === "TXT" ? data.length === 0 : data.length !== expected) {
    throw new Unusable(`${type} needs ${expected} ${expected === 1 ? "value" : "values"}, and has ${data.length}`);
  }
  if (type === "SOA") {
    if (name !== "") throw new Unusable(`an SOA record is at the top of its zone, not at ${name}`);
    throw new Top("SOA: the service has its own; see soaEmail and the times of the domain");
  }
  if (type === "NS" && name === "") throw new Top("NS of the zone: the service answers with its own name servers");
  const unnamed = { type, ...(ttlSec === undefined ? {} : { ttlSec }) };
  const base = { ...unnamed, ...(name === "" ? {} : { name }) };
  const numbers = data.slice(0, NUMBERS[type] ?? 0);
  for (const { raw } of numbers) {
    if (!/^\d{1,5}$/.test(raw)) throw new Unusable(`${type}: "${raw}" is no number`);
  }
  const [priority = 0, weight = 0, port = 0] = numbers.map(({ raw }) => Number(raw));
  const last = data.at(-1) ?? { line: 0, raw: "", isQuoted: false };
  if (type === "A" || type === "AAAA") return { ...base, target: last.raw };
  if (type === "TXT") return { ...base, target: textOf(data) };
  if (type === "CAA") return { ...base, tag: tagOf(data), target: textOf([last]) };
  // A null MX is "MX 0 ." (RFC 7505).
  const target = targetOf(last, { origin, isOptional: type === "MX" && name === "" && priority === 0 });
  if (type === "MX") return { ...base, target, priority };
  if (type !== "SRV") return { ...base, target };
  const [service = "", ...protocol] = name.split(".");
  if (!service.startsWith("_") || protocol.length === 0) {
    throw new Unusable("SRV: the service only has names such as _sip._tcp");
  }
  return { ...unnamed, target, priority, weight, port, service, protocol: protocol.join(".") };
}

function tagOf([flags, { raw = "" } = {}]: readonly Partial<Token>[]): (typeof TAGS)[number] {
  if (Number(flags?.raw) !== 0) throw new LeftOut(`CAA with flags ${flags?.raw ?? ""}: the service only has 0`);
  const tag = TAGS.find((one) => one === raw.toLowerCase());
  if (tag === undefined) throw new LeftOut(`CAA ${raw}: the service only has ${TAGS.join(", ")}`);
  return tag;
}

function targetOf(
  token: Token,
  { origin, isOptional }: { readonly origin: Name; readonly isOptional: boolean },
): string {
  const name = absolute(token, origin);
  const { text, isAbsolute } = name;
  rejectLacking(name);
  if (!isAbsolute) {
    throw new Unusable(`the target ${token.raw} is relative: end it with a period, or add $ORIGIN at the top`);
  }
  if (text !== "" || isOptional) return text;
  throw new LeftOut('a target of ".": the service only has that in "MX 0 ." of the domain itself');
}
