import { FAILS_AFTER_MS, waitForBatches } from "../../../support/booting-batches";
import type { Waited } from "../../../support/booting-batches";

/** As the service's limit on creations lets them through, each of which boots for a minute. */
const TEN_BATCHES = { batches: 10, inBatch: 10, everyMs: 30_000, takesMs: () => 60_000 };
const TWENTY_BATCHES = { ...TEN_BATCHES, batches: 20 };

/** In the first two batches, nothing is known. */
const UNLEARNT = 2;

function share(numbers: readonly number[], part: number): number {
  return Array.from(numbers).sort((one, other) => one - other)[Math.ceil(numbers.length * part) - 1] ?? NaN;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** The lists for each batch, when the waits have learnt how long they take. */
function listsWhenLearnt({ lists }: Waited): number {
  return sum(lists.slice(UNLEARNT)) / (lists.length - UNLEARNT);
}

/** Numbers from -1 to 1 that look like chance. */
function spread(index: number): number {
  return Math.sin(index * index * 12.9898);
}

test("ten batches that take as long as each other cost at most six requests for ten objects", async () => {
  const waited = await waitForBatches(TEN_BATCHES);
  expect(listsWhenLearnt(waited)).toBeLessThanOrEqual(3);
  expect(waited.requests).toBeLessThanOrEqual(62);
  expect(share(waited.lateMs, 0.5)).toBeLessThanOrEqual(1500);
  expect(share(waited.lateMs, 0.95)).toBeLessThanOrEqual(1500);
});

test("a hundred batches cost two lists each, and are noticed as soon", async () => {
  const waited = await waitForBatches({ ...TEN_BATCHES, batches: 100 });
  expect(listsWhenLearnt(waited)).toBeLessThanOrEqual(2.1);
  expect(waited.requests).toBeLessThanOrEqual(250);
  expect(share(waited.lateMs, 0.95)).toBeLessThanOrEqual(1500);
});

test("batches that do not overlap cost at most three lists each", async () => {
  const waited = await waitForBatches({ ...TEN_BATCHES, everyMs: 100_000 });
  expect(Math.max(...waited.lists.slice(UNLEARNT))).toBeLessThanOrEqual(3);
});

test.each([
  [200, 1000, 1500],
  [2000, 1500, 4000],
  [5000, 1500, 6000],
])("boots that differ by up to %d ms are noticed after %d ms, as a rule", async (mostMs, usualMs, longMs) => {
  const waited = await waitForBatches({ ...TWENTY_BATCHES, takesMs: (index) => 60_000 + mostMs * spread(index) });
  expect(share(waited.lateMs, 0.5)).toBeLessThanOrEqual(usualMs);
  expect(share(waited.lateMs, 0.95)).toBeLessThanOrEqual(longMs);
});

describe.each([45_000, 120_000])("boots that take %d ms from the middle on", (laterMs) => {
  test("come to be noticed earlier again", async () => {
    const takesMs = (index: number): number => (index < 100 ? 60_000 : laterMs);
    const { lateMs } = await waitForBatches({ ...TWENTY_BATCHES, batches: 40, takesMs });
    expect(Math.max(...lateMs)).toBeLessThanOrEqual(20_000);
    expect(share(lateMs.slice(-30), 0.5)).toBeLessThanOrEqual(1500);
  });
});

test("an object that fails early is noticed within a minute, and does not delay others", async () => {
  const FAILING = 55;
  const takesMs = (index: number): number => (index === FAILING ? Infinity : 60_000);
  const { lateMs } = await waitForBatches({ ...TEN_BATCHES, everyMs: 100_000, takesMs });
  expect(lateMs[FAILING]).toBeLessThanOrEqual(61_000 - FAILS_AFTER_MS);
  expect(share(lateMs, 0.95)).toBeLessThanOrEqual(1500);
});
