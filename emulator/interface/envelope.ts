import { Problems } from "./errors";
import type { Filterable } from "./filter";
import { parseFilter } from "./filter";
import type { Call } from "./router";
import type { World } from "../world";

/** Default page size and its bounds. The documents do not give them. */
const DEFAULT_PAGE_SIZE = 100;
const MIN_PAGE_SIZE = 25;
const MAX_PAGE_SIZE = 500;

/** The list envelope (Linode API v4, Pagination). */
export interface Envelope {
  readonly data: readonly unknown[];
  readonly page: number;
  readonly pages: number;
  readonly results: number;
}

/**
 * Filters and sorts the rows, and renders only those of the requested page.
 * @throws ErrorResponse 400 for an invalid page, page size or filter.
 */
export function listOf<R>(
  world: World,
  call: Call,
  rows: Iterable<R>,
  filterable: Filterable,
  render: (row: R) => unknown,
): Envelope {
  const { page, pageSize } = pageOf(world, call);
  const selection = parseFilter<R>(call.headers["x-filter"]?.toString(), filterable);
  const selected: R[] = [];
  for (const row of rows) if (selection.matches(row)) selected.push(row);
  if (selection.compare !== undefined) selected.sort(selection.compare);
  const first = (page - 1) * pageSize;
  return {
    data: selected.slice(first, first + pageSize).map(render),
    page,
    pages: Math.max(1, Math.ceil(selected.length / pageSize)),
    results: selected.length,
  };
}

function pageOf(world: World, call: Call): { page: number; pageSize: number } {
  const problems = new Problems(world.documentedOnly);
  const page = integerOf(call.query.get("page"), 1);
  const pageSize = integerOf(call.query.get("page_size"), DEFAULT_PAGE_SIZE);
  const bounds = `Must be ${MIN_PAGE_SIZE}-${MAX_PAGE_SIZE}`;
  if (page === undefined) problems.add("page", "Must be 1 or greater");
  else if (page < 1) problems.addUndocumented("page", "Must be 1 or greater");
  if (pageSize === undefined) problems.add("page_size", bounds);
  else if (pageSize < MIN_PAGE_SIZE || pageSize > MAX_PAGE_SIZE) problems.addUndocumented("page_size", bounds);
  problems.throwIfAny();
  return { page: page === undefined || page < 1 ? 1 : page, pageSize: sizeOf(pageSize) };
}

/** A size below 1 counts as unset. */
function sizeOf(asked: number | undefined): number {
  return asked === undefined || asked < 1 ? DEFAULT_PAGE_SIZE : asked;
}

function integerOf(text: string | null, otherwise: number): number | undefined {
  if (text === null || text === "") return otherwise;
  return /^-?\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : undefined;
}
