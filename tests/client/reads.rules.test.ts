import type { Request } from "../../provider/api/client";
import { realClock } from "../../provider/api/clock";
import { ApiError, InvalidListError, NetworkError, NotFoundError } from "../../provider/api/errors";
import { readList, readListWithin } from "../../provider/api/paging";
import { createReads } from "../../provider/api/reads";
import type { Values } from "../../provider/definition/values";

describe("a paged list", () => {
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

  test.each([[{ path: "/domains" }], [{ path: "/images", isPublic: true as const, query: { type: "manual" } }]])(
    "reads a list page by page, and requests the first page without a number or a size: %j",
    async (request: Omit<Request, "method">) => {
      const { asked, send } = listing(2, (page) => [{ id: page }]);
      await expect(readList(send, request)).resolves.toEqual([{ id: 1 }, { id: 2 }]);
      expect(asked).toEqual([request, { ...request, query: { ...request.query, page: 2 } }]);
    },
  );

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
        const refusal = new ApiError(`${method} ${path}`, 400, [{ property: "page_size", reason: "too large" }]);
        if (refuses && asked > largest) return Promise.reject(refusal);
        const size = Math.min(asked, largest);
        const data = ids.slice((Number(page) - 1) * size, Number(page) * size);
        const pages = Math.ceil(ids.length / size);
        return Promise.resolve({ data, page: Number(page), pages, results: ids.length });
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
      [3, 500, undefined, 1],
      [4, 500, ids, 4],
      // With small pages, it would take too many.
      [10, SMALL, undefined, 2],
    ])("is read only if it fits in %p requests", async (maxRequests, largest, result, requests) => {
      const { queries, send } = service({ largest });
      await expect(readListWithin(send, { path: "/domains" }, { maxRequests })).resolves.toEqual(result);
      expect(queries).toHaveLength(requests);
    });
  });

  test.each([undefined, 0, 1])("a list with the page count %p is one page", async (pages) => {
    const { asked, send } = listing(pages, () => []);
    await expect(readList(send, { path: "/domains" })).resolves.toEqual([]);
    expect(asked).toHaveLength(1);
  });

  test("a response without a list is an error, never an empty list", async () => {
    const { send } = listing(1, () => undefined);
    await expect(readList(send, { path: "/domains" })).rejects.toThrow(/without the documented list/);
  });

  describe("an inconsistent list", () => {
    const page = (more: Values) => () => Promise.resolve({ data: [{ id: 1 }], page: 1, pages: 1, results: 1, ...more });
    const asking = (more: Values): Promise<unknown> => readList(jest.fn(page(more)), { path: "/domains" });

    test.each([
      ["more pages than items", { pages: 1e9, results: 250 }, /contradictory counts: 250 items in 1000000000 pages/],
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
    const [shrinking, growing] = [pageOf((page) => 4 - page), pageOf((page) => 1 + page)];
    await expect(readList(shrinking, { path: "/domains" })).resolves.toHaveLength(2);
    await expect(readList(growing, { path: "/domains" })).rejects.toThrow("with 2 of 3 items");
  });

  test("a list that grows by a page while it is read, as others create, is read to its new end", async () => {
    const send = ({ query }: Request): Promise<Values> => {
      const page = Number(query?.page ?? 1);
      const pages = page === 1 ? 2 : 3;
      return Promise.resolve({ data: [{ id: page }], page, pages, results: pages });
    };
    await expect(readList(send, { path: "/domains" })).resolves.toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  test.each([
    ["if their count changes", [2, 3], [3, 4], 1],
    ["if one of them is on both pages", [2], [3, 3], 1],
    ["not otherwise", [3], [3, 3], 0],
  ])(
    "the items of a list count as added or removed while its pages are read: %s",
    async (_, second, results, times) => {
      const send = ({ query }: Request): Promise<Values> => {
        const page = Number(query?.page ?? 1);
        const ids = page === 1 ? [1, 2] : second;
        return Promise.resolve({ data: ids.map((id) => ({ id })), page, pages: 2, results: results[page - 1] });
      };
      const onUnsteady = jest.fn();
      await readListWithin(send, { path: "/domains" }, { maxRequests: 2, onUnsteady });
      expect(onUnsteady).toHaveBeenCalledTimes(times);
    },
  );

  test("stops at an empty page", async () => {
    const { asked, send } = listing(1e9, (page) => (page < 4 ? [{ id: page }] : []));
    await expect(readList(send, { path: "/domains" })).resolves.toHaveLength(3);
    // One of the requests asks for larger pages.
    expect(asked).toHaveLength(5);
  });
});

describe("reads that share a list", () => {
  /** A paged collection with these IDs, which records its requests. It returns larger pages only up to `largest`. */
  function collection(ids: readonly number[], ownSize = 100, largest = ownSize) {
    const asked: string[] = [];
    let hear = (): void => undefined;
    const send = ({ path, query }: Request): Promise<Values> => {
      const page = Number(query?.page ?? 1);
      hear();
      asked.push(page > 1 ? `${path}?page=${page}` : path);
      const [, root, id] = path.split("/");
      if (id === undefined) {
        const perPage = Math.min(Number(query?.page_size ?? ownSize), largest);
        const data = ids.slice((page - 1) * perPage, page * perPage).map((one) => ({ id: one, root }));
        const pages = Math.max(1, Math.ceil(ids.length / perPage));
        return Promise.resolve({ data, page, pages, results: ids.length });
      }
      if (ids.includes(Number(id))) return Promise.resolve({ id: Number(id), root });
      return Promise.reject(new ApiError(`GET ${path}`, 404, [{ reason: "Not found" }]));
    };
    let nowMs = 0;
    const reads = createReads(send, { gatherMs: 0, nowMs: () => nowMs });
    const pass = (ms: number) => void (nowMs += ms);
    return { asked, send, reads, pass, whenAsked: (call: () => void) => void (hear = call) };
  }

  const each = <T>(ids: readonly number[], read: (id: string) => Promise<T>): Promise<T[]> =>
    Promise.all(ids.map((id) => read(String(id))));
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

  const single = (count: number): string[] => upTo(count).map((id) => `/domains/${id}`);

  test.each([
    ["a few are sent one by one", 3, { of: 3 }, single(3)],
    ["many become one list request", 50, { of: 50 }, ["/domains"]],
    [
      "many are served by a long list if that takes fewer requests",
      100,
      { of: 100, size: 50 },
      ["/domains", "/domains?page=2"],
    ],
    // One of the requests asks for larger pages.
    [
      "a list that would take more requests is not read to the end",
      6,
      { of: 100, size: 5 },
      ["/domains", "/domains", ...single(6)],
    ],
  ])("of simultaneous reads, %s", async (_, count, { of, size }: { of: number; size?: number }, requests) => {
    const { asked, reads } = collection(upTo(of), size);
    const found = await each(upTo(count), (id) => reads.fresh("/domains", id));
    expect(found.map(({ id }) => id)).toEqual(upTo(count));
    expect(asked).toEqual(requests);
  });

  test("a list that was long before is read in large pages from the start", async () => {
    const { asked, reads } = collection(upTo(1200), 100, 500);
    const readAll = (): Promise<readonly Values[]> => {
      asked.length = 0;
      reads.forget();
      return reads.all("/domains");
    };
    expect(await readAll()).toHaveLength(1200);
    expect(asked).toHaveLength(4);
    expect(await readAll()).toHaveLength(1200);
    expect(asked).toHaveLength(3);
  });

  test("a long list stays fresh for longer, counted from its last page", async () => {
    const { asked, reads, pass, whenAsked } = collection(upTo(10_000), 100, 500);
    whenAsked(() => pass(1_000));
    await reads.all("/domains");
    expect(asked).toHaveLength(21);
    pass(12_000);
    expect(await reads.all("/domains")).toHaveLength(10_000);
    expect(asked).toHaveLength(21);
    pass(1);
    await reads.all("/domains");
    expect(asked).toHaveLength(41);
  });

  test("a read that accepts recent data uses the list that was just read, for two seconds or until a write", async () => {
    const { asked, reads, pass } = collection(upTo(9));
    await each(upTo(8), (id) => reads.recent("/domains", id));
    pass(2_000);
    await expect(reads.recent("/domains", "9")).resolves.toMatchObject({ id: 9 });
    expect(asked).toEqual(["/domains"]);
    pass(10);
    await reads.recent("/domains", "1");
    await each(upTo(8), (id) => reads.fresh("/domains", id));
    reads.forget();
    await reads.recent("/domains", "2");
    expect(asked).toEqual(["/domains", "/domains/1", "/domains", "/domains/2"]);
  });

  describe("one after the other", () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    test("become one list request as soon as many wait for their responses", async () => {
      const { asked, send } = collection(upTo(9));
      const reads = createReads((request) => send(request).finally(() => realClock.sleep(50)), { gatherMs: 0 });
      const read = async (id: number): Promise<void> => {
        void reads.recent("/domains", String(id));
        await jest.advanceTimersByTimeAsync(2);
      };
      for (const id of upTo(6)) await read(id);
      expect(asked).toEqual([...single(5), "/domains"]);
      await jest.advanceTimersByTimeAsync(5_000);
      reads.forget();
      await read(9);
      expect(asked.at(-1)).toBe("/domains/9");
    });
  });

  test("a list in progress during a write serves only the reads that waited for it", async () => {
    const { asked, reads, whenAsked } = collection(upTo(9));
    whenAsked(() => reads.forget());
    await each(upTo(8), (id) => reads.recent("/domains", id));
    await reads.recent("/domains", "3");
    expect(asked.at(-1)).toBe("/domains/3");
  });

  const MISSING = new ApiError("GET /domains", 404, [{ reason: "Not found" }]);

  test.each([
    ["doesn't exist", MISSING, ({ path }: Request) => path === "/domains", single(8)],
    ["fails", new Error("no list"), ({ path }: Request) => path === "/domains", single(8)],
    ["misses a later page", MISSING, ({ query }: Request) => query !== undefined, ["/domains", ...single(8)]],
  ])("when the list %s, sends every read individually", async (_, failure, isFailing, requests) => {
    const { asked, send } = collection(upTo(8), 4);
    const failing = (request: Request) => (isFailing(request) ? Promise.reject(failure) : send(request));
    const reads = createReads(failing, { gatherMs: 0 });
    const found = await each(upTo(8), (id) => reads.fresh("/domains", id));
    expect(found.map(({ id }) => id)).toEqual(upTo(8));
    expect(asked).toEqual(requests);
  });

  test("a single 404 doesn't make a resource missing, unless another request reported it missing; one for a list never does", async () => {
    const { asked, send, reads: later } = collection([5]);
    let times = 0;
    const reads = createReads((request) => (times++ === 0 ? Promise.reject(MISSING) : send(request)), { gatherMs: 0 });
    await expect(reads.fresh("/domains", "5")).resolves.toMatchObject({ id: 5 });
    await expect(reads.direct("/domains", "5")).resolves.toMatchObject({ id: 5 });
    asked.length = 0;
    await expect(later.direct("/domains", "6", { isMissing: true })).rejects.toBeInstanceOf(NotFoundError);
    expect(asked).toEqual(["/domains/6"]);
    const unlisted = createReads(() => Promise.reject(MISSING), { gatherMs: 0 });
    await expect(unlisted.all("/domains")).rejects.not.toBeInstanceOf(NotFoundError);
  });

  test("a resource whose list entry is implausible is read individually", async () => {
    const { asked, reads } = collection(upTo(6));
    const rejectReason = ({ id }: Values): string | undefined => (id === 2 ? "not so" : undefined);
    await Promise.all(upTo(6).map((id) => reads.fresh("/domains", String(id), { rejectReason })));
    await reads.recent("/domains", "2", { rejectReason });
    expect(asked).toEqual(["/domains", "/domains/2", "/domains/2"]);
  });

  test("a single response for another resource is rejected, and so is what the caller rejects", async () => {
    const rejections = ({ rejectReason }: Request) =>
      [{ id: 5 }, { id: 6 }, { id: 5, label: "odd" }].map((live) => rejectReason?.(live));
    const reads = createReads((request) => Promise.resolve({ rejected: rejections(request) }));
    const rejectReason = ({ label }: Values): string | undefined => (label === "odd" ? "not so" : undefined);
    const { rejected } = await reads.direct("/domains", "5", { rejectReason });
    expect(rejected).toEqual([undefined, "for a resource with ID 6", "not so"]);
  });

  describe("a read after a delete", () => {
    test.each([
      ["a single request for a missing resource", [], [2], ["/domains/2"]],
      ["a single request for an existing resource", [1], [1], ["/domains/1"]],
      ["one list for several, which also shows what still exists", [3], upTo(9), ["/domains"]],
      [
        "one request each if the list would take more",
        upTo(1000),
        [1001, 1002],
        ["/domains", "/domains/1001", "/domains/1002"],
      ],
    ])("is %s", async (_, existing, deleted, requests) => {
      const { asked, reads } = collection(existing, 100);
      const found = await each(deleted, (id) => reads.afterDelete("/domains", id));
      expect(found.map((live) => live?.id)).toEqual(deleted.map((id) => (existing.includes(id) ? id : undefined)));
      expect(asked).toEqual(requests);
    });

    describe("of many that an engine deletes", () => {
      beforeEach(() => jest.useFakeTimers());
      afterEach(() => jest.useRealTimers());

      test.each([
        ["with a small state, and an API that responds at once", { atOnce: 8, writeMs: 5, latencyMs: 0 }, 14, 1_100],
        ["with a slow API", { atOnce: 8, writeMs: 5, latencyMs: 50 }, 14, 2_500],
        ["with a very slow API", { atOnce: 8, writeMs: 5, latencyMs: 700 }, 14, 20_000],
        ["with a large state", { atOnce: 8, writeMs: 20, latencyMs: 0 }, 16, 4_400],
        ["one by one", { atOnce: 1, writeMs: 5, latencyMs: 0 }, 100, 2_500],
        ["all at once", { atOnce: 100, writeMs: 5, latencyMs: 0 }, 3, 1_100],
      ])(
        "%s, they cost a list for each round, and little time",
        async (_, { atOnce, writeMs, latencyMs }, most, longestMs) => {
          const ids = upTo(200);
          const { asked, send } = collection(ids, 500);
          const slowSend = (request: Request) => realClock.sleep(latencyMs).then(() => send(request));
          const reads = createReads(slowSend, { gatherMs: 20 });
          const toDelete = upTo(100);
          // At least a second passes: the engine writes its state before and after each step, one at a time.
          let lastWrite = Promise.resolve();
          const write = () => (lastWrite = lastWrite.then(() => realClock.sleep(writeMs)));
          const found: unknown[] = [];
          const deleting = async (): Promise<void> => {
            for (let id = toDelete.shift(); id !== undefined; id = toDelete.shift()) {
              await write();
              await realClock.sleep(latencyMs);
              ids.splice(ids.indexOf(id), 1);
              found.push(await reads.afterDelete("/domains", String(id)));
              await write();
            }
          };
          const startedMs = Date.now();
          const tookMs = Promise.all(upTo(atOnce).map(deleting)).then(() => Date.now() - startedMs);
          await jest.advanceTimersByTimeAsync(1_000_000);
          expect(found).toEqual(Array.from({ length: 100 }, () => undefined));
          expect(asked.length).toBeLessThanOrEqual(most);
          expect(await tookMs).toBeLessThanOrEqual(longestMs);
        },
      );
    });

    test.each([undefined, null])("isn't answered by a list with an entry whose ID is %p", async (id) => {
      const { send } = collection([1, 2]);
      const listed = { data: [{ id }, { id: 2 }], page: 1, pages: 1, results: 2 };
      const reads = createReads((request) => (request.path === "/domains" ? Promise.resolve(listed) : send(request)));
      const found = await each([1, 2], (one) => reads.afterDelete("/domains", one));
      expect(found).toMatchObject([{ id: 1 }, { id: 2 }]);
    });

    test("doesn't use a list that started earlier", async () => {
      const { asked, reads, whenAsked } = collection([]);
      let later: Promise<Values | undefined> | undefined;
      whenAsked(() => {
        later ??= reads.afterDelete("/domains", "3");
      });
      await Promise.all(["1", "2"].map((id) => reads.afterDelete("/domains", id)));
      expect(later).toBeDefined();
      expect(await later).toBeUndefined();
      expect(asked).toEqual(["/domains", "/domains/3"]);
    });

    test("doesn't report a resource as deleted that other deletes moved to an earlier page", async () => {
      const ids = upTo(150);
      const { asked, reads, whenAsked } = collection(ids);
      whenAsked(() => void (asked.length === 1 && ids.shift()));
      const found = await Promise.all(["1", "101"].map((id) => reads.afterDelete("/domains", id)));
      expect(found).toMatchObject([{ id: 1 }, { id: 101 }]);
      expect(asked).toEqual(["/domains", "/domains?page=2", "/domains/101"]);
    });
  });
});
