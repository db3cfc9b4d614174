import { RunMemory } from "../../provider/lifecycle/context/run-memory";
import { takeSlot, withLock } from "../../provider/lifecycle/waiting/turns";

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
