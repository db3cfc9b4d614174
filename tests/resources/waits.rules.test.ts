import type { Values } from "../../provider/definition/values";
import { NotFoundError } from "../../provider/api/errors";
import { RunMemory, readCollectionSince } from "../../provider/lifecycle/context";
import type { Context, Deadline, ObjectOperation } from "../../provider/lifecycle/context";
import { waitUntil, waitUntilDeleted } from "../../provider/lifecycle/waiting/waiter";
import { forEachConcurrently, takeSlot, withLock } from "../../provider/lifecycle/waiting/turns";
import { domain } from "../../provider/resources/domain";
import { instantClock } from "../support/instant-clock";
import { definitionOf } from "../../provider/resources/registry";
import { steppedClock } from "../support/stepped-clock";

const gone = new NotFoundError("GET /domains/5", 404, [{ reason: "Not found" }]);

/** A context whose resource returns the next of these at each read, and then repeats the last. */
function watching(looks: readonly (Values | Error)[] | ((nowMs: number) => Values | Error)) {
  const clock = instantClock();
  const lookedAt: number[] = [];
  const said: string[] = [];
  const controller = new AbortController();
  const look = (): Promise<Values> => {
    const seen = typeof looks === "function" ? looks(clock.now()) : looks[Math.min(lookedAt.length, looks.length - 1)];
    lookedAt.push(clock.now());
    return seen instanceof Error ? Promise.reject(seen) : Promise.resolve(seen ?? {});
  };
  const afterDelete = () =>
    look().catch((error: unknown) => {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    });
  const context = {
    reads: { all: () => Promise.resolve([]), forget: () => undefined, afterDelete, direct: look, fresh: look },
    clock,
    memory: new RunMemory(),
    signal: controller.signal,
    progress: (message: string) => void said.push(message),
  } as unknown as Context;
  return { context, clock, lookedAt, said, controller };
}

const deadlineAt = (seconds: number, operation: Deadline["operation"] = "create"): Deadline => {
  return { at: seconds * 1000, seconds, operation };
};
const READY = { until: ({ status }: Values) => status === "ready", what: '"ready"' };
const operationOn = (context: Context, id: string, deadline: Deadline): ObjectOperation => {
  return { definition: domain, id, args: {}, deadline, context };
};
const waitForReady = (context: Context, id: string, ...limit: Parameters<typeof deadlineAt>): Promise<Values> =>
  waitUntil(operationOn(context, id, deadlineAt(...limit)), READY);

test("doesn't wait for a state that is already reached", async () => {
  const { context, clock } = watching([{ status: "ready" }]);
  await expect(waitForReady(context, "5", 60)).resolves.toEqual({ status: "ready" });
  expect(clock.slept).toEqual([]);
});

test("polls less often the longer it waits, but at least every 16 seconds", async () => {
  const { context, lookedAt } = watching([{ status: "busy" }]);
  await expect(waitForReady(context, "5", 600)).rejects.toThrow();
  const pauses = lookedAt.slice(1).map((at, index) => at - (lookedAt[index] ?? 0));
  expect(lookedAt.slice(0, 6)).toEqual([0, 1000, 2000, 4000, 6000, 8000]);
  expect(pauses).toEqual([...pauses.slice(0, -1)].sort((one, other) => one - other).concat(pauses.slice(-1)));
  expect(Math.max(...pauses)).toBe(16_000);
  expect(lookedAt.length).toBeLessThan(70);
});

describe("a wait after an earlier one of the same sort", () => {
  const BOOT_MS = 60_000;

  /** Waits, one after another, for resources that are ready after this time each. */
  async function waitsFor(count: number, readyMs = BOOT_MS) {
    const { context, clock, lookedAt } = watching([{ status: "busy" }]);
    const waits: { polls: number[]; lateMs: number }[] = [];
    for (let n = 0; n < count; n++) {
      const startedMs = clock.now();
      lookedAt.length = 0;
      const fresh = (): Promise<Values> => {
        lookedAt.push(clock.now());
        return Promise.resolve({ status: clock.now() - startedMs >= readyMs ? "ready" : "busy" });
      };
      const deadline = { ...deadlineAt(600), at: startedMs + 600_000 };
      const operation = operationOn({ ...context, reads: { ...context.reads, fresh } }, String(n + 1), deadline);
      await waitUntil(operation, { ...READY, seen: { status: "busy" } });
      waits.push({ polls: lookedAt.map((at) => at - startedMs), lateMs: clock.now() - startedMs - readyMs });
    }
    return waits;
  }

  test("polls when the result is due and rarely before", async () => {
    const [first, second] = await waitsFor(2);
    expect(first?.polls[0]).toBe(0);
    expect(first?.polls.length).toBeGreaterThan(10);
    // Not at once what was just seen.
    expect(second?.polls[0]).toBeGreaterThan(10_000);
    expect(second?.polls.filter((at) => at < BOOT_MS - 4000).length).toBeLessThanOrEqual(4);
    expect(second?.lateMs).toBeLessThanOrEqual(2000);
  });

  test("gets more punctual, the more came before", async () => {
    const [, ...later] = await waitsFor(12, BOOT_MS / 2);
    expect(Math.max(...later.map(({ lateMs }) => lateMs))).toBeLessThanOrEqual(2000);
    expect(later.at(-1)?.lateMs).toBe(0);
  });
});

