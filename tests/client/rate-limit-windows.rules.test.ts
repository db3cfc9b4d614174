import type { Allowance } from "../../provider/api/limiter";
import { createRateWindows } from "../../provider/api/limiter";

const ROUTE = "GET /domains";
const told = (window: number, remaining: number, untilMs = 1000): Allowance => ({
  key: "5",
  limit: 5,
  remaining,
  window,
  untilMs,
});

test("ignores a late response from an earlier window", () => {
  const windows = createRateWindows();
  windows.learn(ROUTE, told(2, 0), 0);
  windows.learn(ROUTE, told(1, 5, 10), 0);
  expect(windows.closedUntil(ROUTE, 0)).toBe(1000);
});

test("uses the lowest remaining count and the earliest end reported for a window", () => {
  const windows = createRateWindows();
  windows.learn(ROUTE, told(1, 0, 900), 0);
  windows.learn(ROUTE, told(1, 3, 1000), 0);
  expect(windows.closedUntil(ROUTE, 0)).toBe(900);
});

test("follows the API when a window lasts longer than announced", () => {
  const windows = createRateWindows();
  windows.learn(ROUTE, told(1, 0, 1000), 0);
  windows.learn(ROUTE, told(1, 0, 500), 1200);
  expect(windows.closedUntil(ROUTE, 1200)).toBe(1700);
});

test("a limit that several routes share also applies to an unknown route", () => {
  const windows = createRateWindows();
  windows.learn(ROUTE, told(1, 0), 0);
  expect(windows.closedUntil("GET /images", 0)).toBeUndefined();
  windows.learn("GET /regions", told(1, 0), 0);
  expect(windows.closedUntil("GET /images", 0)).toBe(1000);
});

test("of several shared limits, the widest applies to an unknown route", () => {
  const windows = createRateWindows();
  for (const route of [ROUTE, "GET /regions"]) windows.learn(route, told(1, 0), 0);
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

test("a response without headers, such as a gateway's, doesn't clear a known limit", () => {
  const windows = createRateWindows();
  windows.learn(ROUTE, told(1, 0), 0);
  windows.learn(ROUTE, undefined, 0);
  expect(windows.closedUntil(ROUTE, 0)).toBe(1000);
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
    expect(pauseIn(1, sent({ window: 1, remaining: 3 }))).toBe(0);
    expect(pauseIn(2, sent({ window: 1, remaining: 9 }, { window: 2, remaining: 3 }))).toBeGreaterThanOrEqual(1500);
  });

  test("is not mistaken for one that only this process uses", () => {
    const own = [9, 8, 7, 6].map((remaining) => ({ window: 2, remaining }));
    expect(pauseIn(2, sent({ window: 1, remaining: 9 }, ...own))).toBe(0);
  });
});
