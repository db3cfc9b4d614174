import { Clock } from "../../emulator/state/clock";
import { Events } from "../../emulator/state/events";
import { Progress } from "../../emulator/state/progress";
import { Store } from "../../emulator/state/store";
import type { Row } from "../../emulator/state/table";
import { declareTables } from "../../emulator/state/tables";

interface Thing extends Row {
  readonly name: string;
}

function thingStore() {
  const store = new Store();
  const things = store.table<Thing>("things", 1, { name: (row) => [row.name] });
  things.put({ id: things.nextId(), name: "one" });
  things.put({ id: things.nextId(), name: "two" });
  store.commit();
  return { store, things };
}

describe("the store", () => {
  test("undoes every pending change, the indexes included", () => {
    const { store, things } = thingStore();
    things.put({ id: 1, name: "other" });
    things.put({ id: 1, name: "third" });
    things.delete(2);
    things.put({ id: things.nextId(), name: "new" });
    store.rollback();
    expect([...things.all()].map((row) => row.name).sort()).toEqual(["one", "two"]);
    expect(things.by("name", "one")).toEqual([{ id: 1, name: "one" }]);
    expect(things.has("name", "third")).toBe(false);
    expect(things.has("name", "new")).toBe(false);
  });

  test("undoes what the journal could not keep, and says so", () => {
    const { store, things } = thingStore();
    store.keepIn({
      append: () => {
        throw new Error("disk full");
      },
    });
    things.delete(1);
    expect(() => store.commit()).toThrow("disk full");
    expect(things.get(1)).toEqual({ id: 1, name: "one" });
  });

  test("writes one line per commit, and none for nothing", () => {
    const { store, things } = thingStore();
    const lines: unknown[] = [];
    store.keepIn({ append: (changes) => lines.push(changes) });
    things.put({ id: 1, name: "other" });
    things.delete(2);
    store.commit();
    store.commit();
    expect(lines).toEqual([
      [
        ["put", "things", { id: 1, name: "other" }],
        ["delete", "things", 2],
      ],
    ]);
  });

  test("keeps a changed row in its place, and never gives an id twice", () => {
    const { things } = thingStore();
    things.put({ id: 1, name: "changed" });
    expect([...things.all()].map((row) => row.id)).toEqual([1, 2]);
    things.delete(2);
    expect(things.nextId()).toBe(3);
  });
});

function progressOn(clock: Clock): Progress {
  const tables = declareTables(new Store());
  return new Progress(clock, tables, new Events(clock, tables));
}

describe("progress", () => {
  test("runs the steps of all jobs in the order in which they are due", () => {
    const clock = new Clock("stepped");
    const progress = progressOn(clock);
    const seen: string[] = [];
    progress.register({ note: (id, data) => seen.push(`${id} ${String(data["text"])}`) });
    const note = (afterMs: number, text: string) => ({ afterMs, effect: "note", data: { text } });
    progress.start("thing", 1, "work", [note(10, "first"), note(30, "last")]);
    progress.start("thing", 2, "work", [note(20, "between")]);
    expect(progress.isBusy("thing", 1)).toBe(true);
    progress.settle();
    expect(seen).toEqual([]);
    clock.advance(100);
    progress.settle();
    expect(seen).toEqual(["1 first", "2 between", "1 last"]);
    expect(progress.isBusy("thing", 1)).toBe(false);
    expect(progress.nextDue()).toBeUndefined();
  });

  test("forgets a job that was cancelled", () => {
    const clock = new Clock("stepped");
    const progress = progressOn(clock);
    const seen: number[] = [];
    progress.register({ note: (id) => seen.push(id) });
    progress.start("thing", 1, "work", [{ afterMs: 1, effect: "note" }]);
    progress.cancel("thing", 1);
    clock.advance(10);
    progress.settle();
    expect(seen).toEqual([]);
  });
});
