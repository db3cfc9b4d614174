import { listed } from "./messages";

/** More suggestions are no help. */
const MOST_NEAREST = 3;
/** More letters than any name has. */
const MANY_LETTERS = 1e6;

/**
 * The names that were probably meant: the closest ones, among those that differ in at most a third of their letters. A
 * common prefix up to the slash does not count, and may be left out; numbers are never close to each other.
 */
export function nearest(wanted: string, names: readonly string[]): string[] {
  if (/^\d+$/.test(lastPart(wanted))) return [];
  const near = names.flatMap((name) => {
    const distance = distanceBetween(wanted.toLowerCase(), name.toLowerCase());
    // Of two equally close names, the one with the longer common start wins.
    return distance < Infinity ? [{ name, distance: distance - commonStart(wanted, name) / MANY_LETTERS }] : [];
  });
  const least = Math.min(...near.map(({ distance }) => distance));
  return near.flatMap(({ name, distance }) => (distance === least ? [name] : [])).slice(0, MOST_NEAREST);
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/** What follows the last slash. */
export function lastPart(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}

/** What precedes it, with the slash. */
export function firstPart(id: string): string {
  return id.slice(0, id.lastIndexOf("/") + 1);
}

/** Infinity where the two are not close. */
function distanceBetween(wanted: string, name: string): number {
  const isNamesake = lastPart(wanted) === lastPart(name) && /[a-z]/.test(lastPart(name));
  const isAlike = firstPart(wanted) === firstPart(name) || firstPart(wanted) === "" || isNamesake;
  const [one, other] = isAlike ? [lastPart(wanted), lastPart(name)] : [wanted, name];
  const distance = editDistance(one, other);
  return distance <= Math.max(1, Math.floor(Math.max(one.length, other.length) / 3)) ? distance : Infinity;
}

/** The Damerau-Levenshtein distance: how many letters to insert, remove, change, or swap with their neighbour. */
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

/** The reason for an input that does not exist, with the one that was probably meant. */
export function unknownArgument(name: string, owner: string, names: readonly string[]): string {
  const [near] = nearest(name, names);
  return `is not an input of ${owner}${near === undefined ? "" : `; did you mean ${near}?`}`;
}

/** The reason for an id that does not exist, with those that were probably meant, and those that do. */
export function unknownName(value: string, ids: readonly string[]): string {
  const near = nearest(value, ids);
  const alike = ids.filter((id) => firstPart(id) === firstPart(value));
  const named = listed(alike.length > 0 ? alike : ids);
  const missing = `"${value}" does not exist`;
  if (near.length > 0)
    return `${missing}; did you mean ${near.map((id) => `"${id}"`).join(" or ")}? Available: ${named}`;
  return named === "" ? missing : `${missing}. Available: ${named}`;
}
