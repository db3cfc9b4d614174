import type { Answer, SrvData, TxtData } from "dns-packet";
import { MAIL_ADDRESS, relativeName } from "../dns-names";
import type { JsonObject } from "../../../json";
import { broken } from "./failure";

/** The contents of a transferred zone, as the API represents them. */
export interface ZoneContent {
  /** Fields of the domain. */
  readonly soa_email: string;
  readonly refresh_sec: number;
  readonly retry_sec: number;
  readonly expire_sec: number;
  readonly ttl_sec: number;
  /** Request bodies that would create the records. */
  readonly records: readonly JsonObject[];
}

/** The highest priority in the API (Linode API v4, Domain Records). DNS allows higher ones. */
const PRIORITY_MAX = 255;

/** Throws on invalid UTF-8 instead of replacing it. */
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Converts a transferred zone to the API's representation. Omits what the API cannot represent. */
export function zoneContent(zone: string, [soa, ...others]: readonly Answer[]): ZoneContent {
  if (soa?.type !== "SOA") throw broken("it does not begin with the zone's SOA record");
  const { rname, refresh, retry, expire, minimum } = soa.data;
  return {
    soa_email: mailAddress(rname) ?? `hostmaster@${zone}`,
    refresh_sec: real(refresh),
    retry_sec: real(retry),
    expire_sec: real(expire),
    ttl_sec: real(minimum),
    records: others.map((record) => bodyOf(zone, record)).filter((body) => body !== undefined),
  };
}

/** The request body that would create this record; undefined if the record is omitted. */
function bodyOf(zone: string, record: Answer): JsonObject | undefined {
  const name = nameIn(zone, record.name);
  const data = name === undefined ? undefined : dataOf(record, name);
  // The service's own name servers replace the old ones.
  if (data === undefined || (record.type === "NS" && name === "")) return undefined;
  const ttl_sec = "ttl" in record ? real(record.ttl) : 0;
  return { type: record.type, name, ttl_sec, ...data };
}

/** The fields that come from a record's data; undefined for types that the API does not support. */
function dataOf(record: Answer, name: string): JsonObject | undefined {
  switch (record.type) {
    case "A":
    case "AAAA":
    case "NS":
    case "CNAME":
    case "PTR":
      return { target: record.data };
    case "MX":
      return { priority: priority(record.data.preference), target: record.data.exchange.replace(/^\.$/, "") };
    case "TXT":
      return textOf(record.data);
    case "SRV":
      return serviceOf(name, record.data);
    case "CAA":
      return { tag: record.data.tag.toLowerCase(), target: record.data.value };
    default:
      return undefined;
  }
}

/** An SRV record, named by service and protocol, which a subdomain may follow. */
function serviceOf(name: string, { priority: preference, weight, port, target }: SrvData): JsonObject | undefined {
  const [, service, protocol] = /^_([^.]+)\._(.+)$/.exec(name) ?? [];
  // The API appends the domain to a target with one label.
  if (service === undefined || !target.includes(".")) return undefined;
  return { service, protocol, priority: priority(preference), weight, port, target };
}

/** A text as one string; undefined if it is not valid UTF-8. */
function textOf(data: TxtData): JsonObject | undefined {
  const strings = Array.isArray(data) ? data : [data];
  try {
    return { target: UTF8.decode(Buffer.concat(strings.map((part) => Buffer.from(part)))) };
  } catch {
    return undefined;
  }
}

/** A name relative to the zone; undefined if it is outside the zone. */
function nameIn(zone: string, name: string): string | undefined {
  const relative = relativeName(name, zone);
  if (relative === name) return undefined;
  // The API would also trim the relative name `www.example.com` in example.com, so such a name stays fully qualified.
  return relativeName(relative, zone) === relative ? relative : name;
}

/** Converts a domain name to a mail address: the first label becomes the part before the @ (RFC 1035, section 8). */
function mailAddress(name: string): string | undefined {
  const [, local = "", host = ""] = /^((?:\\.|[^.\\])+)\.(.+)$/.exec(name) ?? [];
  const address = `${local.replaceAll("\\.", ".")}@${host}`;
  return MAIL_ADDRESS.test(address) ? address : undefined;
}

/** At least 1, because 0 means the default in the API. */
function real(seconds = 0): number {
  return Math.max(1, seconds);
}

function priority(preference = 0): number {
  return Math.min(preference, PRIORITY_MAX);
}
