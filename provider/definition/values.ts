/** Property values as they travel between Pulumi, the lifecycle and the wire: camelCase keys, JSON values. */
export type Values = Record<string, unknown>;

/** Whether the program gives nothing: null is the same as leaving it out. */
export function isUnset(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

/** The members that are set. */
export function withoutUnset(values: object): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isUnset(value)));
}

/** The same at every depth; array items keep their places. */
export function withoutUnsetBelow(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnsetBelow);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(withoutUnset(value));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutUnsetBelow(member)]));
}

/**
 * Represents a value that a preview cannot know yet, anywhere in the arguments. Pulumi's own sentinel is translated to and
 * from it at the boundary (`shared/boundary.ts`), so that nothing else depends on that sentinel.
 */
export const UNKNOWN: unique symbol = Symbol("unknown until the update runs");

/** Whether the value is, or contains at any depth, something that a preview cannot know. */
export function hasUnknown(value: unknown): boolean {
  if (value === UNKNOWN) return true;
  if (Array.isArray(value)) return value.some(hasUnknown);
  if (typeof value === "object" && value !== null) return Object.values(value).some(hasUnknown);
  return false;
}

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
