import fc from "fast-check";
import { realClock } from "../../provider/api/clock";
import {
  ApiError,
  CancelledError,
  CloudError,
  InvalidResponseError,
  isAmbiguous,
  joinReasons,
  NetworkError,
  NotFoundError,
  UnreadableResponseError,
} from "../../provider/api/errors";
import { DEFAULT_RETRIES, withRetries, createRetryBudget } from "../../provider/api/retry";
import type { RetryOptions } from "../../provider/api/retry";
import { chanceFrom, tries } from "../support/chance";
import { instantClock } from "../support/instant-clock";
import { messageOf } from "../support/programs";
import { steppedClock } from "../support/stepped-clock";

const AT_ONCE = { retries: 3, firstDelayMs: 0, longestDelayMs: 0 };
const request = "PUT /domains/5";
const api = (status: number, retryAfterSec?: number): ApiError =>
  new ApiError(request, status, [{ reason: "no" }], retryAfterSec);
const page = (status: number): UnreadableResponseError => new UnreadableResponseError(request, status, "text/html");
const network = (sent: boolean): NetworkError => new NetworkError(request, "ECONNRESET", sent);

/** The number of attempts when each of them fails with this error. */
async function attempts(method: string, error: Error): Promise<number> {
  const attempt = jest.fn(() => Promise.reject(error));
  await expect(withRetries(method, attempt, { policy: AT_ONCE, clock: instantClock() })).rejects.toThrow(error.message);
  return attempt.mock.calls.length;
}

const unfit = new InvalidResponseError(request, 200, "about another");

/** The attempts of a GET, PUT or DELETE with each error, and of a POST; and whether a create with it may have taken effect. */
test.each<[string, Error, attempts: number, ofPost: number, isAmbiguous: boolean]>([
  ["400", api(400), 1, 1, false],
  ["401", api(401), 1, 1, false],
  ["403", api(403), 1, 1, false],
  ["404", new NotFoundError(request, 404, []), 1, 1, false],
  ["408", api(408), 4, 1, true],
  ["409", api(409), 1, 1, false],
  ["429", api(429), 4, 4, false],
  ["500", api(500), 4, 1, true],
  ["502", api(502), 4, 1, true],
  ["503", api(503), 4, 1, true],
  ["504", api(504), 4, 1, true],
  ["a page with 302", page(302), 1, 1, true],
  ["a page with 403", page(403), 1, 1, false],
  ["a page with 404", page(404), 1, 1, false],
  ["a page with 429", page(429), 4, 4, false],
  ["a page with 502", page(502), 4, 1, true],
  ["a truncated body with 200", page(200), 4, 1, true],
  ["a response about another resource", unfit, 4, 1, true],
  ["a connection that was reset", network(true), 4, 1, true],
  ["a connection that was refused, when nothing was sent", network(false), 4, 4, false],
  ["cancelled", new CancelledError("cancelled"), 1, 1, false],
  ["an internal error", new Error("other"), 1, 1, false],
])("%s is retried, or not, and makes a create ambiguous, or not", async (_, error, all, ofPost, ambiguous) => {
  for (const method of ["GET", "PUT", "DELETE"]) expect(await attempts(method, error)).toBe(all);
  expect(await attempts("POST", error)).toBe(ofPost);
  expect(isAmbiguous(error)).toBe(ambiguous);
});

test("an API error shows the request, the status and every reason with its property", () => {
  const error = new ApiError("POST /domains", 400, [
    { property: "soaEmail", reason: "is bad" },
    { reason: "and so on" },
  ]);
  expect(error.message).toBe("POST /domains returned HTTP 400: soaEmail: is bad; and so on");
});

test.each([
  [["must not be empty."], "must not be empty."],
  [["is bad.", "label: is too long.", "and so on"], "is bad; label: is too long; and so on"],
  [["Invalid. Try another..", "Gone."], "Invalid. Try another; Gone."],
  [[], ""],
])("reasons %j are joined without a period before a semicolon", (reasons, joined) => {
  expect(joinReasons(reasons)).toBe(joined);
});

