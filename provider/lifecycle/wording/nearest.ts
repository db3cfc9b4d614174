import { commaList } from "./messages";

/** Maximum number of suggestions. */
const MAX_NEAREST = 3;
/** Larger than any name's length, so that a common prefix only breaks ties. */
const MANY_LETTERS = 1e6;

/**
 * Suggests names for a misspelled one: the closest of those that differ in at most a third of their letters. A common prefix up to the
 * slash is ignored, and may be missing. Numbers get no suggestions.
 */
export function nearest(wanted: string, names: readonly string[]): string[] {
  if (/^\d+$/.test(lastPart(wanted))) return [];
  const near = names.flatMap((name) => {
    const distance = distanceBetween(wanted.toLowerCase(), name.toLowerCase());
    // Of equally close names, the one with the longest common prefix wins.
    return distance < Infinity ? [{ name, distance: distance - commonStart(wanted, name) / MANY_LETTERS }] : [];
  });
  const least = Math.min(...near.map(({ distance }) => distance));
  return near.flatMap(({ name, distance }) => (distance === least ? [name] : [])).slice(0, MAX_NEAREST);
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/** The part after the last slash. */
export function lastPart(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}

/** The part up to and including the last slash; empty without a slash. */
export function firstPart(id: string): string {
  return id.slice(0, id.lastIndexOf("/") + 1);
}

/** The edit distance, or Infinity if the names are too different for a suggestion. */
function distanceBetween(wanted: string, name: string): number {
  const isNamesake = lastPart(wanted) === lastPart(name) && /[a-z]/.test(lastPart(name));
  const isAlike = firstPart(wanted) === firstPart(name) || firstPart(wanted) === "" || isNamesake;
  const [one, other] = isAlike ? [lastPart(wanted), lastPart(name)] : [wanted, name];
  const distance = editDistance(one, other);
  return distance <= Math.max(1, Math.floor(Math.max(one.length, other.length) / 3)) ? distance : Infinity;
}

/** The Damerau-Levenshtein distance: the number of letters to insert, delete, substitute or swap with their neighbor. */
export function editDistance(one: string, other: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isEqual = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isEqual ? 0 : 1),
        isSwapped ? at(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last ?? [], current];
  }
  return at(last, other.length);
}

function at(row: readonly number[] = [], column: number): number {
  return row[column] ?? Infinity;
}

/** Failure reason for an input that does not exist, with the closest valid name. */
export function unknownArgument(name: string, owner: string, names: readonly string[]): string {
  const [near] = nearest(name, names);
  return `is not an input of ${owner}${near === undefined ? "" : `; did you mean ${near}?`}`;
}

/** Failure reason for an ID that does not exist, with suggestions and the available IDs. */
export function unknownName(value: string, ids: readonly string[]): string {
  const near = nearest(value, ids);
  const alike = ids.filter((id) => firstPart(id) === firstPart(value));
  const named = commaList(alike.length > 0 ? alike : ids);
  const missing = `"${value}" does not exist`;
  if (near.length > 0)
    return `${missing}; did you mean ${near.map((id) => `"${id}"`).join(" or ")}? Available: ${named}`;
  return named === "" ? missing : `${missing}. Available: ${named}`;
}
