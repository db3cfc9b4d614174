import type { Values } from "../../provider/definition/values";
import { NotFoundError } from "../../provider/api/errors";
import type { Context, Deadline, ObjectOperation } from "../../provider/lifecycle/context/context";
import { NO_JOURNAL } from "../../provider/journal/journal";
import { RunMemory } from "../../provider/lifecycle/context/run-memory";
import { waitUntil, waitUntilDeleted } from "../../provider/lifecycle/waiting/waiter";
import { domain } from "../../provider/resources/domain";
import { instantClock } from "../support/instant-clock";

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
  const context: Context = {
    send: () => Promise.reject(new Error("not used")),
    address: { url: "https://api.example.com/v4", brand: "compute" },
    reads: {
      all: () => Promise.resolve([]),
      recent: () => Promise.reject(new Error("not used")),
      forget: () => undefined,
      afterDelete: async () => {
        try {
          return await look();
        } catch (error) {
          if (error instanceof NotFoundError) return undefined;
          throw error;
        }
      },
      direct: look,
      fresh: look,
    },
    transfer: {
      upload: () => Promise.reject(new Error("not used")),
      download: () => Promise.reject(new Error("not used")),
    },
    clock,
    serviceTime: () => undefined,
    memory: new RunMemory(),
    journal: NO_JOURNAL,
    signal: controller.signal,
    progress: (message) => void said.push(message),
    info: () => undefined,
    warn: () => undefined,
  };
  return { context, clock, lookedAt, said, controller };
}

const deadlineAt = (seconds: number, operation: Deadline["operation"] = "create"): Deadline => ({
  at: seconds * 1000,
  seconds,
  operation,
});
const isReady = (live: Values): boolean => live.status === "ready";
const operationOn = (context: Context, id: string, deadline: Deadline): ObjectOperation => ({
  definition: domain,
  id,
  args: {},
  deadline,
  context,
});

function waitForReady(
  context: Context,
  id: string,
  seconds: number,
  operation?: Deadline["operation"],
): Promise<Values> {
  const deadline = deadlineAt(seconds, operation);
  return waitUntil(operationOn(context, id, deadline), { until: isReady, what: '"ready"' });
}

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
      await waitUntil(operation, { until: isReady, what: '"ready"', seen: { status: "busy" } });
      waits.push({ polls: lookedAt.map((at) => at - startedMs), lateMs: clock.now() - startedMs - readyMs });
    }
    return waits;
  }

  test("polls when the result is due and rarely before", async () => {
    const [first, second] = await waitsFor(2);
    expect(first?.polls.length).toBeGreaterThan(10);
    expect(second?.polls.filter((at) => at < BOOT_MS - 4000).length).toBeLessThanOrEqual(4);
    expect(second?.lateMs).toBeLessThanOrEqual(2000);
  });

  test("gets more punctual, the more came before", async () => {
    const [, ...later] = await waitsFor(12, BOOT_MS / 2);
    expect(Math.max(...later.map(({ lateMs }) => lateMs))).toBeLessThanOrEqual(2000);
    expect(later.at(-1)?.lateMs).toBe(0);
  });

  test("doesn't immediately read again what was just seen", async () => {
    const [first, second] = await waitsFor(2);
    expect(first?.polls[0]).toBe(0);
    expect(second?.polls[0]).toBeGreaterThan(10_000);
  });
});

test("doesn't read again what was already in the desired state", async () => {
  const { context, lookedAt } = watching([{ status: "busy" }]);
  const operation = operationOn(context, "5", deadlineAt(60));
  await waitUntil(operation, { until: isReady, what: '"ready"', seen: { status: "busy" } }).catch(() => undefined);
  lookedAt.length = 0;
  await waitUntil(
    { ...operation, id: "6", deadline: deadlineAt(120) },
    { until: isReady, what: '"ready"', seen: { status: "ready" } },
  );
  expect(lookedAt).toEqual([]);
});

test("times out to the second, with one last read", async () => {
  const { context, clock, lookedAt } = watching([{ status: "busy" }]);
  await expect(waitForReady(context, "5", 100)).rejects.toThrow();
  expect(clock.now()).toBe(100_000);
  expect(lookedAt.at(-1)).toBe(100_000);
});

test("the last read may still succeed", async () => {
  const { context } = watching([{ status: "busy" }, { status: "ready" }]);
  await expect(waitForReady(context, "5", 0.5)).resolves.toEqual({ status: "ready" });
});

test("a timeout error shows the resource, its status, the limit and the remedy", async () => {
  const { context } = watching([{ status: "busy" }]);
  const message = await waitForReady(context, "5", 100, "update").catch((error: Error) => error.message);
  for (const part of ["domain 5", '"busy"', '"ready"', "100 seconds", "pulumi up", "customTimeouts", "update"]) {
    expect(message).toContain(part);
  }
});

test("waits with the same interval read at the same times, whenever they started", async () => {
  const first = watching([{ status: "busy" }]);
  const second = watching([{ status: "busy" }]);
  second.clock.advance(700);
  await expect(waitForReady(first.context, "5", 4)).rejects.toThrow();
  await expect(waitForReady(second.context, "6", 4)).rejects.toThrow();
  expect(second.lookedAt.slice(1).every((at) => at % 1000 === 0)).toBe(true);
});

test("waits for a new resource that the API doesn't return yet", async () => {
  const { context } = watching([gone, gone, { status: "ready" }]);
  await expect(waitForReady(context, "5", 60)).resolves.toEqual({ status: "ready" });
});

test("stops waiting for a new resource that is still missing after half a minute", async () => {
  const { context, clock } = watching([gone]);
  await expect(waitForReady(context, "5", 600)).rejects.toBe(gone);
  expect(clock.now()).toBeLessThan(60_000);
});

test("stops waiting immediately for a resource that disappears during an update", async () => {
  const { context, clock } = watching([gone]);
  await expect(waitForReady(context, "5", 600, "update")).rejects.toBe(gone);
  expect(clock.slept).toEqual([]);
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
  await expect(waitUntilDeleted(operationOn(context, "5", deadlineAt(60, "delete")))).rejects.toThrow(
    /still exists.*60 seconds/,
  );
  expect(clock.now()).toBe(60_000);
});
