import { createRunMemory } from "../../../../provider/lifecycle/context/run-memory";
import { withLock, withSlot } from "../../../../provider/lifecycle/waiting/turns";

test("work with one key is done one after another, in the order in which it came, whatever becomes of it", async () => {
  const memory = createRunMemory();
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

test("work with other keys, or of another process, does not wait", async () => {
  const memory = createRunMemory();
  const never = new Promise<never>(() => undefined);
  void withLock(memory, "5", () => never);
  expect(await withLock(memory, "6", () => Promise.resolve("done"))).toBe("done");
  expect(await withLock(createRunMemory(), "5", () => Promise.resolve("done"))).toBe("done");
});

describe("places", () => {
  /** Begins works that end when they are told to, and tells which have begun. */
  function works(most: number, names: readonly string[]) {
    const memory = createRunMemory();
    const begun: string[] = [];
    const waited: string[] = [];
    const ends = new Map<string, { end: () => void; fail: () => void; release: () => void }>();
    const all = names.map((name) =>
      withSlot(memory, { key: "5", most, onWait: () => void waited.push(name) }, (release) => {
        begun.push(name);
        return new Promise<string>((resolve, reject) =>
          ends.set(name, { end: () => resolve(name), fail: () => reject(new Error(name)), release }),
        );
      }),
    );
    return { begun, waited, of: (name: string) => ends.get(name)!, all: Promise.allSettled(all) };
  }
  const settle = (): Promise<void> => new Promise(setImmediate);

  test("are handed over in the order in which works came, when one ends, fails or leaves, and only once", async () => {
    const { begun, waited, of, all } = works(2, ["a", "b", "c", "d", "e"]);
    await settle();
    expect([begun, waited]).toEqual([
      ["a", "b"],
      ["c", "d", "e"],
    ]);
    of("b").release();
    of("b").release();
    await settle();
    expect(begun).toEqual(["a", "b", "c"]);
    of("b").end();
    of("a").fail();
    await settle();
    expect(begun).toEqual(["a", "b", "c", "d"]);
    of("c").end();
    await settle();
    for (const name of ["d", "e"]) of(name).end();
    expect((await all).map(({ status }) => status)).toEqual([
      "rejected",
      ...Array.from({ length: 4 }, () => "fulfilled"),
    ]);
  });

  test("are free again when all works are over", async () => {
    const memory = createRunMemory();
    const waits: string[] = [];
    const place = { key: "5", most: 1, onWait: () => void waits.push("waited") };
    for (const name of ["a", "b"]) expect(await withSlot(memory, place, () => Promise.resolve(name))).toBe(name);
    expect(waits).toEqual([]);
  });
});
