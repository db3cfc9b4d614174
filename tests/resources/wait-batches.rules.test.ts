import { FAILS_AFTER_MS, waitForBatches } from "../support/booting-batches";
import type { Waited } from "../support/booting-batches";

/** Batches of instances as the API's limit on creates allows them. Each instance boots for a minute. */
const TEN_BATCHES = { batches: 10, inBatch: 10, everyMs: 30_000, takesMs: () => 60_000 };
const TWENTY_BATCHES = { ...TEN_BATCHES, batches: 20 };

/** In the first two batches, boot times are unknown. */
const UNLEARNT = 2;

function share(numbers: readonly number[], part: number): number {
  return Array.from(numbers).sort((one, other) => one - other)[Math.ceil(numbers.length * part) - 1] ?? NaN;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** The lists for each batch, once the waits have learned how long a boot takes. */
function listsWhenLearnt({ lists }: Waited): number {
  return sum(lists.slice(UNLEARNT)) / (lists.length - UNLEARNT);
}

/** Pseudorandom numbers from -1 to 1. */
function spread(index: number): number {
  return Math.sin(index * index * 12.9898);
}

test("ten batches with equal boot times take at most six requests for ten instances", async () => {
  const waited = await waitForBatches(TEN_BATCHES);
  expect(listsWhenLearnt(waited)).toBeLessThanOrEqual(3);
  expect(waited.requests).toBeLessThanOrEqual(62);
  expect(share(waited.lateMs, 0.5)).toBeLessThanOrEqual(1500);
  expect(share(waited.lateMs, 0.95)).toBeLessThanOrEqual(1500);
});

test("a hundred batches take two lists each and are detected as quickly", async () => {
  const waited = await waitForBatches({ ...TEN_BATCHES, batches: 100 });
  expect(listsWhenLearnt(waited)).toBeLessThanOrEqual(2.1);
  expect(waited.requests).toBeLessThanOrEqual(250);
  expect(share(waited.lateMs, 0.95)).toBeLessThanOrEqual(1500);
});

test("batches that don't overlap take at most three lists each", async () => {
  const waited = await waitForBatches({ ...TEN_BATCHES, everyMs: 100_000 });
  expect(Math.max(...waited.lists.slice(UNLEARNT))).toBeLessThanOrEqual(3);
});

test.each([
  [200, 1000, 1500],
  [2000, 1500, 4000],
  [5000, 1500, 6000],
])("boots that differ by up to %d ms are usually detected after %d ms", async (mostMs, usualMs, longMs) => {
  const waited = await waitForBatches({ ...TWENTY_BATCHES, takesMs: (index) => 60_000 + mostMs * spread(index) });
  expect(share(waited.lateMs, 0.5)).toBeLessThanOrEqual(usualMs);
  expect(share(waited.lateMs, 0.95)).toBeLessThanOrEqual(longMs);
});

describe.each([45_000, 120_000])("boots that take %d ms from some point on", (laterMs) => {
  test("are detected quickly again", async () => {
    const takesMs = (index: number): number => (index < 100 ? 60_000 : laterMs);
    const { lateMs } = await waitForBatches({ ...TWENTY_BATCHES, batches: 40, takesMs });
    expect(Math.max(...lateMs)).toBeLessThanOrEqual(20_000);
    expect(share(lateMs.slice(-30), 0.5)).toBeLessThanOrEqual(1500);
  });
});

test("an instance that fails early is detected within a minute and doesn't delay others", async () => {
  const FAILING = 55;
  const takesMs = (index: number): number => (index === FAILING ? Infinity : 60_000);
  const { lateMs } = await waitForBatches({ ...TEN_BATCHES, everyMs: 100_000, takesMs });
  expect(lateMs[FAILING]).toBeLessThanOrEqual(61_000 - FAILS_AFTER_MS);
  expect(share(lateMs, 0.95)).toBeLessThanOrEqual(1500);
});
