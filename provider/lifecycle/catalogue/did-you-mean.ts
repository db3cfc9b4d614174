import { firstPart, nearest } from "./nearest";

/** How many valid values a message names. */
const MOST_NAMED = 20;

/** What is said of an id that the service does not have, when it has these. */
export function unknownName(value: string, ids: readonly string[]): string {
  const near = nearest(value, ids);
  const alike = ids.filter((id) => firstPart(id) === firstPart(value));
  const named = namesOf(alike.length > 0 ? alike : ids);
  const says = `is "${value}", which the service does not have`;
  if (near.length > 0) return `${says}; did you mean ${near.map((id) => `"${id}"`).join(" or ")}? It has ${named}`;
  return named === "" ? says : `${says}; it has ${named}`;
}

/** So many names as a message can hold. */
export function namesOf(ids: readonly string[]): string {
  const rest = ids.length - MOST_NAMED;
  return ids.slice(0, MOST_NAMED).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