test("an error for a failed connection names the settings to check, unless the remedy is certain", () => {
  expect(network(true).message).toBe(
    "PUT /domains/5 got no response (ECONNRESET). Check the proxy (HTTPS_PROXY, NO_PROXY) and the network.",
  );
  expect(new NetworkError("GET /domains", "ECONNREFUSED", false, "Start it.").message).toBe(
    "GET /domains got no response (ECONNREFUSED). Start it.",
  );
});

test("an error for an unreadable response shows the proxy settings, the status and the content type", () => {
  for (const part of ["HTTPS_PROXY", "text/html", "502"]) {
    expect(page(502).message).toContain(part);
  }
});

const DEADLINE = { deadlineMs: 20 * 60_000 };

test.each<[string, string, ApiError, Partial<RetryOptions>, number[]]>([
  ["not after the last attempt", "GET", api(429, 9), {}, [9000, 9000, 9000]],
  ["not after an error that isn't retried", "POST", api(503, 9), {}, []],
  ["not for an attempt after the timeout", "PUT", api(503, 8), { deadlineMs: 20_000 }, [8000, 8000]],
  ["not at all if the API asks for more than the timeout", "POST", api(429, 7200), DEADLINE, []],
])("waits %s", async (_, method, error, options, slept) => {
  const clock = instantClock();
  const attempt = jest.fn(() => Promise.reject(error));
  const message = await messageOf(withRetries(method, attempt, { policy: AT_ONCE, clock, ...options }));
  expect(message).toContain(error.message);
  // Whatever was not worth another attempt now may be worth one later.
  const wait = `the API asks to wait for ${error.retryAfterSec} seconds; run the same command again after that`;
  expect(message.endsWith(wait)).toBe(method !== "POST" || error.status === 429);
  expect(clock.slept).toEqual(slept);
  expect(attempt).toHaveBeenCalledTimes(slept.length + 1);
});

test("after a 429, a request is sent the earlier in the next window the longer it has waited, so that none waits forever", async () => {
  const clock = instantClock();
  const attempt = (): Promise<never> => Promise.reject(api(429, 30));
  const options = { policy: DEFAULT_RETRIES, clock, deadlineMs: 140_000 };
  await expect(withRetries("POST", attempt, options)).rejects.toThrow(ApiError);
  clock.slept.forEach((pauseMs, index) => {
    expect(pauseMs - 30_000).toBeGreaterThanOrEqual(1500 / (index + 1));
    expect(pauseMs - 30_000).toBeLessThanOrEqual(3000 / (index + 1));
  });
  expect(clock.slept).toHaveLength(4);
});

test("an API that asks for a second after each of many attempts gets no request each second until the timeout", async () => {
  const clock = instantClock();
  const attempt = jest.fn(() => Promise.reject(api(429, 1)));
  const options = { policy: DEFAULT_RETRIES, clock, deadlineMs: 20 * 60_000 };
  await expect(withRetries("POST", attempt, options)).rejects.toThrow(ApiError);
  expect(clock.now()).toBeGreaterThan(19 * 60_000);
  expect(attempt.mock.calls.length).toBeLessThan(80);
});

test("what to do next is said once, also if the last attempt failed in a search, which has its own retries", async () => {
  const options = { policy: AT_ONCE, clock: instantClock(), deadlineMs: 5000 };
  const search = (): Promise<never> => withRetries("GET", () => Promise.reject(api(429, 9)), options);
  const message = await messageOf(withRetries("POST", search, options));
  expect(message.match(/asks to wait/g)).toHaveLength(1);
});

test.each(["signal", "stop"])("an abort (%s) ends the wait and prevents further attempts", async (name) => {
  const controller = new AbortController();
  const attempt = jest.fn(() => {
    controller.abort(new CancelledError("stopped by the user"));
    return Promise.reject(api(429, 600));
  });
  const options = { policy: AT_ONCE, clock: instantClock(), [name]: controller.signal };
  await expect(withRetries("POST", attempt, options)).rejects.toBeInstanceOf(CancelledError);
  expect(attempt).toHaveBeenCalledTimes(1);
});

