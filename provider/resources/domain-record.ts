import type { ArgumentRule } from "../definition/argument";
import type { IsGiven } from "../definition/definition";
import { integer, isAddressOf, oneOf, text, word, described, ofText } from "../definition/types";
import type { Failure } from "../definition/types";
import { define } from "../definition/definition";
import type { CoexistenceRule, Fingerprint } from "../definition/identity";
import type { Values } from "../definition/values";
import { fields } from "../definition/outputs";
import { canonicalHostName } from "../normalise/host-name";
import { canonicalIpv6 } from "../normalise/ipv6";
import { rejectsRecords } from "./domain";
import { idInPath } from "./id-argument";
import { canonicalRecordName } from "../normalise/record-name";
import { DOCUMENTED, forBrands } from "../normalise/brands";
import type { ServiceFacts } from "../normalise/brands";
import { ttlRounding } from "../normalise/record-ttl";
import { RECORD_TYPES } from "./domain-record-args";
import type { DomainRecordArgs, DomainRecordState, DomainRecordType } from "./domain-record-args";

type FieldOfSomeTypes = "priority" | "weight" | "port" | "service" | "protocol" | "tag";

const USED_BY: Readonly<Record<FieldOfSomeTypes, readonly DomainRecordType[]>> = {
  priority: ["MX", "SRV"],
  weight: ["SRV"],
  port: ["SRV"],
  service: ["SRV"],
  protocol: ["SRV"],
  tag: ["CAA"],
};

const REQUIRED_BY: Readonly<Record<DomainRecordType, readonly (keyof DomainRecordArgs)[]>> = {
  A: ["target"],
  AAAA: ["target"],
  NS: ["target"],
  MX: ["target"],
  CNAME: ["name", "target"],
  TXT: ["target"],
  SRV: ["target", "priority", "weight", "port"],
  PTR: ["target"],
  CAA: ["target", "tag"],
};

/** The maximum data of a record: 65,535 bytes, in strings of 255, each with a length byte (RFC 1035). */
const MAX_BYTES = 65_279;
/** The maximum length of a name in DNS (RFC 1035). */
const MAX_IN_NAME = 253;

const TARGET_FORMS =
  "In host names, case and a trailing period are ignored. All forms of an IPv6 address are equivalent.";
const BY_SRV = { by: "type `SRV`", always: true } as const;
const underscored = described("A leading underscore is ignored.", withoutUnderscore);

/** Which records of a zone cannot coexist. */
export const recordCoexistence: CoexistenceRule = {
  by: ["type", "name", "service", "protocol"],
  place: (one, isExact = false) => (isExact ? `${sortOf(one)} ${ownerName(one)}` : ownerName(one)),
  conflict,
  title,
};