test("doesn't read again what was already in the desired state", async () => {
  const { context, lookedAt } = watching([{ status: "busy" }]);
  const operation = operationOn(context, "5", deadlineAt(60));
  await waitUntil(operation, { ...READY, seen: { status: "busy" } }).catch(() => undefined);
  lookedAt.length = 0;
  const other = { ...operation, id: "6", deadline: deadlineAt(120) };
  await waitUntil(other, { ...READY, seen: { status: "ready" } });
  expect(lookedAt).toEqual([]);
});

test("times out to the second, with one last read; the error shows resource, status, limit and remedy", async () => {
  const { context, clock, lookedAt } = watching([{ status: "busy" }]);
  const message = await waitForReady(context, "5", 100, "update").catch((error: Error) => error.message);
  for (const part of ["domain 5", '"busy"', '"ready"', "100 seconds", "same command", "customTimeouts", "update"]) {
    expect(message).toContain(part);
  }
  expect(clock.now()).toBe(100_000);
  expect(lookedAt.at(-1)).toBe(100_000);
});

test("the last read may still succeed", async () => {
  const { context } = watching([{ status: "busy" }, { status: "ready" }]);
  await expect(waitForReady(context, "5", 0.5)).resolves.toEqual({ status: "ready" });
});

test("waits half a minute for a new resource that the API doesn't return yet, but not during an update", async () => {
  const late = watching([gone, gone, { status: "ready" }]);
  await expect(waitForReady(late.context, "5", 60)).resolves.toEqual({ status: "ready" });
  const { context, clock } = watching([gone]);
  await expect(waitForReady(context, "5", 600, "update")).rejects.toBe(gone);
  expect(clock.slept).toEqual([]);
  await expect(waitForReady(context, "5", 600)).rejects.toBe(gone);
  expect(clock.now()).toBeLessThan(60_000);
});

test("an abort ends the wait after one read", async () => {
  const { context, controller, lookedAt } = watching([{ status: "busy" }]);
  controller.abort(new Error("cancelled"));
  await expect(waitForReady(context, "5", 600)).rejects.toThrow("cancelled");
  expect(lookedAt).toHaveLength(1);
});

test("progress shows the status and the desired state", async () => {
  const { context, said } = watching([{ status: "booting" }, { status: "ready" }]);
  await waitForReady(context, "5", 60);
  expect(said).toEqual(['booting, waiting for "ready"', "ready"]);
});

test("waiting for a delete ends when the API returns a 404", async () => {
  const { context, lookedAt } = watching([{ status: "deleting" }, { status: "deleting" }, gone]);
  await waitUntilDeleted(operationOn(context, "5", deadlineAt(60, "delete")));
  expect(lookedAt).toHaveLength(3);
});

test("after a slow delete, the next one of that resource type is first checked when it is due", async () => {
  let goneAtMs = 0;
  const { context, clock, lookedAt } = watching((nowMs) => (nowMs < goneAtMs ? { status: "deleting" } : gone));
  const goneAfter = async (ms: number): Promise<number> => {
    goneAtMs = clock.now() + ms;
    const before = lookedAt.length;
    await waitUntilDeleted(operationOn(context, "5", deadlineAt(600, "delete")));
    return lookedAt.length - before;
  };
  expect(await goneAfter(12_000)).toBeGreaterThan(4);
  expect(await goneAfter(12_000)).toBeLessThanOrEqual(3);
});

test("a resource that still exists at the timeout is an error", async () => {
  const { context, clock } = watching([{ status: "deleting" }]);
  const deleted = waitUntilDeleted(operationOn(context, "5", deadlineAt(60, "delete")));
  await expect(deleted).rejects.toThrow(/still exists.*60 seconds/);
  expect(clock.now()).toBe(60_000);
});

