import * as pulumi from "@pulumi/pulumi";
import { observeTransformations, secretsInOptions } from "../../provider/sdk/transforms";

class Box extends pulumi.CustomResource {
  constructor(name: string, opts?: pulumi.CustomResourceOptions) {
    super("test:index:Box", name, {}, opts);
  }
}
observeTransformations(Box);

/** A resource of a class that isn't observed. */
class Crate extends pulumi.CustomResource {
  constructor(name: string, opts?: pulumi.CustomResourceOptions) {
    super("test:index:Crate", name, {}, opts);
  }
}

const nothing: pulumi.ResourceTransformation = () => undefined;
const hiding =
  (...outputs: string[]): pulumi.ResourceTransformation =>
  ({ props, opts }) => ({ props, opts: pulumi.mergeOptions(opts, { additionalSecretOutputs: outputs }) });

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    call: ({ inputs }) => inputs as Record<string, unknown>,
    newResource: ({ inputs }) => ({ id: "1", state: inputs as Record<string, unknown> }),
  });
});

test("without transformations and transforms, a resource has the secrets of its own options", () => {
  expect(secretsInOptions(new Box("own"), ["ipv6"])).toEqual(["ipv6"]);
});

test("with transformations, a resource has the secrets of the options they return", () => {
  const opts = { additionalSecretOutputs: ["ipv6"] };
  expect(secretsInOptions(new Box("none", { transformations: [nothing] }), [])).toEqual([]);
  expect(secretsInOptions(new Box("kept", { ...opts, transformations: [nothing] }), ["ipv6"])).toEqual(["ipv6"]);
  const both = new Box("both", { ...opts, transformations: [hiding("ipv4"), nothing] });
  expect(secretsInOptions(both, ["ipv6"])).toEqual(["ipv6", "ipv4"]);
});

test("a resource also has the secrets from its parents' transformations", () => {
  const seen: string[] = [];
  const count: pulumi.ResourceTransformation = ({ name }) => void seen.push(name);
  const parent = new pulumi.ComponentResource("test:index:Parent", "parent", {}, { transformations: [hiding("ipv4")] });
  const child = new Box("child", { parent, transformations: [count] });
  const grandchild = new Box("grandchild", { parent: child });
  expect(secretsInOptions(child, [])).toEqual(["ipv4"]);
  expect(secretsInOptions(grandchild, [])).toEqual(["ipv4"]);
  expect(seen).toEqual(["child", "grandchild"]);
});

test("the secrets are unknown if an SDK stores transformations elsewhere", () => {
  expect(secretsInOptions(new Crate("elsewhere", { transformations: [nothing] }), [])).toBeUndefined();
});

test("the secrets are unknown with transforms, which the SDK only knows as callbacks", () => {
  const callbacks = (pulumi.runtime as unknown as { getCallbacks(): { shutdown(): void } }).getCallbacks();
  expect(secretsInOptions(new Box("transformed"), [])).toBeUndefined();
  callbacks.shutdown();
});
