import { Output, output } from "@pulumi/pulumi";
import { withOutputsInside } from "../../provider/native/construct";

describe("the records of a Zone in another language", () => {
  const plain = { type: "MX", target: "mail", priority: 10 };

  test("are passed on as they are if their outputs are inside, or if there are none", async () => {
    const records = [{ type: "A", target: output("192.0.2.1") }, plain];
    expect(await withOutputsInside(records)).toBe(records);
    expect(await withOutputsInside(undefined)).toBeUndefined();
  });

  test("that arrive as one output, as from Java, have targets that are outputs, so that they depend on its resources", async () => {
    const records = (await withOutputsInside(output([plain, { type: "CAA" }]))) as readonly [typeof plain, object];
    expect(records).toEqual([{ ...plain, target: expect.any(Output) }, { type: "CAA" }]);
    await new Promise<void>(
      (resolve) => void output(records[0].target).apply((target) => resolve(expect(target).toBe("mail"))),
    );
  });

  test("that are no list are left to the component, which rejects them", async () => {
    const records = output("a text");
    expect(await withOutputsInside(records)).toBe(records);
  });
});
