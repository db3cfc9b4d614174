import { isIP } from "node:net";
import { canonicalIpv6 } from "./ipv6";
import { described } from "../definition/types";
import { unordered } from "./unordered";

/** A bare address is equivalent to a range of one address (Linode API v4, Managed Databases, allow_list). */
export function canonicalIpRange(range: string): string {
  const [address = "", bits] = range.split("/");
  const family = isIP(address);
  if (family === 0) return range;
  return `${canonicalIpv6(address)}/${bits === undefined ? (family === 4 ? 32 : 128) : Number(bits)}`;
}

export const unorderedIpRanges = described(
  `${unordered.says} A bare address is equivalent to its \`/32\` or \`/128\` range, and all forms of an IPv6 address are equivalent.`,
  (value: unknown): unknown =>
    unordered(
      Array.isArray(value)
        ? value.map((range: unknown) => (typeof range === "string" ? canonicalIpRange(range) : range))
        : value,
    ),
);
