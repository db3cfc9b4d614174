import { Problems } from "../../interface/errors";
import type { DomainRow, RecordRow } from "./rows";
import { records } from "./rows";
import type { World } from "../../world";
import { fitsDns, isHostName, isRecordName, withoutTrailingDot } from "./dns-names";
import { withoutConflicts } from "./record-conflicts";
import { readTarget } from "./record-targets";

/** The durations that replace 0, in seconds. */
const DEFAULTS = { refresh: 14_400, retry: 14_400, expire: 1_209_600, ttl: 86_400 };

/** Number of the service's name servers. */
const NAME_SERVERS = 5;

/** Maximum length of a character string, and of the data of one record (RFC 1035). */
const STRING_BYTES = 255;
const DATA_BYTES = 65_535;

/** Bytes that need no escape in a quoted string: printable, and neither quote nor backslash. */
const PLAIN_IN_QUOTES = /^[ !#-[\]-~]$/;
/** Bytes that need no escape in a label. */
const PLAIN_IN_LABEL = /^[A-Za-z0-9_-]$/;

/** Renders the part after the type; undefined if the record cannot be served. */
type Data = (record: RecordRow, domain: DomainRow) => string | undefined;

const hostData: Data = ({ target }) => `${target}.`;

const DATA: { readonly [type: string]: Data } = {
  A: ({ target }) => target,
  AAAA: ({ target }) => target,
  NS: hostData,
  CNAME: hostData,
  PTR: hostData,
  MX: ({ priority, target }) => `${priority}  ${target}.`,
  TXT: ({ target }) => text(Buffer.from(target)),
  SRV: ({ priority, weight, port, target }) => `${priority}  ${weight}  ${port}  ${target}.`,
  CAA: ({ tag, target }) => (tag === null ? undefined : `0  ${tag}  ${quoted(Buffer.from(target))}`),
};

/**
 * Renders a domain as the lines of a zone file (RFC 1035, section 5) with the domain as its origin. A disabled domain has no lines,
 * and neither does a copy of another master's zone (Linode API v4, Domains).
 */
export function renderZone(world: World, domain: DomainRow, serial: number): readonly string[] {
  if (domain.status !== "active" || domain.type !== "master") return [];
  const { refresh, retry, expire, ttl } = DEFAULTS;
  const servers = Array.from({ length: NAME_SERVERS }, (_, index) => `ns${index + 1}.${world.brand.word}.invalid.`);
  const times = [
    domain.refresh_sec || refresh,
    domain.retry_sec || retry,
    domain.expire_sec || expire,
    domain.ttl_sec || ttl,
  ];
  return [
    `; ${domain.domain} [${domain.id}]`,
    `$TTL ${domain.ttl_sec || ttl}`,
    line("@", "IN", "SOA", servers[0], mailbox(domain), serial, ...times),
    ...servers.map((server) => line("@", "NS", server)),
    ...[...withoutConflicts(records.in(world).by("domain", domain.id))].flatMap((row) => recordLine(row, domain)),
  ];
}

/** The line of a record; none if it cannot be served. */
function recordLine(record: RecordRow, domain: DomainRow): string[] {
  const problems = new Problems();
  readTarget(record, domain, "", problems);
  const data = DATA[record.type]?.(record, domain);
  const isNamed = isRecordName(record.name) && fitsDns(`${record.name}.${domain.domain}`);
  if (!problems.isEmpty || data === undefined || !isNamed) return [];
  const ttl = record.ttl_sec === 0 ? [] : [record.ttl_sec];
  return [line(record.name || "@", ...ttl, record.type, data)];
}

/** Converts a mail address to a domain name, whose first label is the part before the @ (RFC 1035, section 8). */
function mailbox({ domain, soa_email }: DomainRow): string {
  const at = soa_email.lastIndexOf("@");
  const [local, host] = [Buffer.from(soa_email.slice(0, Math.max(0, at))), soa_email.slice(at + 1)];
  const isUsable = local.length >= 1 && local.length <= 63 && isHostName(host);
  return isUsable ? `${escaped(local, PLAIN_IN_LABEL)}.${withoutTrailingDot(host)}.` : `hostmaster.${domain}.`;
}

/** A text as quoted strings; undefined if it is too long. */
function text(bytes: Buffer): string | undefined {
  const strings: string[] = [];
  for (let at = 0; at < bytes.length; at += STRING_BYTES) strings.push(quoted(bytes.subarray(at, at + STRING_BYTES)));
  return bytes.length + strings.length <= DATA_BYTES ? strings.join("  ") : undefined;
}

function quoted(bytes: Buffer): string {
  return `"${escaped(bytes, PLAIN_IN_QUOTES)}"`;
}

/** Escapes bytes for a zone file: special characters after a backslash, others as a backslash and their decimal value. */
function escaped(bytes: Buffer, plain: RegExp): string {
  return Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    if (plain.test(character)) return character;
    const isPrintable = byte > 0x20 && byte < 0x7f;
    return isPrintable ? `\\${character}` : `\\${byte.toString().padStart(3, "0")}`;
  }).join("");
}

function line(...parts: ReadonlyArray<string | number | undefined>): string {
  return parts.join("  ");
}
