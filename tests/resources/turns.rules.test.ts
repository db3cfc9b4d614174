import { RunMemory } from "../../provider/lifecycle/context/run-memory";
import { takeSlot, withLock, forEachConcurrently } from "../../provider/lifecycle/waiting/turns";

test("work with the same key runs one at a time, in order, even after a failure", async () => {
  const memory = new RunMemory();
  const order: string[] = [];
  const work = (name: string, fails: boolean) => async (): Promise<string> => {
    order.push(`${name} begins`);
    await Promise.resolve();
    order.push(`${name} ends`);
    if (fails) throw new Error(name);
    return name;
  };
  const turns = [withLock(memory, "5", work("a", true)), withLock(memory, "5", work("b", false))];
  expect(await Promise.allSettled(turns)).toMatchObject([{ status: "rejected" }, { value: "b" }]);
  expect(order).toEqual(["a begins", "a ends", "b begins", "b ends"]);
});

test("work with another key or in another process doesn't wait", async () => {
  const memory = new RunMemory();
  const never = new Promise<never>(() => undefined);
  void withLock(memory, "5", () => never);
  expect(await withLock(memory, "6", () => Promise.resolve("done"))).toBe("done");
  expect(await withLock(new RunMemory(), "5", () => Promise.resolve("done"))).toBe("done");
});

describe("slots", () => {
  /** Takes a slot for each name and records which names have one. */
  function taken(most: number, names: readonly string[]) {
    const memory = new RunMemory();
    const [got, waited]: [string[], string[]] = [[], []];
    const releases = new Map<string, () => void>();
    for (const name of names) {
      const onWait = (): void => void waited.push(name);
      void takeSlot(memory, { key: "5", max: most, onWait }).then((release) => {
        got.push(name);
        releases.set(name, release);
      });
    }
    return { got, waited, release: (name: string) => releases.get(name)?.() };
  }
  const settle = (): Promise<void> => new Promise(setImmediate);

  test("are passed on in the order of the requests, once per release", async () => {
    const { got, waited, release } = taken(2, ["a", "b", "c", "d", "e"]);
    await settle();
    expect([got, waited]).toEqual([
      ["a", "b"],
      ["c", "d", "e"],
    ]);
    release("b");
    release("b");
    await settle();
    expect(got).toEqual(["a", "b", "c"]);
    release("b");
    release("a");
    await settle();
    expect(got).toEqual(["a", "b", "c", "d"]);
    release("c");
    await settle();
    expect(got).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("are free again once all are released", async () => {
    const memory = new RunMemory();
    const waits: string[] = [];
    const place = { key: "5", max: 1, onWait: () => void waits.push("waited") };
    (await takeSlot(memory, place))();
    (await takeSlot(memory, place))();
    expect(waits).toEqual([]);
  });
});

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
