import { refused } from "./errors";
import type { JsonObject } from "../json";
import { isObject } from "../json";

/** Filters nested more deeply are rejected. */
const MAX_DEPTH = 20;

/** A parsed X-Filter header. */
export interface ParsedFilter<R> {
  matches(row: R): boolean;
  /** Orders two rows; undefined if the header requests no order. */
  readonly compare?: (a: R, b: R) => number;
}

/** The fields that a filter may name. */
export type Filterable = Pick<readonly string[], "includes">;

type Predicate = (row: JsonObject) => boolean;

const COMPARISONS: { readonly [operator: string]: (actual: unknown, wanted: unknown) => boolean } = {
  "+eq": equals,
  "+neq": (actual, wanted) => !equals(actual, wanted),
  "+gt": (actual, wanted) => order(actual, wanted) > 0,
  "+gte": (actual, wanted) => order(actual, wanted) >= 0,
  "+lt": (actual, wanted) => order(actual, wanted) < 0,
  "+lte": (actual, wanted) => order(actual, wanted) <= 0,
  "+contains": (actual, wanted) => contains(actual, wanted),
};

/**
 * Parses an X-Filter header.
 * @throws ErrorResponse 400 when it is not a valid filter on filterable fields.
 */
export function parseFilter<R>(header: string | undefined, filterable: Filterable): ParsedFilter<R> {
  if (header === undefined || header.trim() === "") return { matches: () => true };
  let filter: unknown;
  try {
    filter = JSON.parse(header);
  } catch {
    throw refused("Filter not valid JSON", "X-Filter");
  }
  if (!isObject(filter)) throw refused("Filter not valid JSON", "X-Filter");
  const { "+order_by": orderBy, "+order": direction, ...conditions } = filter;
  const predicate = allOf(conditions, filterable, 0);
  // Safe: rows are plain objects, and filterable fields are among their keys.
  const selection: ParsedFilter<R> = { matches: (row) => predicate(row as JsonObject) };
  const compare = ordering(orderBy, direction, filterable);
  return compare === undefined ? selection : { ...selection, compare: compare as (a: unknown, b: unknown) => number };
}

function allOf(conditions: JsonObject, filterable: Filterable, depth: number): Predicate {
  if (depth > MAX_DEPTH) throw refused("Filter is nested too deeply", "X-Filter");
  const predicates = Object.entries(conditions).map(([key, value]) => condition(key, value, filterable, depth));
  return (row) => predicates.every((matches) => matches(row));
}

function condition(key: string, value: unknown, filterable: Filterable, depth: number): Predicate {
  if (key === "+and" || key === "+or") {
    if (!Array.isArray(value) || !value.every(isObject)) throw refused(`${key} needs an array of filters`, "X-Filter");
    const parts = value.map((part) => allOf(part, filterable, depth + 1));
    return key === "+and"
      ? (row) => parts.every((matches) => matches(row))
      : (row) => parts.some((matches) => matches(row));
  }
  requireFilterable(key, filterable);
  const field = fieldOf(key);
  if (!isObject(value)) return (row) => equals(field(row), value);
  const tests = Object.entries(value).map(([operator, wanted]) => {
    const test = Object.hasOwn(COMPARISONS, operator) ? COMPARISONS[operator] : undefined;
    if (test === undefined) throw refused(`Unknown operator ${operator}`, "X-Filter");
    if (typeof wanted === "object") throw refused(`${operator} needs a single value`, "X-Filter");
    return (row: JsonObject) => test(field(row), wanted);
  });
  return (row) => tests.every((matches) => matches(row));
}

function ordering(orderBy: unknown, direction: unknown, filterable: Filterable) {
  if (direction !== undefined && direction !== "asc" && direction !== "desc") {
    throw refused("+order must be asc or desc", "X-Filter");
  }
  if (orderBy === undefined) {
    if (direction !== undefined) throw refused("+order needs +order_by", "X-Filter");
    return undefined;
  }
  if (typeof orderBy !== "string") throw refused("+order_by must name a field", "X-Filter");
  requireFilterable(orderBy, filterable);
  const sign = direction === "desc" ? -1 : 1;
  const field = fieldOf(orderBy);
  return (a: JsonObject, b: JsonObject) => sign * order(field(a), field(b));
}

/** Reads a field, or a nested one such as `entity.id`. */
function fieldOf(key: string): (row: JsonObject) => unknown {
  const [name = "", inner] = key.split(".");
  if (inner === undefined) return (row) => row[name];
  return (row) => {
    const outer = row[name];
    return isObject(outer) ? outer[inner] : undefined;
  };
}

function requireFilterable(key: string, filterable: Filterable): void {
  if (!filterable.includes(key)) throw refused(`Cannot filter on ${key}`, "X-Filter");
}

/** Equality. An array field equals every value that it contains. */
function equals(actual: unknown, wanted: unknown): boolean {
  if (Array.isArray(actual) && !Array.isArray(wanted)) return actual.some((item) => equals(item, wanted));
  return textOf(actual) === textOf(wanted);
}

function contains(actual: unknown, wanted: unknown): boolean {
  if (Array.isArray(actual)) return actual.some((item) => contains(item, wanted));
  return typeof actual === "string" && actual.toLowerCase().includes(textOf(wanted).toLowerCase());
}

/** Numbers compare by value, everything else (including dates) as text. A null field gives NaN, which fails every comparison. */
function order(actual: unknown, wanted: unknown): number {
  if (typeof actual === "string" && typeof wanted === "string") return actual < wanted ? -1 : actual > wanted ? 1 : 0;
  if (actual === null || actual === undefined) return Number.NaN;
  if (typeof actual === "number" && typeof wanted === "number") return actual - wanted;
  const [a, b] = [textOf(actual), textOf(wanted)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Values are compared as text, because clients also send numbers as strings. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
