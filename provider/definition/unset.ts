import type { Values } from "./values";

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
