/** Property values as passed between Pulumi, the lifecycle and the API client: camelCase keys, JSON values. */
export type Values = Record<string, unknown>;

/** Whether the program omits the value: null is equivalent to omitting it. */
export function isUnset(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

/** Whether the value is an object, and no array. */
export function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function withoutUnset(values: object): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isUnset(value)));
}

/** Like `withoutUnset`, at every depth; array items keep their positions. */
export function withoutUnsetBelow(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnsetBelow);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(withoutUnset(value));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutUnsetBelow(member)]));
}

/**
 * Represents a value that is unknown at preview, anywhere in the inputs. Pulumi's own sentinel is translated to and from it at the
 * boundary (`shared/boundary.ts`), so that nothing else depends on that sentinel.
 */
export const UNKNOWN: unique symbol = Symbol("unknown until the update runs");

/** Whether the value is unknown, or contains an unknown value at any depth. */
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

/** The value at a property path; unknown if it is inside an unknown value, undefined if there is none. */
export function valueAt(values: unknown, parts: readonly string[]): unknown {
  return parts.reduce<unknown>((within, name) => {
    if (within === UNKNOWN) return UNKNOWN;
    return typeof within === "object" && within !== null ? (within as Values)[name] : undefined;
  }, values);
}
