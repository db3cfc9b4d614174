import { listed } from "./messages";
import { firstPart, nearest } from "./nearest";

/** Says that there is no argument of that name, and suggests one that there is. */
export function unknownArgument(name: string, owner: string, names: readonly string[]): string {
  const [near] = nearest(name, names);
  return `is not an argument of ${owner}${near === undefined ? "" : `; did you mean ${near}?`}`;
}

/** Says that the service does not have an id, and suggests one of those it has. */
export function unknownName(value: string, ids: readonly string[]): string {
  const near = nearest(value, ids);
  const alike = ids.filter((id) => firstPart(id) === firstPart(value));
  const named = listed(alike.length > 0 ? alike : ids);
  const says = `is "${value}", which the service does not have`;
  if (near.length > 0) return `${says}; did you mean ${near.map((id) => `"${id}"`).join(" or ")}? It has ${named}`;
  return named === "" ? says : `${says}; it has ${named}`;
}