test("without Retry-After, the delays grow and stay between the minimum and the maximum", async () => {
  const clock = instantClock();
  const attempt = (): Promise<never> => Promise.reject(api(503));
  await expect(withRetries("GET", attempt, { policy: DEFAULT_RETRIES, clock })).rejects.toThrow(ApiError);
  const pauses = clock.slept;
  expect(pauses).toHaveLength(DEFAULT_RETRIES.retries);
  const { firstDelayMs, longestDelayMs } = DEFAULT_RETRIES;
  for (const [index, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThanOrEqual(Math.min(firstDelayMs * 2 ** index, longestDelayMs));
    expect(pause).toBeLessThanOrEqual(longestDelayMs);
  }
});

test.each([30, 2])(
  "while others use up windows of %p s, a request keeps retrying until its timeout",
  async (seconds) => {
    const clock = instantClock();
    const attempt = jest.fn(() => Promise.reject(api(429, seconds)));
    for (let window = 1; window < 20; window += 1) attempt.mockRejectedValueOnce(api(429, seconds));
    attempt.mockResolvedValueOnce("made" as never);
    const run = withRetries("POST", attempt, { policy: AT_ONCE, clock, deadlineMs: 20 * 60_000 });
    await expect(run).resolves.toBe("made");
    const tooLong = withRetries("POST", attempt, {
      policy: AT_ONCE,
      clock,
      deadlineMs: clock.now() + 10 * seconds * 1000,
    });
    await expect(tooLong).rejects.toThrow("429");
    expect(clock.slept).toEqual(Array.from({ length: 29 }, () => seconds * 1000));
  },
);

test("retries server errors within their time limit, and rate limits until the timeout", async () => {
  const clock = instantClock();
  const options = { policy: DEFAULT_RETRIES, clock, troubleMs: 10_000, deadlineMs: 900_000 };
  const said: string[] = [];
  const trouble = withRetries("GET", () => Promise.reject(api(503)), {
    ...options,
    onProgress: (text) => said.push(text),
  });
  await expect(trouble).rejects.toThrow("503");
  expect(clock.now()).toBeGreaterThan(3000);
  expect(clock.now()).toBeLessThan(10_000);
  expect(said.at(-1)).toMatch(/HTTP 503.*; retrying in \d s$/);
  const limited = jest.fn().mockRejectedValueOnce(api(429, 60)).mockResolvedValue("done");
  await expect(withRetries("GET", limited, options)).resolves.toBe("done");
});

describe("the budget for the retries of a process", () => {
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
      void many(count, () => request("GET", { deadlineMs: 900_000 }).then((response) => done.push(response)));
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
    const tooMany = (): Promise<never> => Promise.reject(new ApiError("GET /domains", 429, [], 1));
    const all = many(30, () =>
      withRetries("GET", tooMany, { policy: DEFAULT_RETRIES, clock, budget }).catch(() => "failed"),
    );
    for (let passed = 0; passed < 100; passed++) await clock.advance(STEP_MS);
    expect(await Promise.all(all)).toHaveLength(30);
    expect(clock.now()).toBe(25_000);
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
      await advance(300_000);
      await Promise.all(all);
      const probes = clock.now() / (DEFAULT_RETRIES.firstDelayMs * 4);
      expect(retries()).toBeLessThanOrEqual(20 + sent.length / 10 + probes);
    });
    await fc.assert(property, { numRuns: tries(10) });
  });
});

describe("the clock", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test("a sleep with an aborted signal doesn't start", async () => {
    await expect(realClock.sleep(1_000_000, AbortSignal.abort(new CancelledError("stopped")))).rejects.toBeInstanceOf(
      CancelledError,
    );
    expect(jest.getTimerCount()).toBe(0);
  });

  test("hundreds of sleeps share one listener on a signal and end together on abort", async () => {
    const controller = new AbortController();
    const listen = jest.spyOn(controller.signal, "addEventListener");
    const sleeps = Array.from({ length: 300 }, () => realClock.sleep(1_000_000, controller.signal));
    const short = realClock.sleep(1000, controller.signal);
    expect(listen).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1000);
    await short;
    controller.abort(new CancelledError("stopped"));
    const ends = await Promise.allSettled(sleeps);
    expect(ends.every((end) => end.status === "rejected" && end.reason instanceof CancelledError)).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });

  // The second one exceeds the maximum delay of a timer.
  test.each([1000, 60 * 24 * 60 * 60_000])("a sleep of %i ms ends after this time", async (ms) => {
    const ended = jest.fn();
    void realClock.sleep(ms).then(ended);
    await jest.advanceTimersByTimeAsync(ms - 1);
    expect(ended).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalled();
  });
});
