/** No input needs more levels, and the engine takes minutes for values with thousands. */
const MAX_LEVELS = 100;
/** How much of a path to show: more does not help the reader. */
const MAX_PARTS = 4;

export const TOO_DEEP = `is nested more than ${MAX_LEVELS} levels deep, or contains itself`;

/**
 * The path of the first value that is nested too deeply, cut off after its beginning; undefined if there is none.
 * @param isWhole whether a value is opaque, so that its members are not checked
 */
export function pathOfTooDeep(values: object, isWhole: (value: object) => boolean = () => false): string | undefined {
  const parts = partsOfTooDeep(values, 0, isWhole);
  const path = parts?.slice(0, MAX_PARTS).join("").replace(/^\./, "");
  return parts && parts.length > MAX_PARTS ? `${path ?? ""}…` : path;
}

function partsOfTooDeep(value: object, level: number, isWhole: (value: object) => boolean): string[] | undefined {
  if (level > MAX_LEVELS) return [];
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    if (typeof member !== "object" || member === null || isWhole(member)) continue;
    const below = partsOfTooDeep(member, level + 1, isWhole);
    if (below) return [Array.isArray(value) ? `[${name}]` : `.${name}`, ...below];
  }
  return undefined;
}
