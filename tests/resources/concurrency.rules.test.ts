import { forEachConcurrently } from "../../provider/lifecycle/waiting/turns";

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

test("processes every item once, in order and a few at a time", async () => {
  let underWay = 0;
  let most = 0;
  const begun: number[] = [];
  const rest = await forEachConcurrently(upTo(50), async (item) => {
    begun.push(item);
    most = Math.max(most, ++underWay);
    await new Promise(setImmediate);
    underWay--;
  });
  expect(rest).toEqual([]);
  expect(begun).toEqual(upTo(50));
  expect(most).toBe(6);
});

test("returns the items that had not started when the work was stopped", async () => {
  let done = 0;
  const rest = await forEachConcurrently(
    upTo(50),
    async () => {
      await new Promise(setImmediate);
      done++;
    },
    () => done < 10,
  );
  expect(rest).toEqual(upTo(50).slice(done));
  expect(done).toBeLessThan(20);
});

test("an error stops new items and is thrown once those in progress have finished", async () => {
  const ended: number[] = [];
  const working = forEachConcurrently(upTo(50), async (item) => {
    await new Promise(setImmediate);
    if (item === 1) throw new Error("no");
    await new Promise(setImmediate);
    ended.push(item);
  });
  await expect(working).rejects.toThrow("no");
  expect(ended.sort()).toEqual([0, 2, 3, 4, 5]);
});
