import type { Allowance } from "../../../provider/api/limiter";
import { createWindows } from "../../../provider/api/limiter";

const ROUTE = "GET /domains";
const told = (window: number, remaining: number, untilMs = 1000): Allowance => ({
  key: "5",
  limit: 5,
  remaining,
  window,
  untilMs,
});

test("an answer from an earlier window, which a later one has overtaken, is ignored", () => {
  const windows = createWindows();
  windows.learn(ROUTE, told(2, 0), 0);
  windows.learn(ROUTE, told(1, 5, 10), 0);
  expect(windows.closedUntil(ROUTE, 0)).toBe(1000);
});

test("of the answers of one window the smallest number counts, and the earliest end", () => {
  const windows = createWindows();
  windows.learn(ROUTE, told(1, 0, 900), 0);
  windows.learn(ROUTE, told(1, 3, 1000), 0);
  expect(windows.closedUntil(ROUTE, 0)).toBe(900);
});

test("a window that should be over and is not counts as the service says", () => {
  const windows = createWindows();
  windows.learn(ROUTE, told(1, 0, 1000), 0);
  windows.learn(ROUTE, told(1, 0, 500), 1200);
  expect(windows.closedUntil(ROUTE, 1200)).toBe(1700);
});

test("a route that nothing is known of counts where several others do", () => {
  const windows = createWindows();
  windows.learn(ROUTE, told(1, 0), 0);
  expect(windows.closedUntil("GET /images", 0)).toBeUndefined();
  windows.learn("GET /regions", told(1, 0), 0);
  expect(windows.closedUntil("GET /images", 0)).toBe(1000);
});

test("a 429 that names no limit closes its own route, and opens it again for as many as want", () => {
  const windows = createWindows();
  windows.learn(ROUTE, { key: ROUTE, limit: Infinity, remaining: 0, window: 1, untilMs: 1000 }, 0);
  expect(windows.closedUntil(ROUTE, 999)).toBe(1000);
  expect(windows.closedUntil("GET /images", 0)).toBeUndefined();
  for (let count = 0; count < 1000; count++) windows.begin(ROUTE);
  expect(windows.closedUntil(ROUTE, 1000)).toBeUndefined();
});

test("an answer without headers, of a gateway in between, takes no limit away that is known", () => {
  const windows = createWindows();
  windows.learn(ROUTE, told(1, 0), 0);
  windows.learn(ROUTE, undefined, 0);
  expect(windows.closedUntil(ROUTE, 0)).toBe(1000);
});
