import type { Values } from "../../provider/definition/values";
import { isSecretMark } from "../../provider/shared/boundary";

/** The values without the marks of secrets, which the engine keeps to itself. */
export function unmarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmarked);
  if (typeof value !== "object" || value === null) return value;
  if (isSecretMark(value)) return unmarked((value as Values).value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, unmarked(member)]));
}
