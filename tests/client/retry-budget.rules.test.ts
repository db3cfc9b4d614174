import fc from "fast-check";
import { ApiError, CancelledError, CloudError } from "../../provider/api/errors";
import { DEFAULT_RETRIES, withRetries } from "../../provider/api/retry";
import type { RetryOptions } from "../../provider/api/retry";
import { createRetryBudget } from "../../provider/api/retry-budget";
import { chanceFrom, tries } from "../support/chance";
import { steppedClock } from "../support/stepped-clock";

// The clock is stepped: a request that has not ended within seconds never will.
jest.setTimeout(20_000);

const OUTAGE_MS = 60_000;
const STEP_MS = 250;

/** An API that fails when `isFailing` says so, and the requests of one process to it. */
function start(isFailing: (sentMs: number, name: string) => boolean) {
  const clock = steppedClock();
  const budget = createRetryBudget(clock, DEFAULT_RETRIES);
  /** When something was sent. */
  const sent: number[] = [];
  let retried = 0;
  return {
    clock,
    sent,
    retries: () => retried,
    request: (method = "GET", options: Partial<RetryOptions> = {}, name = "domains"): Promise<string> => {
      let attempts = 0;
      const attempt = async (): Promise<string> => {
        sent.push(clock.now());
        if (attempts++ > 0) retried++;
        await clock.sleep(50);
        if (isFailing(clock.now(), name)) throw new ApiError(`${method} /domains`, 503, [{ reason: "Unavailable" }]);
        return "done";
      };
      return withRetries(method, attempt, { policy: DEFAULT_RETRIES, clock, budget, ...options });
    },
    advance: async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += STEP_MS) await clock.advance(STEP_MS);
    },
  };
}

const duringOutage = (ms: number): boolean => ms < OUTAGE_MS;
const many = <T>(count: number, request: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => request(i));

test.each([20, 100])(
  "%i requests in flight survive an outage of 60 s, and at most 6 more are sent in it",
  async (count) => {
    const { clock, sent, request, advance } = start(duringOutage);
    const done: string[] = [];
    for (let i = 0; i < count; i++)
      void request("GET", { deadlineMs: 900_000 }).then((response) => done.push(response));
    await advance(OUTAGE_MS);
    expect(sent.length).toBeLessThanOrEqual(count + 6);
    await advance(60_000);
    expect(done).toHaveLength(count);
    expect(clock.sleeping()).toBe(0);
  },
);

test.each(["GET", "POST"])("a %s that begins during the outage is not sent before it ends", async (method) => {
  const { sent, request, advance } = start(duringOutage);
  const failing = Promise.all(many(8, () => request()));
  await advance(2000);
  const before = sent.length;
  const late = Promise.all(many(50, () => request(method)));
  await advance(OUTAGE_MS - 2000);
  expect(sent.length - before).toBeLessThanOrEqual(5);
  await advance(60_000);
  expect(await late).toHaveLength(50);
  await failing;
});

test("a single request is retried as without a budget", async () => {
  const { sent, request, advance } = start(() => true);
  const failed = expect(request()).rejects.toThrow("GET /domains returned HTTP 503");
  await advance(130_000);
  await failed;
  expect(sent).toHaveLength(1 + DEFAULT_RETRIES.retries);
});

test("after a failure of a second, all requests are sent again within seconds", async () => {
  const { clock, request, advance } = start((ms) => ms < 1000);
  const all = Promise.all(many(100, () => request())).then(() => clock.now());
  await advance(30_000);
  expect(await all).toBeLessThan(6000);
});

test("when an outage goes on, all requests fail within the time that their retries would take, with what the API returned", async () => {
  const { clock, request, advance } = start(() => true);
  const ends = many(20, () => request().catch((error: unknown) => ({ error, ms: clock.now() })));
  await advance(1000);
  ends.push(request("POST").catch((error: unknown) => ({ error, ms: clock.now() })));
  await advance(300_000);
  const failed = (await Promise.all(ends)) as { error: Error; ms: number }[];
  expect(Math.max(...failed.map(({ ms }) => ms))).toBeLessThan(155_000);
  expect(new Set(failed.slice(0, -1).map(({ error }) => error.message))).toEqual(
    new Set(["GET /domains returned HTTP 503: Unavailable"]),
  );
  const unsent = failed.at(-1)?.error;
  expect(unsent).toBeInstanceOf(CloudError);
  expect(unsent?.message).toMatch(
    /^Nothing was sent, because the API is down: GET \/domains returned HTTP 503: Unavailable\. Run/,
  );
});

test("no request waits beyond its timeout, or beyond the time for which failures are retried", async () => {
  const { clock, request, advance } = start(() => true);
  const failing = Promise.allSettled(many(10, () => request()));
  await advance(1000);
  const ended = (options: Partial<RetryOptions>): Promise<number> =>
    request("GET", options).catch(() => clock.now()) as never;
  const [timeout, trouble] = [ended({ deadlineMs: 11_000 }), ended({ troubleMs: 20_000 })];
  await advance(200_000);
  expect(await timeout).toBeLessThanOrEqual(12_000);
  expect(await trouble).toBeLessThanOrEqual(22_000);
  await failing;
});

test("Ctrl-C ends the wait, and nothing is sent", async () => {
  const { sent, request, advance } = start(() => true);
  const failing = Promise.allSettled(many(10, () => request()));
  await advance(1000);
  const controller = new AbortController();
  const waiting = request("POST", { stop: controller.signal });
  const before = sent.length;
  controller.abort(new CancelledError("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
  expect(sent).toHaveLength(before);
  await advance(200_000);
  await failing;
});

test("a 429 is no failure: it takes no token, and shows that the API responds", async () => {
  const clock = steppedClock();
  const budget = createRetryBudget(clock, DEFAULT_RETRIES);
  const tooMany = (): Promise<never> => Promise.reject(new ApiError("GET /domains", 429, [], 0));
  const all = many(30, () =>
    withRetries("GET", tooMany, { policy: DEFAULT_RETRIES, clock, budget }).catch(() => "failed"),
  );
  for (let passed = 0; passed < 20; passed++) await clock.advance(STEP_MS);
  expect(await Promise.all(all)).toHaveLength(30);
  expect(clock.now()).toBe(5000);
});

test("one resource that always fails delays no other", async () => {
  const { clock, request, advance } = start((_, name) => name === "broken");
  const broken = Promise.allSettled(many(3, () => request("GET", {}, "broken")));
  for (let round = 0; round < 100; round++) {
    await advance(1000);
    const startedMs = clock.now();
    const done = request().then(() => clock.now() - startedMs);
    await advance(1000);
    expect(await done).toBeLessThan(1000);
  }
  await broken;
});

test("retries are a tenth of all requests at most, besides the reserve and the probes, however often the API fails", async () => {
  const share = fc.double({ min: 0.05, max: 0.5, noNaN: true });
  const property = fc.asyncProperty(share, fc.nat(), async (failed, seed) => {
    const chance = chanceFrom(seed);
    const { clock, sent, retries, request, advance } = start(() => chance() < failed);
    const all: Promise<unknown>[] = [];
    for (let second = 0; second < 300; second++) {
      all.push(...many(2, () => request().catch(() => "failed")));
      await advance(1000);
    }
    await advance(200_000);
    await Promise.all(all);
    const probes = clock.now() / (DEFAULT_RETRIES.firstDelayMs * 4);
    expect(retries()).toBeLessThanOrEqual(20 + sent.length / 10 + probes);
  });
  await fc.assert(property, { numRuns: tries(10) });
});
