import type { Request } from "../../provider/api/client";
import { ApiError, NotFoundError } from "../../provider/api/errors";
import { createReads } from "../../provider/api/reads";
import type { Values } from "../../provider/definition/values";

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
      return Promise.resolve({ data, page, pages: Math.max(1, Math.ceil(ids.length / perPage)), results: ids.length });
    }
    if (ids.includes(Number(id))) return Promise.resolve({ id: Number(id), root });
    return Promise.reject(new ApiError(`GET ${path}`, 404, [{ reason: "Not found" }]));
  };
  let nowMs = 0;
  const reads = createReads(send, { gatherMs: 0, nowMs: () => nowMs });
  return {
    asked,
    send,
    reads,
    pass: (ms: number) => void (nowMs += ms),
    whenAsked: (call: () => void) => void (hear = call),
  };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

test("sends a few reads one by one", async () => {
  const { asked, reads } = collection([1, 2, 3]);
  await Promise.all(["1", "2", "3"].map((id) => reads.fresh("/domains", id)));
  expect(asked).toEqual(["/domains/1", "/domains/2", "/domains/3"]);
});

test("many simultaneous reads become one list request", async () => {
  const { asked, reads } = collection(upTo(50));
  const found = await Promise.all(upTo(50).map((id) => reads.fresh("/domains", String(id))));
  expect(found.map(({ id }) => id)).toEqual(upTo(50));
  expect(asked).toEqual(["/domains"]);
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

test("a list that would take more requests than the single reads is not read to the end", async () => {
  const { asked, reads } = collection(upTo(100), 5);
  await Promise.all(upTo(6).map((id) => reads.fresh("/domains", String(id))));
  expect(asked.filter((path) => path.includes("?page="))).toEqual([]);
  expect(asked.length).toBeLessThanOrEqual(8);
});

test("a long list serves many reads when that takes fewer requests", async () => {
  const { asked, reads } = collection(upTo(100), 50);
  const found = await Promise.all(upTo(100).map((id) => reads.fresh("/domains", String(id))));
  expect(found.map(({ id }) => id)).toEqual(upTo(100));
  expect(asked.length).toBeLessThanOrEqual(3);
});

test("a resource that the list lacks is read individually, twice, before it counts as missing", async () => {
  const { asked, reads } = collection(upTo(9));
  const results = await Promise.allSettled(upTo(10).map((id) => reads.fresh("/domains", String(id))));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(9);
  expect(results[9]).toMatchObject({ status: "rejected", reason: { name: "NotFoundError" } });
  expect(asked).toEqual(["/domains", "/domains/10", "/domains/10"]);
});

test("reads of different collections do not share a list", async () => {
  const { asked, reads } = collection(upTo(6));
  const [domains, images] = await Promise.all([
    Promise.all(upTo(6).map((id) => reads.fresh("/domains", String(id)))),
    Promise.all(upTo(6).map((id) => reads.fresh("/images", String(id)))),
  ]);
  expect(domains.every(({ root }) => root === "domains") && images.every(({ root }) => root === "images")).toBe(true);
  expect(asked.sort()).toEqual(["/domains", "/images"]);
});

test("a later read sends a new request: nothing is cached", async () => {
  const { asked, reads } = collection([1]);
  await reads.fresh("/domains", "1");
  await reads.fresh("/domains", "1");
  expect(asked).toEqual(["/domains/1", "/domains/1"]);
});

test("a read that accepts recent data uses the list that was just read", async () => {
  const { asked, reads, pass } = collection(upTo(9));
  await Promise.all(upTo(8).map((id) => reads.recent("/domains", String(id))));
  pass(2_000);
  await expect(reads.recent("/domains", "9")).resolves.toMatchObject({ id: 9 });
  expect(asked).toEqual(["/domains"]);
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

test("a list isn't reused after two seconds or a write", async () => {
  const { asked, reads, pass } = collection(upTo(9));
  await Promise.all(upTo(8).map((id) => reads.recent("/domains", String(id))));
  pass(2_010);
  await reads.recent("/domains", "1");
  await Promise.all(upTo(8).map((id) => reads.fresh("/domains", String(id))));
  reads.forget();
  await reads.recent("/domains", "2");
  expect(asked).toEqual(["/domains", "/domains/1", "/domains", "/domains/2"]);
});

test("a list in progress during a write serves only the reads that waited for it", async () => {
  const { asked, reads, whenAsked } = collection(upTo(9));
  whenAsked(() => reads.forget());
  await Promise.all(upTo(8).map((id) => reads.recent("/domains", String(id))));
  await reads.recent("/domains", "3");
  expect(asked.at(-1)).toBe("/domains/3");
});

const MISSING = new ApiError("GET /domains", 404, [{ reason: "Not found" }]);

test.each([
  ["doesn't exist", MISSING],
  ["fails", new Error("no list")],
])("when the list %s, sends every read individually", async (_, failure) => {
  const { asked, send } = collection(upTo(8));
  const failing = (request: Request): Promise<Values> =>
    request.path === "/domains" ? Promise.reject(failure) : send(request);
  const reads = createReads(failing, { gatherMs: 0 });
  const found = await Promise.all(upTo(8).map((id) => reads.fresh("/domains", String(id))));
  expect(found.map(({ id }) => id)).toEqual(upTo(8));
  expect(asked).toEqual(upTo(8).map((id) => `/domains/${id}`));
});

test("when a later page of the list is missing, sends the waiting reads individually", async () => {
  const { asked, send } = collection(upTo(12), 6);
  const failing = (request: Request): Promise<Values> => (request.query ? Promise.reject(MISSING) : send(request));
  const reads = createReads(failing, { gatherMs: 0 });
  await Promise.all(upTo(12).map((id) => reads.fresh("/domains", String(id))));
  expect(asked).toHaveLength(13);
});

test("a single 404 doesn't make a resource missing", async () => {
  const { send } = collection([5]);
  let times = 0;
  const reads = createReads((request) => (times++ === 0 ? Promise.reject(MISSING) : send(request)), { gatherMs: 0 });
  await expect(reads.fresh("/domains", "5")).resolves.toMatchObject({ id: 5 });
  await expect(reads.direct("/domains", "5")).resolves.toMatchObject({ id: 5 });
});

test("a resource that another request already reported missing is read only once", async () => {
  const { asked, reads } = collection([5]);
  await expect(reads.direct("/domains", "6", { isMissing: true })).rejects.toBeInstanceOf(NotFoundError);
  expect(asked).toEqual(["/domains/6"]);
});

test("a 404 for a list is never reported as a missing resource", async () => {
  const reads = createReads(() => Promise.reject(MISSING), { gatherMs: 0 });
  await expect(reads.all("/domains")).rejects.not.toBeInstanceOf(NotFoundError);
});

test("a resource whose list entry is implausible is read individually", async () => {
  const { asked, reads } = collection(upTo(6));
  const rejectReason = ({ id }: Values): string | undefined => (id === 2 ? "not so" : undefined);
  await Promise.all(upTo(6).map((id) => reads.fresh("/domains", String(id), { rejectReason })));
  await reads.recent("/domains", "2", { rejectReason });
  expect(asked).toEqual(["/domains", "/domains/2", "/domains/2"]);
});

test("a whole list is reused until two seconds have passed or something is written", async () => {
  const { asked, reads, pass } = collection(upTo(150));
  expect(await reads.all("/domains")).toHaveLength(150);
  pass(2_000);
  expect(await reads.all("/domains")).toHaveLength(150);
  expect(asked).toHaveLength(2);
  reads.forget();
  await reads.all("/domains");
  pass(2_200);
  await reads.all("/domains");
  expect(asked).toHaveLength(6);
});

describe("a read after a delete", () => {
  test("is a single request for a single resource", async () => {
    const { asked, reads } = collection([1]);
    expect(await reads.afterDelete("/domains", "2")).toBeUndefined();
    expect(await reads.afterDelete("/domains", "1")).toMatchObject({ id: 1 });
    expect(asked).toEqual(["/domains/2", "/domains/1"]);
  });

  test("is one list for simultaneous deletes, which also shows what still exists", async () => {
    const { asked, reads } = collection([3]);
    const found = await Promise.all(upTo(9).map((id) => reads.afterDelete("/domains", String(id))));
    expect(found.map((live) => live?.id)).toEqual(upTo(9).map((id) => (id === 3 ? id : undefined)));
    expect(asked).toEqual(["/domains"]);
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

  test("is one request each where the list would take more requests", async () => {
    const { asked, reads } = collection(upTo(1000), 100);
    await Promise.all(["1001", "1002"].map((id) => reads.afterDelete("/domains", id)));
    expect(asked).toEqual(["/domains", "/domains/1001", "/domains/1002"]);
  });
});
