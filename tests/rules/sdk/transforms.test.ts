import * as pulumi from "@pulumi/pulumi";
import { mayBeTransformed } from "../../../provider/sdk/transforms";

test("a resource without transformations, in a program without transforms, has its own options", () => {
  expect(mayBeTransformed({ __transformations: [] })).toBe(false);
  expect(mayBeTransformed({})).toBe(false);
});

test("a transformation may have changed the options", () => {
  expect(mayBeTransformed({ __transformations: [() => undefined] })).toBe(true);
});

test("so may a transform, of which the SDK only knows that something is called back", async () => {
  await pulumi.runtime.setMocks({
    call: ({ inputs }) => inputs as Record<string, unknown>,
    newResource: ({ inputs }) => ({ id: "1", state: inputs as Record<string, unknown> }),
  });
  expect(mayBeTransformed({})).toBe(false);
  const callbacks = (pulumi.runtime as unknown as { getCallbacks(): { shutdown(): void } }).getCallbacks();
  expect(mayBeTransformed({})).toBe(true);
  callbacks.shutdown();
});
