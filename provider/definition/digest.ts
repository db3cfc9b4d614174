import { createHash } from "node:crypto";

/** The first hexadecimal digits of a hash of the value, as JSON. States and journals have such digests, so they must stay the same. */
export function digestOf(value: unknown, digits = 64): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, digits);
}
