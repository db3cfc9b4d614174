import fc from "fast-check";
import { CancelledError, CloudError } from "../../provider/api/errors";
import { allowanceFrom, createLimiter, createRateWindows, secondsFrom } from "../../provider/api/limiter";
import type { Allowance, Limiter, WaitOptions } from "../../provider/api/limiter";
import { settled, steppedClock } from "../support/stepped-clock";
import type { SteppedClock } from "../support/stepped-clock";

const WINDOW_MS = 60_000;
const ROUTE = "POST /domains";

describe("what a response says about the rate limit", () => {
  const TODAY_MS = 1_700_000_000_000;
  const clock = steppedClock(TODAY_MS);
  const LIMITS = { "x-ratelimit-limit": "800", "x-ratelimit-remaining": "799", "x-ratelimit-reset": "1700000030" };
  const IN_MS = { ...LIMITS, "x-ratelimit-reset": "1700000030000" };
  const LIMIT = { key: "800", limit: 800, remaining: 799, window: 1_700_000_030, untilMs: 30_000, isRejection: false };
  const USED_UP = { ...LIMIT, remaining: 0, untilMs: 7000, isRejection: true };
  const UNKNOWN = { ...USED_UP, key: "GET /domains", limit: Infinity, window: 1_700_000_007 };

  test.each<[string, number, Record<string, string>, Allowance | undefined]>([
    ["what remains, and the reset time", 200, LIMITS, LIMIT],
    ["what remains after an error", 404, LIMITS, LIMIT],
    ["a reset time in milliseconds", 200, IN_MS, LIMIT],
    [
      "the seconds of Retry-After before the reset time",
      200,
      { ...LIMITS, "retry-after": "7" },
      { ...LIMIT, untilMs: 7000 },
    ],
    ["the end of the window, not the Retry-After of a 503", 503, { ...LIMITS, "retry-after": "3600" }, LIMIT],
    ["the end of the window, not the Retry-After of a conflict", 400, { ...LIMITS, "retry-after": "1" }, LIMIT],
    ["nothing that remains after a 429, whatever the headers say", 429, { ...LIMITS, "retry-after": "7" }, USED_UP],
    ["the limit of the route after a 429 without one", 429, { "retry-after": "7" }, UNKNOWN],
    ["nothing without headers", 200, {}, undefined],
    ["nothing without a reset time", 200, { "x-ratelimit-limit": "800", "x-ratelimit-remaining": "0" }, undefined],
    ["nothing without a limit", 200, { "x-ratelimit-remaining": "0", "retry-after": "7" }, undefined],
    ["nothing from Retry-After alone", 200, { "retry-after": "7" }, undefined],
    ["nothing from what is no number", 200, { ...LIMITS, "x-ratelimit-remaining": "few" }, undefined],
    ["nothing from a 429 without a reset time", 429, {}, undefined],
    [
      "no limit of zero",
      429,
      { ...LIMITS, "x-ratelimit-limit": "0", "retry-after": "7" },
      { ...UNKNOWN, window: 1_700_000_030 },
    ],
    ["no reset time 30,000 years away", 429, { "retry-after": "999999999999" }, undefined],
  ])("reads %s", (_, status, headers, allowance) => {
    expect(allowanceFrom("GET /domains", { status, headers }, clock)).toEqual(allowance);
  });

  test("compares times with the API's clock, not with that of this machine, which may be an hour behind", () => {
    const date = new Date(TODAY_MS + 3_600_000).toUTCString();
    const later = new Date(TODAY_MS + 3_607_000).toUTCString();
    expect(
      allowanceFrom(
        "GET /domains",
        { status: 200, headers: { ...LIMITS, "x-ratelimit-reset": "1700003630", date } },
        clock,
      ),
    ).toMatchObject({ untilMs: 30_000 });
    expect(
      allowanceFrom("GET /domains", { status: 429, headers: { "retry-after": later, date } }, clock),
    ).toMatchObject({ window: 1_700_003_607, untilMs: 7000 });
    expect(secondsFrom({ "retry-after": later, date }, clock)).toBe(7);
  });

  test.each([
    ["120", 120],
    ["Thu, 01 Jan 1970 00:00:00 GMT", undefined],
    ["-5", undefined],
    ["0", undefined],
    ["86400", 86_400],
    ["86401", undefined],
    ["999999999999", undefined],
    ["soon", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("Retry-After %p is %p seconds", (header, seconds) =>
    expect(secondsFrom({ "retry-after": header }, clock)).toBe(seconds),
  );
});

describe("the windows of several responses", () => {
  const told = (window: number, remaining: number, untilMs = 1000): Allowance => {
    return { key: "5", limit: 5, remaining, window, untilMs };
  };

  test.each<[string, [Allowance | undefined, nowMs?: number][], number]>([
    ["ignore a late response from an earlier window", [[told(2, 0)], [told(1, 5, 10)]], 1000],
    ["have the lowest remaining count and the earliest end reported", [[told(1, 0, 900)], [told(1, 3, 1000)]], 900],
    ["follow the API if one lasts longer than announced", [[told(1, 0, 1000)], [told(1, 0, 500), 1200]], 1700],
    ["ignore a response without headers, such as a gateway's", [[told(1, 0)], [undefined]], 1000],
  ])("%s", (_, learned, untilMs) => {
    const windows = createRateWindows();
    for (const [allowance, nowMs = 0] of learned) windows.learn(ROUTE, allowance, nowMs);
    expect(windows.closedUntil(ROUTE, learned.at(-1)?.[1] ?? 0)).toBe(untilMs);
  });

  test("a limit that several routes share also applies to an unknown route: of several, the widest", () => {
    const windows = createRateWindows();
    windows.learn(ROUTE, told(1, 0), 0);
    expect(windows.closedUntil("GET /images", 0)).toBeUndefined();
    windows.learn("GET /regions", told(1, 0), 0);
    expect(windows.closedUntil("GET /images", 0)).toBe(1000);
    for (const route of ["GET /a", "GET /b"]) windows.learn(route, { ...told(1, 0, 2000), key: "9", limit: 9 }, 0);
    for (const route of ["GET /c", "GET /d"]) windows.learn(route, { ...told(1, 0, 3000), key: "3", limit: 3 }, 0);
    expect(windows.closedUntil("GET /images", 0)).toBe(2000);
  });

  test("a 429 without a limit blocks only its own route, and then allows any number of requests", () => {
    const windows = createRateWindows();
    windows.learn(ROUTE, { key: ROUTE, limit: Infinity, remaining: 0, window: 1, untilMs: 1000 }, 0);
    expect(windows.closedUntil(ROUTE, 999)).toBe(1000);
    expect(windows.closedUntil("GET /images", 0)).toBeUndefined();
    for (let count = 0; count < 1000; count++) windows.begin(ROUTE, 1000);
    expect(windows.closedUntil(ROUTE, 1000)).toBeUndefined();
  });

  describe("a limit that other processes use, too", () => {
    /** Sends requests to an API with 10 for each window of 30 seconds, of which the responses show `remaining`. */
    function sent(...responses: readonly (Partial<Allowance> & { window: number; remaining: number })[]) {
      const windows = createRateWindows();
      for (const response of responses) {
        const nowMs = response.window * 30_000;
        windows.begin(ROUTE, nowMs);
        windows.learn(ROUTE, { key: "10", limit: 10, untilMs: 30_000, ...response }, nowMs);
        windows.end(ROUTE);
      }
      return windows;
    }

    /** How long the next request waits after one that is sent at the beginning of a window. */
    function pauseIn(window: number, windows: ReturnType<typeof createRateWindows>): number {
      const nowMs = window * 30_000;
      windows.begin(ROUTE, nowMs);
      windows.end(ROUTE);
      return (windows.closedUntil(ROUTE, nowMs) ?? nowMs) - nowMs;
    }

    test("is used evenly in the rest of the window and in the next one, after a 429", () => {
      const windows = sent({ window: 1, remaining: 0, isRejection: true });
      expect(pauseIn(2, windows)).toBeGreaterThanOrEqual(1500);
      expect(pauseIn(2, windows)).toBeLessThanOrEqual(4500);
      expect(pauseIn(3, windows)).toBe(0);
    });

    test("is recognized by what remains, except in the first window, which an earlier command may have used", () => {
      const own = [9, 8, 7, 6].map((remaining) => ({ window: 2, remaining }));
      expect(pauseIn(2, sent({ window: 1, remaining: 9 }, ...own))).toBe(0);
      expect(pauseIn(1, sent({ window: 1, remaining: 3 }))).toBe(0);
      expect(pauseIn(2, sent({ window: 1, remaining: 9 }, { window: 2, remaining: 3 }))).toBeGreaterThanOrEqual(1500);
    });
  });
});

/** An API with fixed rate-limit windows that responds on demand and counts excess requests instead of rejecting them. */
class Counting {
  readonly sent: string[] = [];
  tooMany = 0;
  private readonly taken = new Map<string, number>();
  private readonly answers: (() => void)[] = [];

  constructor(
    private readonly clock: SteppedClock,
    private readonly limitOf: (route: string) => number | undefined,
  ) {}

  send = (route: string): Promise<Allowance | undefined> => {
    this.sent.push(route);
    const allowance = this.count(route);
    return new Promise((resolve) => this.answers.push(() => resolve(allowance)));
  };

  private count(route: string): Allowance | undefined {
    const limit = this.limitOf(route);
    if (limit === undefined) return undefined;
    const window = Math.floor(this.clock.now() / WINDOW_MS);
    const key = `${limit}/${window}`;
    const taken = (this.taken.get(key) ?? 0) + 1;
    this.taken.set(key, taken);
    if (taken > limit) this.tooMany++;
    const untilMs = Math.ceil(((window + 1) * WINDOW_MS - this.clock.now()) / 1000) * 1000;
    const remaining = Math.max(0, limit - taken);
    return { key: String(limit), limit, remaining, window, untilMs, isRejection: taken > limit };
  }

  /** Responds to this many pending requests, the oldest first unless `pick` chooses another order. */
  async answer(count = Infinity, pick: (left: number) => number = () => 0): Promise<void> {
    await settled();
    for (let done = 0; done < count && this.answers.length > 0; done++) {
      this.answers.splice(pick(this.answers.length), 1)[0]?.();
      await settled();
    }
  }
}

function start(limitOf: (route: string) => number | undefined = () => 10) {
  const clock = steppedClock();
  const service = new Counting(clock, limitOf);
  const limiter = createLimiter(clock);
  return { clock, service, request: requesting(limiter, service) };
}

function requesting(limiter: Limiter, service: Counting) {
  return (route = ROUTE, options: WaitOptions = {}) =>
    limiter.withSlot(route, options, { send: () => service.send(route), allowanceOf: (answer) => answer });
}

const many = (count: number, request: () => Promise<unknown>): Promise<unknown>[] =>
  Array.from({ length: count }, request);

test("requests above the limit wait exactly until the window ends", async () => {
  const { clock, service, request } = start();
  const all = Promise.all(many(25, () => request()));
  await service.answer();
  expect(service.sent).toHaveLength(10);
  await clock.advance(WINDOW_MS - 1);
  expect(service.sent).toHaveLength(10);
  await clock.advance(1);
  await service.answer();
  expect(service.sent).toHaveLength(20);
  await clock.advance(WINDOW_MS);
  await service.answer();
  await all;
  expect(service.sent).toHaveLength(25);
  expect(service.tooMany).toBe(0);
  expect(clock.sleeping()).toBe(0);
});

test.each([
  ["without a rate limit", undefined],
  ["with a limit that isn't reached", 800],
])("%s, requests wait only for a route's first response, and only after ten", async (_, limit) => {
  const { clock, service, request } = start(() => limit);
  const all = Promise.all(many(500, () => request()));
  await settled();
  expect(service.sent).toHaveLength(10);
  await service.answer(1);
  expect(service.sent).toHaveLength(500);
  await service.answer();
  await all;
  expect(clock.sleeping()).toBe(0);
});

test("sends requests in the order in which they were made", async () => {
  const clock = steppedClock();
  const limiter = createLimiter(clock);
  const order: number[] = [];
  const allowance: Allowance = { key: "1", limit: 1, remaining: 0, window: 1, untilMs: 1000 };
  let window = 0;
  const allowanceOf = (): Allowance => ({ ...allowance, window: ++window });
  const turn = (number: number): Promise<unknown> =>
    limiter.withSlot(ROUTE, {}, { send: () => Promise.resolve(order.push(number)), allowanceOf });
  await turn(0);
  const all = Promise.all([1, 2, 3].map(turn));
  for (let second = 0; second < 3; second++) await clock.advance(1000);
  await all;
  expect(order).toEqual([0, 1, 2, 3]);
});

test("a failed request frees its slot for the next", async () => {
  const limiter = createLimiter(steppedClock());
  const failing = many(15, () =>
    limiter.withSlot(ROUTE, {}, { send: () => Promise.reject(new Error("reset")), allowanceOf: () => undefined }),
  );
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(Array(15).fill("rejected"));
});

test.each([
  ["immediate responses", 10, 1],
  ["responses that take longer than the pause between two requests", 100, 4],
])(
  "processes that share a limit get equal parts of it, with at most one excess request each in a window: %s",
  async (_, limit, stepsOfResponse) => {
    const clock = steppedClock();
    const service = new Counting(clock, () => limit);
    const done: [number, number, number, number] = [0, 0, 0, 0];
    for (const index of [0, 1, 2, 3] as const) {
      const request = requesting(createLimiter(clock), service);
      void many(15 * limit, () => request().then((allowance) => (done[index] += allowance?.isRejection ? 0 : 1)));
    }
    const windows = async (count: number): Promise<void> => {
      for (let steps = 1; steps <= (count * WINDOW_MS) / 500; steps++) {
        await clock.advance(500);
        if (steps % stepsOfResponse === 0) await service.answer();
      }
    };
    // Before the first responses, no process knows of the others.
    await windows(3);
    const before = { done: [...done], tooMany: service.tooMany };
    await windows(20);
    const parts = done.map((count, index) => count - (before.done[index] ?? 0));
    expect(Math.max(...parts) / Math.min(...parts)).toBeLessThan(1.3);
    expect(parts.reduce((sum, part) => sum + part)).toBeGreaterThan(0.9 * 20 * limit);
    expect(service.tooMany - before.tooMany).toBeLessThanOrEqual(20 * done.length);
  },
);

describe("a waiting request", () => {
  async function exhausted() {
    const started = start(() => 10);
    const all = Promise.all(many(10, () => started.request()));
    await started.service.answer();
    await all;
    return started;
  }

  test.each(["signal", "stop"] as const)(
    "fails on and after Ctrl-C (%s), is not sent and leaves no timer",
    async (name) => {
      const { clock, service, request } = await exhausted();
      const controller = new AbortController();
      const waiting = request(ROUTE, { [name]: controller.signal });
      expect(clock.sleeping()).toBe(1);
      controller.abort(new CancelledError("stopped"));
      await expect(waiting).rejects.toThrow("stopped");
      await settled();
      expect(clock.sleeping()).toBe(0);
      await expect(request(ROUTE, { [name]: controller.signal })).rejects.toThrow("stopped");
      expect(service.sent).toHaveLength(10);
    },
  );

  test("fails immediately, with the reason, when its turn would come after its timeout", async () => {
    const { request } = await exhausted();
    const refused = request(ROUTE, { deadlineMs: WINDOW_MS - 1 });
    await expect(refused).rejects.toBeInstanceOf(CloudError);
    await expect(refused).rejects.toThrow("POST /domains was not sent: the API's rate limit allows it in 60 seconds");
  });

  test("reports once that it is waiting for the rate limit, and shares one timer with all others", async () => {
    const { clock, request } = await exhausted();
    const said: string[] = [];
    void request(ROUTE, { onProgress: (message) => said.push(message) });
    void many(100, () => request());
    expect(said).toEqual(["waiting for the API's rate limit"]);
    expect(clock.sleeping()).toBe(1);
    await clock.advance(WINDOW_MS);
    expect(said).toHaveLength(1);
  });
});

test("once each route has a response, any order of requests and responses stays within the limits, and everything is sent in the end", async () => {
  const step = fc.oneof(
    fc.record({ ask: fc.integer({ min: 1, max: 15 }), route: fc.nat(3) }),
    fc.record({ answer: fc.integer({ min: 1, max: 15 }), from: fc.nat(20) }),
    fc.record({ pass: fc.integer({ min: 1, max: 70_000 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { clock, service, request } = start((route) => (route.endsWith("0") ? 10 : 40));
      const all: Promise<unknown>[] = [];
      for (const route of [0, 1, 2, 3]) {
        all.push(request(`GET /${route}`));
        await service.answer();
      }
      for (const one of steps) {
        if ("ask" in one) all.push(...many(one.ask, () => request(`GET /${one.route}`)));
        else if ("answer" in one) await service.answer(one.answer, (left) => one.from % left);
        else await clock.advance(one.pass);
      }
      for (let turn = 0; turn < 60 && service.sent.length < all.length; turn++) {
        await service.answer();
        await clock.advance(WINDOW_MS);
      }
      await service.answer();
      await Promise.all(all);
      expect(service.sent).toHaveLength(all.length);
      expect(service.tooMany).toBe(0);
    }),
  );
});
