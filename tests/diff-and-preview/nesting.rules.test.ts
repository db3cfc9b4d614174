import * as pulumi from "@pulumi/pulumi";
import * as compute from "../../provider/index";
import { offlineHost, optionsFor } from "../support/contract";

type Values = Record<string, unknown>;

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs as Values }),
    call: ({ inputs }) => inputs as Values,
  }),
);

const DEPLOYED = { region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: "correct-horse" };

function nested(levels: number, around: (inner: unknown) => unknown = (inner) => ({ a: inner })): Values {
  let value: unknown = "x";
  for (let level = 1; level < levels; level++) value = around(value);
  return { a: value };
}
const instance = (stackscriptData: Values) =>
  new compute.Instance("web", { ...DEPLOYED, stackscriptId: 9001, stackscriptData });
const DEEP = "is nested more than 100 levels deep";
const NUL = "contains a NUL character";

const cyclic: Values = {};
cyclic.self = { value: cyclic };

test.each([
  ["a value that contains itself", cyclic, "stackscriptData.self.value.self…"],
  ["objects", nested(3000), "stackscriptData.a.a.a…"],
  ["arrays", nested(3000, (inner) => [1, inner]), "stackscriptData.a[1][1]…"],
  ["a function", { a: [Date.now] }, "stackscriptData.a[0]", "is a function"],
  ["a NUL character", { a: "b\0" }, "stackscriptData.a", NUL],
  ["half of a character", { a: { b: "😀 \ud83d" } }, "stackscriptData.a.b", "contains half of a surrogate pair"],
])("rejects a value with %s immediately, with the path", (_, value, path, reason = DEEP) => {
  expect(() => instance(value)).toThrow(`The instance "web": ${path} ${reason}`);
});

test("accepts outputs, resources and any realistic depth", () => {
  const other = new compute.Domain("zone", { domain: "shop.example", type: "slave", masterIps: ["192.0.2.1"] });
  const later = Promise.resolve(nested(150));
  const value = { ...nested(90), other: pulumi.output({ a: other.id }), later, zone: other };
  expect(() => instance(value)).not.toThrow();
});

test("preview rejects a value from an output that is nested too deep or has a NUL, with the path", async () => {
  const news = { ...DEPLOYED, stackscriptId: 9001, ...optionsFor("Instance") };
  const check = (value: Values) => offlineHost("Instance").check({}, { ...news, stackscriptData: value });
  const { failures } = await check(nested(1000));
  expect(failures).toEqual([{ property: "stackscriptData.a.a.a…", reason: expect.stringContaining(DEEP) }]);
  expect((await check(nested(90))).failures).toEqual([]);
  const [nul] = (await check({ a: ["b\0"] })).failures ?? [];
  expect(nul).toEqual({ property: "stackscriptData.a[0]", reason: expect.stringContaining(NUL) });
});
