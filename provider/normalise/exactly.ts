import { described } from "../definition/described";

/**
 * A value that is compared as a whole: a member less is a difference. The order of the members of an object, and members that
 * are null, are none.
 */
export const exactly = described(
  "The order of the members of an object makes no difference, nor do members that are null; a member more or less does.",
  (value: unknown): unknown => JSON.stringify(sorted(value)),
);

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(
    members
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]: [string, unknown]) => [name, sorted(member)] as const),
  );
}
