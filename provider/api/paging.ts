import type { Values } from "../definition/values";
import type { Request, Send } from "./client";
import { ApiError, InvalidListError } from "./errors";

interface Page {
  readonly items: readonly Values[];
  readonly pages: number;
  /** The number of items on all pages together; undefined if the API does not show it. */
  readonly results: number | undefined;
}

/** The page size for long lists. The API documents name no maximum; if an API rejects this size, the default is used. */
const LARGE_PAGE = 500;

/** Reading this many pages of the default size takes no more requests than the first one and a large one. */
const FEW_PAGES = 2;

/** @throws InvalidListError if the response is not a list as documented. */
export async function readPage(send: Send, request: Omit<Request, "method">, page: number): Promise<Page> {
  const body = await send({ ...request, method: "GET", ...(page > 1 ? { query: { ...request.query, page } } : {}) });
  const problem = listProblem(body, page);
  if (problem !== undefined) throw new InvalidListError(request.path, problem);
  const { data, pages, results } = body;
  return {
    items: data as readonly Values[],
    pages: typeof pages === "number" ? pages : 1,
    results: typeof results === "number" ? results : undefined,
  };
}

/** All items of a list, from all of its pages. */
export async function readList(send: Send, request: Omit<Request, "method">): Promise<readonly Values[]> {
  return (await readListWithin(send, request, { maxRequests: Infinity })) ?? [];
}

/** The limits of reading a list, and what is known about it. */
export interface ListLimits {
  readonly maxRequests: number;
  /** It was read in large pages before. */
  readonly isLong?: boolean;
  /** Called when it is read in large pages. */
  readonly onLong?: () => void;
  /** Called if items were added or removed while the pages were read, so that a missing item may exist all the same. */
  readonly onUnsteady?: (() => void) | undefined;
}

/**
 * All items of a list, from all of its pages: in large pages if there are many items.
 * @returns undefined if that would take more requests than allowed.
 */
export async function readListWithin(
  send: Send,
  request: Omit<Request, "method">,
  { maxRequests, isLong = false, onLong, onUnsteady }: ListLimits,
): Promise<readonly Values[] | undefined> {
  const readRest = (from: Omit<Request, "method">, page: Page): Promise<readonly Values[]> =>
    readOthers(send, from, { ...page, onUnsteady });
  const inLargePages = { ...request, query: { ...request.query, page_size: LARGE_PAGE } };
  if (isLong) {
    const known = await readPage(send, inLargePages, 1);
    return known.pages > maxRequests ? undefined : readRest(inLargePages, known);
  }
  const first = await readPage(send, request, 1);
  if (first.pages <= Math.min(FEW_PAGES, maxRequests)) return readRest(request, first);
  const fewest = 1 + Math.ceil((first.pages * first.items.length) / LARGE_PAGE);
  if (fewest > maxRequests) return undefined;
  const large = await readPage(send, inLargePages, 1).catch(ignoreRejection);
  const isLarger = large !== undefined && large.pages < first.pages;
  const pages = isLarger ? large.pages : first.pages;
  if (1 + pages > maxRequests) return undefined;
  if (isLarger) onLong?.();
  return isLarger ? readRest(inLargePages, large) : readRest(request, first);
}

function ignoreRejection(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.status !== 400) throw error;
}

/** All items of a list whose first page has been read. */
async function readOthers(
  send: Send,
  request: Omit<Request, "method">,
  { onUnsteady, ...first }: Page & Pick<ListLimits, "onUnsteady">,
): Promise<readonly Values[]> {
  const all = [...first.items];
  let before = first.items;
  // The latest counts, because items may be added or removed meanwhile.
  let { pages, results } = first;
  for (let page = 2; page <= pages; page++) {
    const next = await readPage(send, request, page);
    const { items: more } = next;
    ({ pages, results } = next);
    // Items deleted meanwhile have shortened the list.
    if (more.length === 0) break;
    if (isSame(before, more)) {
      throw new InvalidListError(request.path, `with the same items on page ${page} as on page ${page - 1}`);
    }
    all.push(...more);
    before = more;
  }
  if (results !== undefined && all.length < results) {
    throw new InvalidListError(request.path, `with ${all.length} of ${results} items`);
  }
  const isSteady = results === first.results && results === new Set(all.map(({ id }) => id)).size;
  if (first.pages > 1 && !isSteady) onUnsteady?.();
  return all;
}

/** How a response differs from a list as documented (Linode API v4, Pagination). */
function listProblem({ data, page, pages, results }: Values, asked: number): string | undefined {
  if (!Array.isArray(data)) return "without the documented list";
  const invalid = data.findIndex((item) => typeof item !== "object" || item === null || Array.isArray(item));
  if (invalid >= 0) return `with a list whose entry ${invalid} is not an object`;
  if (typeof page === "number" && page !== asked) return `with page ${page} instead of page ${asked}`;
  if (typeof pages !== "number") return undefined;
  // Every page has at least one item.
  const maxPages = typeof results === "number" ? Math.max(1, results) : Infinity;
  if (Number.isInteger(pages) && pages >= 0 && pages <= maxPages) return undefined;
  return `with contradictory counts: ${String(results)} items in ${pages} pages`;
}

function isSame(one: readonly Values[], other: readonly Values[]): boolean {
  return one.length === other.length && one.every(({ id }, index) => id !== undefined && id === other[index]?.id);
}