export const domainRecord = define<DomainRecordArgs, DomainRecordState>({
  kind: "DomainRecord",
  noun: "domain record",
  describedIn: "Linode API v4, Domain Records",
  bridged: { type: "linode:index/domainRecord:DomainRecord", inputs: { recordType: "type" } },
  collection: "/domains/{domainId}/records",
  args: {
    domainId: idInPath,
    type: {
      type: oneOf(...RECORD_TYPES),
      required: true,
      sent: { in: "create" },
      change: { replaces: true },
    },
    name: {
      type: text(0, 100),
      required: { by: "type `CNAME`" },
      read: { from: (live) => (live.type === "SRV" ? undefined : live.name) },
      compare: { canonical: ofText(canonicalRecordName) },
      removal: { sends: "" },
      warning: unusualName,
    },
    target: {
      type: text(0, Infinity),
      required: { by: "every type", always: true },
      compare: {
        canonical: described(TARGET_FORMS, (target: unknown, { type }: Partial<DomainRecordArgs>) =>
          canonicalTarget(String(target), type),
        ),
      },
      warning: unusualTarget,
    },
    ttlSec: ttlRule(DOCUMENTED),
    priority: {
      type: integer(0, 255),
      required: { by: "type `SRV`" },
      read: { from: whereUsed("priority") },
      removal: { sends: 0 },
    },
    weight: {
      type: integer(0, 65_535),
      required: BY_SRV,
      read: { from: whereUsed("weight") },
      removal: { sends: 0 },
    },
    port: {
      type: integer(0, 65_535),
      required: BY_SRV,
      read: { from: whereUsed("port") },
      removal: { sends: 0 },
    },
    service: {
      type: word,
      read: { from: whereUsed("service") },
      compare: { canonical: underscored },
      removal: { sends: null },
    },
    protocol: {
      type: word,
      read: { from: whereUsed("protocol") },
      compare: { canonical: underscored },
      removal: { sends: null },
      warning: unusualProtocol,
    },
    tag: {
      type: oneOf("issue", "issuewild", "iodef"),
      required: { by: "type `CAA`", always: true },
      read: { from: whereUsed("tag") },
    },
  },
  outputs: {
    from: { recordId: { field: "id" }, ...fields("created", "updated") },
    neverNull: ["type", "name", "target"],
    movedBy: {
      recordId: [],
      created: [],
      name: ["service", "protocol"],
      ttlSec: [],
      priority: [],
      weight: [],
      port: [],
      service: [],
      protocol: [],
      tag: [],
    },
  },
  checks: {
    rules: [fieldsFitType, requiredFieldsAreGiven, aliasIsBelowApex, targetFitsType],
    warnings: serviceIsMissing,
  },
  identity: {
    by: ["type", "name", "target", "priority", "weight", "port", "service", "protocol", "tag"],
    title: ({ name, type }) => `${name === "" ? "@" : String(name)} ${String(type)}`,
    normalizedIn: normalizedInZone,
    coexistence: recordCoexistence,
  },
  creation: { body: withoutApex, rejectedBy: rejectsRecords },
  deadlines: { createSec: 5 * 60, updateSec: 5 * 60, deleteSec: 5 * 60 },
  byBrand: forBrands((facts) => ({ args: { ttlSec: ttlRule(facts) } })),
});

function ttlRule(facts: ServiceFacts): ArgumentRule<number, DomainRecordArgs> {
  const round = ttlRounding(facts);
  return {
    type: integer(0, 2_147_483_647),
    compare: { canonical: described(round.says, (ttlSec: unknown) => round(Number(ttlSec))) },
    removal: { sends: 0 },
    warning: described("A value that the API does not support: it is rounded.", (ttlSec: number) => {
      const rounded = round(ttlSec);
      return rounded === ttlSec ? undefined : `${ttlSec} is not supported and will be rounded to ${rounded}`;
    }),
  };
}

/**
 * `priority` is valid only for MX and SRV records, `tag` only for CAA records, and `weight`, `port`, `service` and `protocol` only
 * for SRV records.
 */
function fieldsFitType({ type }: Partial<DomainRecordArgs>, isGiven: IsGiven<DomainRecordArgs>): Failure[] {
  if (type === undefined) return [];
  return keysOf(USED_BY)
    .map((path) => ({ path, types: USED_BY[path] }))
    .filter(({ path, types }) => isGiven(path) && !types.includes(type))
    .map(({ path, types }) => ({
      path,
      reason: `is valid only for ${types.join(" and ")} records, not for ${type}`,
    }));
}

/** Every type requires `target`. CNAME also requires `name`; SRV `priority`, `weight` and `port`; CAA `tag`. */
function requiredFieldsAreGiven({ type }: Partial<DomainRecordArgs>, isGiven: IsGiven<DomainRecordArgs>): Failure[] {
  if (type === undefined) return [];
  return REQUIRED_BY[type]
    .filter((name) => !isGiven(name))
    .map((path) => ({ path, reason: `is required for ${type} records` }));
}

/** A CNAME record cannot be at the zone apex: its `name` must not be `""` or `"@"`. */
function aliasIsBelowApex({ type, name }: Partial<DomainRecordArgs>): Failure[] {
  if (type !== "CNAME" || !isApex(name)) return [];
  return [{ path: "name", reason: "must not be the zone apex, where DNS forbids a CNAME; use A and AAAA records" }];
}

/** Reads the field only for record types that use it; for others, its value means nothing. */
function whereUsed(field: FieldOfSomeTypes): (record: Values) => unknown {
  const types: readonly unknown[] = USED_BY[field];
  return (record) => (types.includes(record.type) ? record[field] : undefined);
}

function keysOf<T extends object>(values: T): (keyof T)[] {
  return Object.keys(values) as (keyof T)[];
}

