import type { Request } from "../../provider/api/client";
import { ApiError, InvalidListError, NetworkError } from "../../provider/api/errors";
import { readList, readListWithin } from "../../provider/api/paging";
import type { Values } from "../../provider/definition/values";

/** An API with a list of this many pages, which records the requests. */
function listing(pages: unknown, items: (page: number) => unknown) {
  const asked: Omit<Request, "method">[] = [];
  const send = ({ method, ...request }: Request): Promise<Record<string, unknown>> => {
    expect(method).toBe("GET");
    asked.push(request);
    return Promise.resolve({ data: items(Number(request.query?.page ?? 1)), pages });
  };
  return { asked, send };
}

test("reads a list page by page and requests the first page without a number or a size", async () => {
  const { asked, send } = listing(2, (page) => [{ id: page }]);
  await expect(readList(send, { path: "/domains" })).resolves.toEqual([{ id: 1 }, { id: 2 }]);
  expect(asked).toEqual([{ path: "/domains" }, { path: "/domains", query: { page: 2 } }]);
});

describe("a long list", () => {
  const ids = Array.from({ length: 1234 }, (_, index) => ({ id: index }));
  const SMALL = 100;

  /** An API with its own page size, or the requested one up to its maximum. */
  function service({ largest, refuses = false }: { largest: number; refuses?: boolean }) {
    const queries: Request["query"][] = [];
    const send = ({ method, path, query }: Request): Promise<Values> => {
      queries.push(query);
      const { page = 1, page_size = SMALL } = query ?? {};
      const asked = Number(page_size);
      if (refuses && asked > largest)
        return Promise.reject(new ApiError(`${method} ${path}`, 400, [{ property: "page_size", reason: "too large" }]));
      const size = Math.min(asked, largest);
      const first = (Number(page) - 1) * size;
      const pages = Math.ceil(ids.length / size);
      return Promise.resolve({ data: ids.slice(first, first + size), page: Number(page), pages, results: ids.length });
    };
    return { queries, send };
  }

  test.each([
    ["is read in large pages if the API allows them", { largest: 500 }, 4],
    ["is read in the API's own page size if it ignores the requested one", { largest: SMALL }, 14],
    ["is read in the API's own page size if it rejects the requested one", { largest: SMALL, refuses: true }, 14],
    ["is read in the largest pages that the API returns", { largest: 250 }, 6],
  ])("%s", async (_, options, requests) => {
    const { queries, send } = service(options);
    await expect(readList(send, { path: "/domains" })).resolves.toEqual(ids);
    expect(queries).toHaveLength(requests);
  });

  test.each([
    ["a 503", new ApiError("GET /domains", 503, [{ reason: "busy" }])],
    ["no response", new NetworkError("GET /domains", "ECONNRESET", true)],
  ])("fails if reading a large page fails with %s", async (_, failure) => {
    const { send } = service({ largest: 500 });
    const failing = (request: Request) =>
      request.query?.page_size === undefined ? send(request) : Promise.reject(failure);
    await expect(readList(failing, { path: "/domains" })).rejects.toBe(failure);
  });

  test.each([
    [3, undefined, 1],
    [4, ids, 4],
  ])("is read only if it fits in %p requests", async (most, result, requests) => {
    const { queries, send } = service({ largest: 500 });
    await expect(readListWithin(send, { path: "/domains" }, { maxRequests: most })).resolves.toEqual(result);
    expect(queries).toHaveLength(requests);
  });

  test("is not read further if small pages would take too many requests", async () => {
    const { queries, send } = service({ largest: SMALL });
    await expect(readListWithin(send, { path: "/domains" }, { maxRequests: 10 })).resolves.toBeUndefined();
    expect(queries).toHaveLength(2);
  });
});

test("a list with no page count, or a count of 0 or 1, is one page", async () => {
  for (const pages of [undefined, 0, 1]) {
    const { asked, send } = listing(pages, () => []);
    await expect(readList(send, { path: "/domains" })).resolves.toEqual([]);
    expect(asked).toHaveLength(1);
  }
});

