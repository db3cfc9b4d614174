/** More names than this are no help. */
const MOST_NEAREST = 3;
/** More than any name has. */
const MANY_LETTERS = 1e6;

/**
 * The names that were probably meant: of those that differ in a third of their letters at most, the ones with the fewest
 * differences. A start up to the slash that both have does not count, and one may be left out; numbers are never near to each other.
 */
export function nearest(wanted: string, names: readonly string[]): string[] {
  if (/^\d+$/.test(lastPart(wanted))) return [];
  const near = names.flatMap((name) => {
    const distance = distanceBetween(wanted.toLowerCase(), name.toLowerCase());
    // Of two that differ as much, the one that begins alike for longer.
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

/** What stands behind the last slash. */
export function lastPart(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}

/** What stands before it, the slash included. */
export function firstPart(id: string): string {
  return id.slice(0, id.lastIndexOf("/") + 1);
}

/** Infinity where the two are not near to each other. */
function distanceBetween(wanted: string, name: string): number {
  const isAlike = firstPart(wanted) === firstPart(name) || firstPart(wanted) === "";
  const [one, other] = isAlike ? [lastPart(wanted), lastPart(name)] : [wanted, name];
  const distance = editDistance(one, other);
  return distance <= Math.max(1, Math.floor(Math.max(one.length, other.length) / 3)) ? distance : Infinity;
}

/** How many letters must be put in, left out, changed, or swapped with their neighbour to make one text of the other. */
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
