import fc from "fast-check";
import { nextLook, noteEnded } from "../../../../provider/lifecycle/waiting/expectation";
import type { Ended } from "../../../../provider/lifecycle/waiting/expectation";
import { createRounds } from "../../../../provider/lifecycle/waiting/rounds";

const seconds = (most: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: most * 1000 });
const wait: fc.Arbitrary<Ended> = fc
  .tuple(seconds(1800), seconds(60))
  .map(([notYetMs, moreMs]) => ({ notYetMs, doneMs: notYetMs + moreMs }));
const known = fc.array(wait, { minLength: 1, maxLength: 20 });

/** As many waits as these, of which nothing more is known. */
function ended(notYetMs: number, doneMs: number, count = 1): Ended[] {
  return Array.from({ length: count }, () => ({ notYetMs, doneMs }));
}

test("the next look is always later than the last one", () => {
  fc.assert(
    fc.property(known, seconds(3600), (waits, seenMs) => {
      expect(nextLook(waits, seenMs).atMs).toBeGreaterThan(seenMs);
    }),
  );
});

test("looks are at most 16 seconds apart as soon as any such wait has been over", () => {
  fc.assert(
    fc.property(known, seconds(3600), (waits, moreMs) => {
      const seenMs = Math.max(...waits.map(({ doneMs }) => doneMs)) + moreMs;
      expect(nextLook(waits, seenMs).atMs - seenMs).toBeLessThanOrEqual(16_000);
    }),
  );
});

test("the first look comes between the ages at which such a wait was not over, and was", () => {
  expect(nextLook(ended(56_000, 60_000), 0).atMs).toBe(58_000);
});

test("if that look is too early, the next one is where the result has been seen", () => {
  expect(nextLook(ended(56_000, 60_000), 58_000).atMs).toBe(60_000);
});

test("what is known to a quarter of a second is looked for once", () => {
  expect(nextLook(ended(59_800, 60_000), 0).atMs).toBe(60_000);
});

test("of ten waits, a single quick or slow one is left out", () => {
  const most = ended(59_800, 60_000, 9);
  expect(nextLook([...most, { notYetMs: 9000, doneMs: 10_000 }], 0).atMs).toBe(60_000);
  expect(nextLook([...most, { notYetMs: 299_000, doneMs: 300_000 }], 0).atMs).toBe(60_000);
});

test("what is overdue is looked for less and less often", () => {
  const pauses = [60_000, 66_000, 100_000, 200_000].map(
    (seenMs) => nextLook(ended(59_800, 60_000), seenMs).atMs - seenMs,
  );
  expect(pauses).toEqual([500, 2000, 4000, 16_000]);
});

test("what was not seen is believed less each time, until a look checks it", () => {
  const waits = ended(59_800, 60_000);
  let looks = 0;
  for (let look = nextLook(waits, 0); look.atMs === 60_000 && looks < 100; look = nextLook(waits, 0)) {
    noteEnded(waits, { notYetMs: 0, doneMs: 60_000 }, look);
    looks++;
  }
  expect(looks).toBeGreaterThan(10);
  expect(looks).toBeLessThan(50);
});

test("only the last twenty waits are remembered", () => {
  const waits: Ended[] = [];
  for (let n = 0; n < 50; n++) noteEnded(waits, { notYetMs: n, doneMs: n + 1 }, undefined);
  expect(waits).toHaveLength(20);
  expect(waits[0]).toEqual({ notYetMs: 30, doneMs: 31 });
});

describe("waits that are due within a second of each other", () => {
  test("look together, when the last of them is due", () => {
    const rounds = createRounds();
    const [first, second, third] = [{}, {}, {}];
    rounds.plan(first, 10_000);
    rounds.plan(second, 10_900);
    rounds.plan(third, 11_100);
    expect(rounds.nextMs(10_000)).toBe(10_900);
    expect(rounds.nextMs(10_900)).toBe(10_900);
    rounds.leave(first);
    rounds.leave(second);
    expect(rounds.nextMs(11_100)).toBe(11_100);
  });
});