function isApex(name: string | undefined): boolean {
  return name !== undefined && canonicalRecordName(name) === "";
}

/** Whether the name may be the zone apex: so is the domain's full name, but the domain is not known here. */
function mayBeApex(name: string): boolean {
  return isApex(name) || canonicalRecordName(name).includes(".");
}

/**
 * `target` must be an address for A and AAAA records, must not end with a period for CAA records, may be empty only for an MX record
 * at the zone apex, and must fit in a DNS record: 65,279 bytes, or a host name of 253 characters.
 */
function targetFitsType({ type, target, name }: Partial<DomainRecordArgs>): Failure[] {
  if (target === undefined) return [];
  const fails = (reason: string): Failure[] => [{ path: "target", reason }];
  if (type === "A" || type === "AAAA") {
    const family = type === "A" ? "an IPv4" : "an IPv6";
    const length = target.includes("/")
      ? " without its prefix length (an instance's `publicIpv4` and `publicIpv6` have none)"
      : "";
    // The API replaces this placeholder with the caller's own address.
    return isAddressOf(type, target) || target === "[remote_addr]"
      ? []
      : fails(`must be ${family} address${length} for ${type} records`);
  }
  if (HOST_TARGETS.includes(type) && canonicalHostName(target).length > MAX_IN_NAME) {
    return fails(`must be a host name of at most ${MAX_IN_NAME} characters`);
  }
  const bytes = Buffer.byteLength(target);
  if (bytes > MAX_BYTES)
    return fails(`must have at most ${MAX_BYTES} bytes, the limit of a DNS record (it has ${bytes})`);
  if (type === "CAA" && target.endsWith(".")) return fails("must not end with a period for CAA records");
  // A null MX ("this domain accepts no mail") is an MX record at the zone apex with an empty target.
  const isNullMx = type === "MX" && (name === undefined || mayBeApex(name));
  if (canonicalTarget(target, type) !== "" || isNullMx) return [];
  return fails(target === "" ? "must not be empty" : "must be a host name");
}

/** A record at the zone apex has no name. */
function withoutApex({ name, ...others }: Values): Values {
  return name === undefined || name === "" ? others : { name, ...others };
}

/** The API shortens a full name to the part before its zone, and appends the zone to the bare target of an SRV record. */
function normalizedInZone(
  args: Partial<DomainRecordArgs>,
  isFull = false,
): ((zone: Values) => Partial<DomainRecordArgs>) | undefined {
  const { type, name = "", target } = args;
  if (isFull) return ({ domain }) => ({ ...args, name: `${name}.${String(domain)}` });
  const isBare = type === "SRV" && typeof target === "string" && !target.includes(".");
  if (!String(name).includes(".") && !isBare) return undefined;
  return ({ domain }) => {
    const zone = canonicalHostName(String(domain));
    return { ...args, name: relativeName(String(name), zone), ...(isBare ? { target: `${target}.${zone}` } : {}) };
  };
}

/** The canonical name of a record as the API returns it: the part before the zone. */
export function relativeName(name: string, zone: string): string {
  const full = canonicalHostName(canonicalRecordName(name));
  return full === zone ? "" : full.endsWith(`.${zone}`) ? full.slice(0, -zone.length - 1) : full;
}

function canonicalTarget(target: string, type: unknown): string {
  if (type === "AAAA") return canonicalIpv6(target);
  return HOST_TARGETS.includes(type) ? canonicalHostName(target) : target;
}

function withoutUnderscore(label: unknown): string {
  return String(label).replace(/^_/, "");
}

/** Record types whose target is a host name. */
const HOST_TARGETS: readonly unknown[] = ["NS", "MX", "CNAME", "SRV", "PTR"];

const PROTOCOLS = ["udp", "tcp", "xmpp", "tls", "smtp"];
const MAX_IN_LABEL = 63;

/**
 * A name with characters other than letters, digits, `_`, `-`, `.` and `*`, or with a label that is empty or longer than 63 characters. For
 * an NS record, a wildcard. For an SRV record, any name other than the one that the API builds from service and protocol.
 */
