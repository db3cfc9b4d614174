import * as pulumi from "@pulumi/pulumi";
import * as compute from "../../provider/index";

const providers = new Map<string, string>();

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ name, provider, inputs }) => {
      providers.set(name, provider ?? "");
      return { id: `${name}-id`, state: inputs as Record<string, unknown> };
    },
    call: ({ inputs }) => inputs as Record<string, unknown>,
  }),
);

class Elsewhere extends pulumi.dynamic.Resource {}

test("a provider in a component's array applies to all dynamic resources below it, including third-party ones", async () => {
  const warn = jest.spyOn(pulumi.log, "warn").mockReturnValue(Promise.resolve());
  const [other, own] = ["other", "own"].map((name) => new compute.Provider(name, { token: "a token" }));
  const parent = new pulumi.ComponentResource("test:index:Shop", "shop", {}, { providers: other ? [other] : [] });
  new compute.Domain("zone", { domain: "shop.example", type: "master", soaEmail: "a@shop.example" }, { parent });
  const handlers = { create: () => Promise.resolve({ id: "1", outs: {} }) };
  new Elsewhere(handlers, "foreign", {}, { parent });
  new Elsewhere(handlers, "apart", {}, { parent, ...(own ? { provider: own } : {}) });
  await pulumi.runtime.disconnect();
  expect(providers.get("zone")).toContain("::other::");
  expect(providers.get("foreign")).toContain("::other::");
  expect(providers.get("apart")).toContain("::own::");
  expect(warn).not.toHaveBeenCalled();
});
