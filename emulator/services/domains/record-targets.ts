import { isIP, isIPv4, isIPv6 } from "node:net";
import type { Problems } from "../../interface/errors";
import type { DomainRow } from "./rows";
import { isHostName, withoutTrailingDot } from "./dns-names";

interface Targeted {
  readonly type: string;
  readonly name: string;
  readonly target: string;
  readonly priority: number;
  readonly tag: string | null;
}

type TargetRule = (record: Targeted, domain: DomainRow, callerIp: string) => string | undefined;

/** Placeholder for the client's address. */
const CALLER = "[remote_addr]";

/** Types whose target must not have a trailing period (Linode API v4, Domain Records). */
const WITHOUT_PERIOD = ["A", "AAAA", "CAA"];

/**
 * Reads the target of each type; undefined when it is not valid. Host names lose their trailing period. In a text, the period is
 * part of the value.
 */
const RULES: { readonly [type: string]: TargetRule } = {
  A: ({ target }, _domain, callerIp) => {
    const address = target === CALLER ? callerIp.replace(/^::ffff:/, "") : target;
    return isIPv4(address) ? address : undefined;
  },
  AAAA: ({ target }) => (isIPv6(target) && !target.includes("%") ? target : undefined),
  NS: ({ target }) => hostName(target),
  MX: (record) => (isNullMx(record) ? "" : hostName(record.target)),
  CNAME: ({ target }) => hostName(target),
  PTR: ({ target }) => hostName(target),
  TXT: ({ target }) => (target === "" ? undefined : target),
  SRV: ({ target }, domain) => {
    const host = hostName(target);
    const isBare = host !== undefined && !host.includes(".");
    return isBare ? `${host}.${domain.domain}` : host;
  },
  CAA: ({ target, tag }) => (tag === "iodef" ? reportAddress(target) : issuer(target)),
};

const REASONS: { readonly [type: string]: string } = {
  A: "Must be a valid IPv4 address",
  AAAA: "Must be a valid IPv6 address",
  TXT: "target is required",
};

/**
 * The target of a record as stored. Adds a problem if it is not valid for the type. The only documented rule is that on the
 * trailing period.
 */
export function readTarget(record: Targeted, domain: DomainRow, callerIp: string, problems: Problems): string {
  const rule = RULES[record.type];
  if (rule === undefined) return record.target;
  const target = rule(record, domain, callerIp);
  const reason = REASONS[record.type] ?? "target is not valid";
  if (record.target.endsWith(".") && WITHOUT_PERIOD.includes(record.type)) problems.add("target", reason);
  else if (target === undefined) problems.addUndocumented("target", reason);
  return target ?? record.target;
}

/** Whether the record declares that the domain accepts no mail: empty name and target, priority 0. */
export function isNullMx(record: Targeted): boolean {
  return record.type === "MX" && record.name === "" && record.target === "" && record.priority === 0;
}

function hostName(target: string): string | undefined {
  return isHostName(target) && isIP(target) === 0 ? withoutTrailingDot(target) : undefined;
}

/** A certificate authority's domain with its parameters, or `;` for none. */
function issuer(target: string): string | undefined {
  const [domain = "", ...parameters] = target.split(";");
  const name = domain.trim();
  if (name === "") return parameters.length > 0 ? target : undefined;
  return isHostName(name) && !name.endsWith(".") ? target : undefined;
}

function reportAddress(target: string): string | undefined {
  const isUrl = /^(mailto:[^\s@]+@[^\s@]+|https?:\/\/[^\s]+)$/.test(target);
  return isUrl || (isHostName(target) && !target.endsWith(".")) ? target : undefined;
}
