import {
  ApiError,
  CancelledError,
  NetworkError,
  NotFoundError,
  InvalidResponseError,
  UnreadableResponseError,
} from "../../provider/api/errors";
import { DEFAULT_RETRIES, withRetries } from "../../provider/api/retry";
import { instantClock } from "../support/instant-clock";

const AT_ONCE = { retries: 3, firstDelayMs: 0, longestDelayMs: 0 };
const request = "PUT /domains/5";
const api = (status: number, retryAfterSec?: number): ApiError =>
  new ApiError(request, status, [{ reason: "no" }], retryAfterSec);
const page = (status: number): UnreadableResponseError => new UnreadableResponseError(request, status, "text/html");
const network = (sent: boolean): NetworkError => new NetworkError(request, "code", sent);

/** The number of attempts when each of them fails with this error. */
async function attempts(method: string, error: Error): Promise<number> {
  const attempt = jest.fn(() => Promise.reject(error));
  await expect(withRetries(method, attempt, { policy: AT_ONCE, clock: instantClock() })).rejects.toBe(error);
  return attempt.mock.calls.length;
}

const ALWAYS: [string, Error][] = [
  ["429", api(429)],
  ["a page with 429", page(429)],
  ["nothing was sent", network(false)],
];
const UNLESS_POST: [string, Error][] = [
  ["408", api(408)],
  ["500", api(500)],
  ["502", api(502)],
  ["503", api(503)],
  ["504", api(504)],
  ["no response", network(true)],
  ["a page with 502", page(502)],
  ["a truncated body with 200", page(200)],
  ["a response about another resource", new InvalidResponseError(request, 200, "about another")],
];
const NEVER: [string, Error][] = [
  ["400", api(400)],
  ["401", api(401)],
  ["403", api(403)],
  ["404", new NotFoundError(request, 404, [])],
  ["409", api(409)],
  ["a page with 404", page(404)],
  ["a page with 302", page(302)],
  ["cancelled", new CancelledError("cancelled")],
  ["an internal error", new Error("other")],
];

describe.each(["GET", "PUT", "DELETE"])("%s", (method) => {
  test.each([...ALWAYS, ...UNLESS_POST])("is retried: %s", async (_, error) => {
    expect(await attempts(method, error)).toBe(4);
  });
  test.each(NEVER)("is not retried: %s", async (_, error) => expect(await attempts(method, error)).toBe(1));
});

describe("POST", () => {
  test.each(ALWAYS)("is retried: %s", async (_, error) => expect(await attempts("POST", error)).toBe(4));
  test.each([...UNLESS_POST, ...NEVER])("is not retried: %s", async (_, error) => {
    expect(await attempts("POST", error)).toBe(1);
  });
});

test("a 429 without a wait gets as many attempts as any other failure", async () => {
  const attempt = jest.fn(() => Promise.reject(api(429, 0)));
  const options = { policy: AT_ONCE, clock: instantClock(), deadlineMs: 60_000 };
  await expect(withRetries("GET", attempt, options)).rejects.toThrow("429");
  expect(attempt).toHaveBeenCalledTimes(4);
});

test("returns the response of the successful attempt", async () => {
  const attempt = jest
    .fn()
    .mockRejectedValueOnce(api(503))
    .mockRejectedValueOnce(network(true))
    .mockResolvedValue("done");
  await expect(withRetries("GET", attempt, { policy: AT_ONCE, clock: instantClock() })).resolves.toBe("done");
});

test("waits the full time that the API requests, however long", async () => {
  const clock = instantClock();
  const attempt = jest
    .fn()
    .mockRejectedValueOnce(api(429, 600))
    .mockRejectedValueOnce(api(503, 5))
    .mockResolvedValue(1);
  await withRetries("GET", attempt, { policy: AT_ONCE, clock });
  expect(clock.slept).toEqual([600_000, 5_000]);
});

