import type { Failure } from "../definition/types";

/** No input needs more levels, and the engine takes minutes for values with thousands. */
const MAX_LEVELS = 100;
/** How much of a path to show: more does not help the reader. */
const MAX_PARTS = 4;

const TOO_DEEP = `is nested more than ${MAX_LEVELS} levels deep, or contains itself`;

/**
 * The first value that cannot be sent, with its path, which is cut off after its beginning; undefined if there is none.
 * @param isWhole whether a value is opaque, so that its members are not checked
 */
export function unsendableIn(values: object, isWhole: (value: object) => boolean = () => false): Failure | undefined {
  const found = searchIn(values, 0, isWhole);
  if (found === undefined) return undefined;
  const path = found.parts.slice(0, MAX_PARTS).join("").replace(/^\./, "");
  return { path: found.parts.length > MAX_PARTS ? `${path}…` : path, reason: found.reason };
}

interface UnsendablePart {
  readonly parts: readonly string[];
  readonly reason: string;
}

function searchIn(value: object, level: number, isWhole: (value: object) => boolean): UnsendablePart | undefined {
  if (level > MAX_LEVELS) return { parts: [], reason: TOO_DEEP };
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    const reason = reasonAgainst(member);
    const isSearched = typeof member === "object" && member !== null && !isWhole(member);
    const found = isSearched ? searchIn(member, level + 1, isWhole) : reason && { parts: [], reason };
    if (found) return { ...found, parts: [Array.isArray(value) ? `[${name}]` : `.${name}`, ...found.parts] };
  }
  return undefined;
}

/** Pulumi would send a function as an empty object, and half of a surrogate pair as another character. */
function reasonAgainst(value: unknown): string | undefined {
  if (typeof value === "function") return "is a function, which cannot be sent; use its result";
  if (typeof value !== "string") return undefined;
  if (value.includes("\0")) return "contains a NUL character; remove it";
  return /\p{Surrogate}/u.test(value) ? "contains half of a surrogate pair, which is not a character" : undefined;
}