function unusualName(name: string, { type, service, protocol }: Partial<DomainRecordArgs>): string | undefined {
  const canonical = canonicalRecordName(name);
  if (type === "SRV") {
    const built = [service, protocol].flatMap((label) => (label === undefined ? [] : [`_${withoutUnderscore(label)}`]));
    return ["", built.join(".").toLowerCase()].includes(canonical)
      ? undefined
      : "the API is known to ignore it for SRV records, whose name it builds from service and protocol: the service is published for " +
          'the whole domain. For a subdomain, append it to the protocol ("tcp.sub"), or create a Domain for it';
  }
  if (!/^[a-z0-9_.*-]*$/.test(canonical)) {
    return 'the API is known to reject characters other than letters, digits, "_", "-", "." and "*"';
  }
  if (type === "NS" && canonical.startsWith("*")) return "the API is known to reject wildcards for NS records";
  const lengths = canonical === "" ? [] : canonical.split(".").map(({ length }) => length);
  return lengths.some((length) => length === 0 || length > MAX_IN_LABEL)
    ? `the API is known to reject labels that are empty or longer than ${MAX_IN_LABEL} characters`
    : undefined;
}

/**
 * A target of an NS, MX, CNAME, SRV or PTR record that is an address, or has characters that no host name has. An empty target of an MX record
 * whose priority is not 0. A target of a TXT or CAA record in the quotes of zone files.
 */
function unusualTarget(host: string, { type, priority = 0 }: Partial<DomainRecordArgs>): string | undefined {
  if (["TXT", "CAA"].includes(String(type)) && /^".*"$/s.test(host)) {
    return 'the API stores the quotes of zone files as part of the value: "\\"text\\"" is served, not "text". Remove them, unless they belong to it';
  }
  if (type === "MX" && canonicalHostName(host) === "" && priority !== 0) {
    return "the API is known to accept an empty target only with priority 0";
  }
  const isHost = /^[A-Za-z0-9_.-]*$/.test(host) && !isAddressOf("A", host);
  return isHost || !HOST_TARGETS.includes(type)
    ? undefined
    : `the API is known to accept only host names for ${String(type)} records`;
}

/** Any protocol other than udp, tcp, xmpp, tls and smtp. With a subdomain after it (`tcp.sub`), which the API is reported to accept. */
function unusualProtocol(protocol: string): string | undefined {
  const [first = "", ...below] = String(withoutUnderscore(protocol)).toLowerCase().split(".");
  if (!PROTOCOLS.includes(first)) return `the API is known to reject protocols other than ${PROTOCOLS.join(", ")}`;
  return below.length === 0
    ? undefined
    : `the API is known to accept a subdomain after the protocol, but does not document it: the service is published for ${below.join(".")}`;
}

/** An SRV record without `service`. */
function serviceIsMissing(
  { type }: Partial<DomainRecordArgs>,
  isGiven: (name: keyof DomainRecordArgs) => boolean,
): Failure[] {
  if (type !== "SRV" || isGiven("service")) return [];
  return [{ path: "service", reason: "the API is known to reject SRV records without one" }];
}

/** The name of a record in the zone. That of an SRV record is built from its service and protocol, as far as they are set. */
export function ownerName({ type, name, service, protocol }: Fingerprint): string {
  if (type !== "SRV") return String(name);
  const labels = [service, protocol].flatMap((label) => (typeof label === "string" ? [`_${label}`] : []));
  return labels.join(".").toLowerCase();
}

function title(record: Fingerprint): string {
  return `${String(record.type)} ${ownerName(record) || "@"}`;
}

/** The contents of a record, after its title. */
export function shortened({ target }: Fingerprint): string {
  const text = typeof target === "string" ? target : "";
  return text === "" ? "" : ` ${text.length > 40 ? `${text.slice(0, 40)}…` : text}`;
}

function sortOf({ type, target }: Fingerprint): string {
  return type === "CNAME" ? "alias" : type !== "MX" ? "" : target === "" ? "no mail" : "mail";
}

/** A CNAME must be the only record with its name, and a null MX ("this domain accepts no mail") the only MX record. */
function conflict(one: Fingerprint, other: Fingerprint): string | undefined {
  if (one.type === "CNAME" || other.type === "CNAME") return "a CNAME record must be the only record with its name";
  const areExchangers = one.type === "MX" && other.type === "MX";
  return areExchangers && (one.target === "" || other.target === "")
    ? "an MX record with an empty target must be the only MX record with its name"
    : undefined;
}
