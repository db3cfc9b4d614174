import { createRunMemory } from "../../../provider/lifecycle/run-memory";
import { inTurn } from "../../../provider/lifecycle/turns";

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
  const turns = [inTurn(memory, "5", work("a", true)), inTurn(memory, "5", work("b", false))];
  expect(await Promise.allSettled(turns)).toMatchObject([{ status: "rejected" }, { value: "b" }]);
  expect(order).toEqual(["a begins", "a ends", "b begins", "b ends"]);
});

test("work with other keys, or of another process, does not wait", async () => {
  const memory = createRunMemory();
  const never = new Promise<never>(() => undefined);
  void inTurn(memory, "5", () => never);
  expect(await inTurn(memory, "6", () => Promise.resolve("done"))).toBe("done");
  expect(await inTurn(createRunMemory(), "5", () => Promise.resolve("done"))).toBe("done");
});
