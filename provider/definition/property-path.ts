import { UNKNOWN } from "./values";
import type { Values } from "./values";

/** The parts of a property path: `records[3].target` is `["records", "3", "target"]`. */
export function partsOfPath(path: string): string[] {
  return path.split(/[.[\]]+/).filter((part) => part !== "");
}

/** The value at a property path; unknown if it is within something unknown, undefined if there is none. */
export function valueAt(values: unknown, parts: readonly string[]): unknown {
  return parts.reduce<unknown>((within, name) => {
    if (within === UNKNOWN) return UNKNOWN;
    return typeof within === "object" && within !== null ? (within as Values)[name] : undefined;
  }, values);
}
