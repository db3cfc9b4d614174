import { isAddressOf } from "../definition/types";
import type { Failure } from "../definition/types";
import type { DomainRecordArgs } from "./domain-record-args";
import { canonicalRecordName } from "../normalise/record-name";
import { roundRecordTtl } from "../normalise/record-ttl";

/** Types whose target is a host name. */
export const HOST_TARGETS: readonly unknown[] = ["NS", "MX", "CNAME", "SRV", "PTR"];

const PROTOCOLS = ["udp", "tcp", "xmpp", "tls", "smtp"];
const MOST_IN_LABEL = 63;

/** A name with characters other than letters, digits, `_`, `-`, `.` and `*`, or with a label that is empty or longer than 63 characters. */
export function unusualName(name: string, { type }: Partial<DomainRecordArgs>): string | undefined {
  // The service makes the name of such a record itself.
  if (type === "SRV") return undefined;
  const canonical = canonicalRecordName(name);
  if (!/^[a-z0-9_.*-]*$/.test(canonical)) {
    return 'the service is known to refuse characters other than letters, digits, "_", "-", "." and "*"';
  }
  const lengths = canonical === "" ? [] : canonical.split(".").map(({ length }) => length);
  return lengths.some((length) => length === 0 || length > MOST_IN_LABEL)
    ? `the service is known to refuse a label that is empty or longer than ${MOST_IN_LABEL} characters`
    : undefined;
}

/** A target of an NS, MX, CNAME, SRV or PTR record that is an address, or has characters that no host name has. */
export function unusualHost(host: string, { type }: Partial<DomainRecordArgs>): string | undefined {
  const isHost = /^[A-Za-z0-9_.-]*$/.test(host) && !isAddressOf("A", host);
  return isHost || !HOST_TARGETS.includes(type)
    ? undefined
    : `the service is known to accept only a host name for ${String(type)} records`;
}

/** A value that the service does not offer. */
export function roundedTtl(ttlSec: number): string | undefined {
  const rounded = roundRecordTtl(ttlSec);
  return rounded === ttlSec ? undefined : `${ttlSec} is not offered, and becomes ${rounded}`;
}

/** Any protocol other than udp, tcp, xmpp, tls and smtp. */
export function unusualProtocol(protocol: string): string | undefined {
  return PROTOCOLS.includes(protocol.replace(/^_/, "").toLowerCase())
    ? undefined
    : `the service is known to refuse protocols other than ${PROTOCOLS.join(", ")}`;
}

/** An SRV record without `service`. */
export function serviceIsMissing(
  { type }: Partial<DomainRecordArgs>,
  isGiven: (name: keyof DomainRecordArgs) => boolean,
): Failure[] {
  if (type !== "SRV" || isGiven("service")) return [];
  return [{ path: "service", reason: "the service is known to refuse SRV records without one" }];
}
