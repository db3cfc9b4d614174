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

test("ten batches that take as long as each other cost at most two lists each", async () => {
  const waited = await waitForBatches(TEN_BATCHES);
  expect(listsWhenLearnt(waited)).toBeLessThanOrEqual(2);
  expect(waited.requests).toBeLessThanOrEqual(40);
  expect(share(waited.lateMs, 0.5)).toBeLessThanOrEqual(500);
  expect(share(waited.lateMs, 0.95)).toBeLessThanOrEqual(1500);
});

test("a hundred batches cost hardly more than a list each, and are noticed as soon", async () => {
  const waited = await waitForBatches({ ...TEN_BATCHES, batches: 100 });
  expect(listsWhenLearnt(waited)).toBeLessThanOrEqual(1.4);
  expect(waited.requests).toBeLessThanOrEqual(170);
  expect(share(waited.lateMs, 0.5)).toBeLessThanOrEqual(500);
  expect(share(waited.lateMs, 0.95)).toBeLessThanOrEqual(1500);
});

test("batches that do not overlap cost at most three lists each", async () => {
  const waited = await waitForBatches({ ...TEN_BATCHES, everyMs: 100_000 });
  expect(Math.max(...waited.lists.slice(UNLEARNT))).toBeLessThanOrEqual(3);
});

test.each([
  [200, 2],
  [1000, 2],
  [2000, 3],
])("boots that differ by up to %d ms are noticed in time, with %d lists for a batch", async (mostMs, lists) => {
  const waited = await waitForBatches({ ...TWENTY_BATCHES, takesMs: (index) => 60_000 + mostMs * spread(index) });
  expect(listsWhenLearnt(waited)).toBeLessThanOrEqual(lists);
  expect(share(waited.lateMs, 0.5)).toBeLessThanOrEqual(1000);
  expect(share(waited.lateMs, 0.95)).toBeLessThanOrEqual(2500);
});

test("boots that differ by ten seconds cost more lists, and are noticed within four", async () => {
  const waited = await waitForBatches({ ...TWENTY_BATCHES, takesMs: (index) => 60_000 + 5000 * spread(index) });
  expect(share(waited.lateMs, 0.5)).toBeLessThanOrEqual(1000);
  expect(share(waited.lateMs, 0.95)).toBeLessThanOrEqual(4000);
});

describe.each([30_000, 45_000, 120_000])("boots that take %d ms from the middle on", (laterMs) => {
  test("are soon noticed in time again", async () => {
    const takesMs = (index: number): number => (index < 100 ? 60_000 : laterMs);
    const { lateMs } = await waitForBatches({ ...TWENTY_BATCHES, takesMs });
    expect(Math.max(...lateMs)).toBeLessThanOrEqual(40_000);
    expect(share(lateMs.slice(-30), 0.5)).toBeLessThanOrEqual(1500);
  });
});

describe("an object that fails early", () => {
  const FAILING = 55;
  const takesMs = (index: number): number => (index === FAILING ? Infinity : 60_000);

  test("is noticed within 40 seconds of the last look, and does not delay others", async () => {
    const { lateMs } = await waitForBatches({ ...TEN_BATCHES, everyMs: 100_000, takesMs });
    expect(lateMs[FAILING]).toBeLessThanOrEqual(40_500 - FAILS_AFTER_MS);
    expect(share(lateMs, 0.95)).toBeLessThanOrEqual(1500);
  });

  test("is noticed at once in a list for others", async () => {
    const { lateMs } = await waitForBatches({ ...TEN_BATCHES, takesMs });
    expect(lateMs[FAILING]).toBeLessThanOrEqual(1500);
  });
});
