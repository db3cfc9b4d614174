import { existsSync } from "node:fs";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as compute from "../../provider";
import type { Values } from "../../provider/definition/values";
import { checked } from "../../provider/data-sources/request";
import { dataSourceRules } from "../../provider/data-sources/registry";

jest.mock("pulumi-compute", () => compute, { virtual: true });

const FOLDER = path.resolve(__dirname, "..", "..", "examples", "data-sources");

/** A value for each field that an example uses. */
const ANSWER = {
  id: 12345,
  domain: "example.com",
  version: "1",
  label: "web",
  target: "192.0.2.1",
  status: "active",
  created: "2024-05-06T07:08:09",
  password: "(made up)",
  caCertificate: "",
  capabilities: ["Vlans"],
  ipv4: ["192.0.2.1"],
  zoneFile: [],
  hosts: { primary: null },
  snapshot: { current: null },
  price: { monthly: 5 },
};

let asked: { name: string; inputs: Values }[] = [];
let onAsked = (): void => undefined;

beforeAll(() => {
  pulumi.runtime.setAllConfig({ "project:rootPass": "correct-horse-1" });
  return pulumi.runtime.setMocks({
    newResource: ({ inputs }) => ({ id: "12345", state: inputs as Values }),
    call: ({ token, inputs }) => {
      const name = token.replace(/^.*:/, "");
      asked.push({ name, inputs: inputs as Values });
      onAsked();
      const list = dataSourceRules.find((rule) => rule.name === name)?.list;
      return list ? { [list.as]: [ANSWER] } : ANSWER;
    },
  });
});

describe.each(dataSourceRules)("the example of $name", (rule) => {
  const file = path.join(FOLDER, `${rule.name}.ts`);

  test(`exists as examples/data-sources/${rule.name}.ts, for its page in docs/reference/data-sources (add it for a new data source)`, () => {
    expect(existsSync(file)).toBe(true);
  });

  test("calls the data source with valid inputs and resolves everything it exports", async () => {
    asked = [];
    const isAsked = new Promise<void>((resolve) => {
      onAsked = () => void (asked.some(({ name }) => name === rule.name) && resolve());
    });
    const exported = (await import(file)) as Record<string, unknown>;
    await Promise.all(Object.values(exported).map((one) => valueOf(one)));
    await isAsked;
    for (const { name, inputs } of asked) {
      const found = dataSourceRules.find((one) => one.name === name);
      if (!found) throw new Error(`${name} is no lookup`);
      expect(() => checked(found, inputs)).not.toThrow();
    }
  });
});

/** Rejects if the output or promise does. */
function valueOf(exported: unknown): Promise<unknown> {
  if (!pulumi.Output.isInstance(exported)) return Promise.resolve(exported);
  return (exported as unknown as { promise(): Promise<unknown> }).promise();
}