test("doesn't wait after the last attempt or after an error that isn't retried", async () => {
  const clock = instantClock();
  const tooMany = jest.fn(() => Promise.reject(api(429, 9)));
  await expect(withRetries("GET", tooMany, { policy: AT_ONCE, clock })).rejects.toThrow();
  expect(clock.slept).toEqual([9000, 9000, 9000]);
  const refused = jest.fn(() => Promise.reject(api(503, 9)));
  await expect(withRetries("POST", refused, { policy: AT_ONCE, clock })).rejects.toThrow();
  expect(clock.slept).toHaveLength(3);
});

test("an abort ends the wait and prevents further attempts", async () => {
  const controller = new AbortController();
  const attempt = jest.fn(() => {
    controller.abort(new CancelledError("stopped by the user"));
    return Promise.reject(api(429, 600));
  });
  const run = withRetries("GET", attempt, { policy: AT_ONCE, clock: instantClock(), signal: controller.signal });
  await expect(run).rejects.toBeInstanceOf(CancelledError);
  expect(attempt).toHaveBeenCalledTimes(1);
});

describe("without Retry-After", () => {
  test("the delays grow and stay between the minimum and the maximum", async () => {
    const clock = instantClock();
    const attempt = (): Promise<never> => Promise.reject(api(503));
    await expect(withRetries("GET", attempt, { policy: DEFAULT_RETRIES, clock })).rejects.toThrow(ApiError);
    const pauses = clock.slept;
    expect(pauses).toHaveLength(DEFAULT_RETRIES.retries);
    pauses.forEach((pause, index) => {
      expect(pause).toBeGreaterThanOrEqual(
        Math.min(DEFAULT_RETRIES.firstDelayMs * 2 ** index, DEFAULT_RETRIES.longestDelayMs),
      );
      expect(pause).toBeLessThanOrEqual(DEFAULT_RETRIES.longestDelayMs);
    });
  });
});

test("no attempt starts after the timeout: a longer wait fails immediately", async () => {
  const clock = instantClock();
  const attempt = jest.fn(() => Promise.reject(api(503, 8)));
  const run = withRetries("PUT", attempt, { policy: AT_ONCE, clock, deadlineMs: 20_000 });
  await expect(run).rejects.toThrow("503");
  expect(clock.slept).toEqual([8000, 8000]);
});

test("when other clients use up the limit, a request keeps retrying after a 429 until its timeout", async () => {
  const clock = instantClock();
  const attempt = jest.fn(() => Promise.reject(api(429, 30)));
  for (let window = 1; window < 20; window += 1) attempt.mockRejectedValueOnce(api(429, 30));
  attempt.mockResolvedValueOnce("made" as never);
  const run = withRetries("POST", attempt, { policy: AT_ONCE, clock, deadlineMs: 20 * 60_000 });
  await expect(run).resolves.toBe("made");
  const tooLong = withRetries("POST", attempt, { policy: AT_ONCE, clock, deadlineMs: clock.now() + 300_000 });
  await expect(tooLong).rejects.toThrow("429");
  expect(clock.slept).toEqual(Array.from({ length: 29 }, () => 30_000));
});

test("stops retrying when every response is a 429 with a short wait", async () => {
  const attempt = jest.fn(() => Promise.reject(api(429, 1)));
  const run = withRetries("POST", attempt, { policy: AT_ONCE, clock: instantClock(), deadlineMs: 20 * 60_000 });
  await expect(run).rejects.toThrow("429");
  expect(attempt).toHaveBeenCalledTimes(4);
});

test("an abort between two attempts of a write prevents the next", async () => {
  const controller = new AbortController();
  const attempt = jest.fn(() => {
    controller.abort(new CancelledError("stopped by the user"));
    return Promise.reject(api(429, 8));
  });
  const run = withRetries("POST", attempt, { policy: AT_ONCE, clock: instantClock(), stop: controller.signal });
  await expect(run).rejects.toBeInstanceOf(CancelledError);
  expect(attempt).toHaveBeenCalledTimes(1);
});

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
