import { isIPv6 } from "node:net";

/** The canonical form of an IPv6 address: lower case, the longest run of zeros omitted (RFC 5952). */
export function canonicalIpv6(address: string): string {
  return isIPv6(address) && !address.includes("%") ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}
