import type { Request } from "../../../provider/api/client";
import { readList } from "../../../provider/api/paging";

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