test("sends the other request options with every page", async () => {
  const { asked, send } = listing(2, () => []);
  await readList(send, { path: "/images", isPublic: true, query: { type: "manual" } });
  expect(asked).toEqual([
    { path: "/images", isPublic: true, query: { type: "manual" } },
    { path: "/images", isPublic: true, query: { type: "manual", page: 2 } },
  ]);
});

test("a response without a list is an error, never an empty list", async () => {
  const { send } = listing(1, () => undefined);
  await expect(readList(send, { path: "/domains" })).rejects.toThrow(/without the documented list/);
});

describe("an inconsistent list", () => {
  const page = (more: Values) => () => Promise.resolve({ data: [{ id: 1 }], page: 1, pages: 1, results: 1, ...more });
  const asking = (more: Values): Promise<unknown> => readList(jest.fn(page(more)), { path: "/domains" });

  test.each([
    ["more pages than items", { pages: 1e9, results: 250 }, /an impossible list: 250 items in 1000000000 pages/],
    ["a fractional page count", { pages: 1.5, results: 250 }, /1.5 pages/],
    ["a negative page count", { pages: -1 }, /-1 pages/],
    ["null among the items", { data: [{ id: 1 }, null] }, /entry 1 is not an object/],
    ["a list among the items", { data: [[]] }, /entry 0 is not an object/],
    ["fewer items than it reports", { results: 9, pages: 1 }, /with 1 of 9 items/],
    ["the wrong page", { page: 2 }, /page 2 instead of page 1/],
  ])("with %s fails with the reason", async (_, more, message) => {
    await expect(asking(more)).rejects.toThrow(message);
    await expect(asking(more)).rejects.toBeInstanceOf(InvalidListError);
  });

  test("with the same items on every page is not read to the end", async () => {
    const send = jest.fn(page({ pages: 1e9, page: undefined, results: undefined }));
    await expect(readList(send, { path: "/domains" })).rejects.toThrow("the same items on page 2 as on page 1");
    // One of the requests asks for larger pages.
    expect(send).toHaveBeenCalledTimes(3);
  });
});

test("the last page determines the expected count, since a list may change while it is read", async () => {
  const pageOf = (results: (page: number) => number) => (request: Request) => {
    const page = Number(request.query?.page ?? 1);
    return Promise.resolve({ data: [{ id: page }], page, pages: 2, results: results(page) });
  };
  await expect(
    readList(
      pageOf((page) => 4 - page),
      { path: "/domains" },
    ),
  ).resolves.toHaveLength(2);
  await expect(
    readList(
      pageOf((page) => 1 + page),
      { path: "/domains" },
    ),
  ).rejects.toThrow("with 2 of 3 items");
});

test.each([
  ["if their count changes", [2, 3], [3, 4], 1],
  ["if one of them is on both pages", [2], [3, 3], 1],
  ["not otherwise", [3], [3, 3], 0],
])("the items of a list count as added or removed while its pages are read: %s", async (_, second, results, times) => {
  const send = ({ query }: Request): Promise<Values> => {
    const page = Number(query?.page ?? 1);
    const ids = page === 1 ? [1, 2] : second;
    return Promise.resolve({ data: ids.map((id) => ({ id })), page, pages: 2, results: results[page - 1] });
  };
  const onUnsteady = jest.fn();
  await readListWithin(send, { path: "/domains" }, { maxRequests: 2, onUnsteady });
  expect(onUnsteady).toHaveBeenCalledTimes(times);
});

test("stops at an empty page", async () => {
  const { asked, send } = listing(1e9, (page) => (page < 4 ? [{ id: page }] : []));
  await expect(readList(send, { path: "/domains" })).resolves.toHaveLength(3);
  // One of the requests asks for larger pages.
  expect(asked).toHaveLength(5);
});
