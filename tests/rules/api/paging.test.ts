import type { Request } from "../../../provider/api/client";
import { UnfitListError } from "../../../provider/api/errors";
import { readList } from "../../../provider/api/paging";
import type { Values } from "../../../provider/definition/values";

/** A service with a list of so many pages, which notes what it is asked. */
function listing(pages: unknown, items: (page: number) => unknown) {
  const asked: Omit<Request, "method">[] = [];
  const send = ({ method, ...request }: Request): Promise<Record<string, unknown>> => {
    expect(method).toBe("GET");
    asked.push(request);
    return Promise.resolve({ data: items(Number(request.query?.page ?? 1)), pages });
  };
  return { asked, send };
}

test("a list is read page after page, and the first page is asked for without a number or a size", async () => {
  const { asked, send } = listing(3, (page) => [{ id: page }]);
  await expect(readList(send, { path: "/domains" })).resolves.toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  expect(asked).toEqual([
    { path: "/domains" },
    { path: "/domains", query: { page: 2 } },
    { path: "/domains", query: { page: 3 } },
  ]);
});

test("a list without a number of pages, or with none, is one page", async () => {
  for (const pages of [undefined, 0, 1]) {
    const { asked, send } = listing(pages, () => []);
    await expect(readList(send, { path: "/domains" })).resolves.toEqual([]);
    expect(asked).toHaveLength(1);
  }
});

test("what else the request says goes with every page", async () => {
  const { asked, send } = listing(2, () => []);
  await readList(send, { path: "/images", isPublic: true, query: { type: "manual" } });
  expect(asked).toEqual([
    { path: "/images", isPublic: true, query: { type: "manual" } },
    { path: "/images", isPublic: true, query: { type: "manual", page: 2 } },
  ]);
});

test("an answer that is no list is an error, never an empty list", async () => {
  const { send } = listing(1, () => undefined);
  await expect(readList(send, { path: "/domains" })).rejects.toThrow(/without the list/);
});

describe("a list that cannot be", () => {
  const page = (more: Values) => () => Promise.resolve({ data: [{ id: 1 }], page: 1, pages: 1, results: 1, ...more });
  const asking = (more: Values): Promise<unknown> => readList(jest.fn(page(more)), { path: "/domains" });

  test.each([
    ["more pages than objects", { pages: 1e9, results: 250 }, /250 objects in 1000000000 pages, which is impossible/],
    ["a part of a page", { pages: 1.5, results: 250 }, /1.5 pages/],
    ["fewer pages than none", { pages: -1 }, /-1 pages/],
    ["null among the objects", { data: [{ id: 1 }, null] }, /entry 1 is not an object/],
    ["a list among the objects", { data: [[]] }, /entry 0 is not an object/],
    ["another page", { page: 2 }, /page 2 instead of page 1/],
  ])("because of %s is an error that says so", async (_, more, message) => {
    await expect(asking(more)).rejects.toThrow(message);
    await expect(asking(more)).rejects.toBeInstanceOf(UnfitListError);
  });

  test("because every page is the same is not read to its end", async () => {
    const send = jest.fn(page({ pages: 1e9, page: undefined, results: undefined }));
    await expect(readList(send, { path: "/domains" })).rejects.toThrow("the same objects on page 2");
    expect(send).toHaveBeenCalledTimes(2);
  });
});

test("a list ends with the page that is empty", async () => {
  const { asked, send } = listing(1e9, (page) => (page < 4 ? [{ id: page }] : []));
  await expect(readList(send, { path: "/domains" })).resolves.toHaveLength(3);
  expect(asked).toHaveLength(4);
});
