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
