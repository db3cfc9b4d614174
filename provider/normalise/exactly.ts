import { described } from "../definition/types";

export const exactly = described(
  "The order of an object's members is ignored, and so are null members. An added or missing member counts as a difference.",
  (value: unknown): unknown => JSON.stringify(sorted(value)),
);

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    members
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]: [string, unknown]) => [name, sorted(member)] as const),
  );
}