test("simultaneous waits share one list, and a later wait reads a new one", async () => {
  const clock = steppedClock();
  const paths: string[] = [];
  const send = ({ path }: { path: string }): Promise<Values> => {
    paths.push(path);
    return Promise.resolve({ data: [{ id: paths.length }], page: 1, pages: 1, results: 1 });
  };
  const context = { clock, send, memory: new RunMemory() } as unknown as Context;
  const look = (path: string, sinceMs: number) =>
    readCollectionSince(definitionOf("Domain"), { path, sinceMs }, context);
  await clock.advance(1000);
  const looks = await Promise.all([0, 500, 999].map((sinceMs) => look("/domains", sinceMs)));
  expect(looks).toEqual(Array(3).fill([{ id: 1 }]));
  expect(await look("/images", 0)).toEqual([{ id: 2 }]);
  await clock.advance(1000);
  expect(await look("/domains", 1000)).toEqual([{ id: 3 }]);
  expect(paths).toEqual(["/domains", "/images", "/domains"]);
});

test("work with the same key runs one at a time, in order, even after a failure", async () => {
  const memory = new RunMemory();
  const order: string[] = [];
  const work = (name: string, fails: boolean) => async (): Promise<string> => {
    order.push(`${name} begins`);
    await Promise.resolve();
    order.push(`${name} ends`);
    if (fails) throw new Error(name);
    return name;
  };
  const turns = [withLock(memory, "5", work("a", true)), withLock(memory, "5", work("b", false))];
  expect(await Promise.allSettled(turns)).toMatchObject([{ status: "rejected" }, { value: "b" }]);
  expect(order).toEqual(["a begins", "a ends", "b begins", "b ends"]);
});

test("work with another key or in another process doesn't wait", async () => {
  const memory = new RunMemory();
  const never = new Promise<never>(() => undefined);
  void withLock(memory, "5", () => never);
  expect(await withLock(memory, "6", () => Promise.resolve("done"))).toBe("done");
  expect(await withLock(new RunMemory(), "5", () => Promise.resolve("done"))).toBe("done");
});

describe("slots", () => {
  /** Takes a slot for each name and records which names have one. */
  function taken(most: number, names: readonly string[]) {
    const memory = new RunMemory();
    const [got, waited]: [string[], string[]] = [[], []];
    const releases = new Map<string, () => void>();
    for (const name of names) {
      const onWait = (): void => void waited.push(name);
      void takeSlot(memory, { key: "5", max: most, onWait }).then((release) => {
        got.push(name);
        releases.set(name, release);
      });
    }
    return { got, waited, release: (name: string) => releases.get(name)?.() };
  }
  const settle = (): Promise<void> => new Promise(setImmediate);

  test("are passed on in the order of the requests, once per release", async () => {
    const { got, waited, release } = taken(2, ["a", "b", "c", "d", "e"]);
    await settle();
    expect([got.join(""), waited.join("")]).toEqual(["ab", "cde"]);
    for (const [released, having] of ["bb abc", "ba abcd", "c abcde"].map((step) => step.split(" "))) {
      for (const name of released ?? "") release(name);
      await settle();
      expect(got.join("")).toBe(having);
    }
  });

  test("are free again once all are released", async () => {
    const memory = new RunMemory();
    const waits: string[] = [];
    const place = { key: "5", max: 1, onWait: () => void waits.push("waited") };
    (await takeSlot(memory, place))();
    (await takeSlot(memory, place))();
    expect(waits).toEqual([]);
  });
});

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

test("processes every item once, in order and a few at a time", async () => {
  let underWay = 0;
  let most = 0;
  const begun: number[] = [];
  const rest = await forEachConcurrently(upTo(50), async (item) => {
    begun.push(item);
    most = Math.max(most, ++underWay);
    await new Promise(setImmediate);
    underWay--;
  });
  expect(rest).toEqual([]);
  expect(begun).toEqual(upTo(50));
  expect(most).toBe(6);
});

test("returns the items that had not started when the work was stopped", async () => {
  let done = 0;
  const rest = await forEachConcurrently(
    upTo(50),
    async () => {
      await new Promise(setImmediate);
      done++;
    },
    () => done < 10,
  );
  expect(rest).toEqual(upTo(50).slice(done));
  expect(done).toBeLessThan(20);
});

test("an error stops new items and is thrown once those in progress have finished", async () => {
  const ended: number[] = [];
  const working = forEachConcurrently(upTo(50), async (item) => {
    await new Promise(setImmediate);
    if (item === 1) throw new Error("no");
    await new Promise(setImmediate);
    ended.push(item);
  });
  await expect(working).rejects.toThrow("no");
  expect(ended.sort()).toEqual([0, 2, 3, 4, 5]);
});
