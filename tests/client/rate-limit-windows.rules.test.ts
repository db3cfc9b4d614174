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

test("a 429 without a limit blocks only its own route, and then allows any number of requests", () => {
  const windows = createRateWindows();
  windows.learn(ROUTE, { key: ROUTE, limit: Infinity, remaining: 0, window: 1, untilMs: 1000 }, 0);
  expect(windows.closedUntil(ROUTE, 999)).toBe(1000);
  expect(windows.closedUntil("GET /images", 0)).toBeUndefined();
  for (let count = 0; count < 1000; count++) windows.begin(ROUTE);
  expect(windows.closedUntil(ROUTE, 1000)).toBeUndefined();
});

test("a response without headers, such as a gateway's, doesn't clear a known limit", () => {
  const windows = createRateWindows();
  windows.learn(ROUTE, told(1, 0), 0);
  windows.learn(ROUTE, undefined, 0);
  expect(windows.closedUntil(ROUTE, 0)).toBe(1000);
});
