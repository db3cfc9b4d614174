import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as compute from "../../provider";
import { checked } from "../../provider/data-sources/request";
import { dataSourceRules } from "../../provider/data-sources/registry";
import type { Values } from "../../provider/definition/values";
import { kinds } from "../../provider/resources/registry";
import { offlineHost, optionsFor } from "../support/contract";

jest.mock("pulumi-compute", () => compute, { virtual: true });

/** The programs that the pages in docs/reference/ show: a new resource type or data source needs one of its name. */
const EXAMPLES = path.resolve(__dirname, "..", "..", "examples");
const RESOURCES = path.join(EXAMPLES, "resources");
const DATA_SOURCES = path.join(EXAMPLES, "data-sources");
const ADDRESSES = { ipv4: ["192.0.2.1"], publicIpv4: "192.0.2.1", publicIpv6: "2001:db8::1" };

/** A value for each field of a data source that an example uses. */
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
  path: "/vpcs/12345",
  output: { label: "web" },
};

/** What the program has registered and called. */
let made: { kind: string; inputs: Values }[] = [];
let asked: { name: string; inputs: Values }[] = [];
let onCall = (): void => undefined;

beforeAll(() => {
  pulumi.runtime.setAllConfig({
    "project:rootPass": "correct-horse-1",
    "project:otherToken": "made-up-token",
    "project:release": "7",
    "project:backupId": "50001",
  });
  return pulumi.runtime.setMocks({
    newResource: ({ type, inputs }) => {
      made.push({ kind: type.replace(/^.*:/, ""), inputs: inputs as Values });
      onCall();
      return {
        id: String(12345 + made.length),
        state: { ...(inputs as Values), backupId: 7, ...ADDRESSES, hosts: {} },
      };
    },
    call: ({ token, inputs }) => {
      const name = token.replace(/^.*:/, "");
      asked.push({ name, inputs: inputs as Values });
      onCall();
      const list = dataSourceRules.find((rule) => rule.name === name)?.list;
      return list ? { [list.as]: [ANSWER] } : ANSWER;
    },
  });
});

beforeEach(() => {
  made = [];
  asked = [];
});

/** `Instance.ts`, and further ones such as `Instance.fromImage.ts`. */
const ofResources = readdirSync(RESOURCES).filter((name) => /^(?!Zone|Provider).*\.ts$/.test(name));

test("each resource type has an example in examples/resources/", () => {
  expect(ofResources).toEqual(expect.arrayContaining(kinds.map(({ kind }) => `${kind}.ts`)));
});

test.each(ofResources)(
  "the example %s creates its resource type, and preview accepts everything it creates",
  async (name) => {
    const text = readFileSync(path.join(RESOURCES, name), "utf8");
    await run(path.join(RESOURCES, name), () => made.length === text.split("new compute.").length - 1);
    expect(made.map(({ kind }) => kind)).toContain(name.replace(/\..*/, ""));
    await expectAccepted();
  },
);

test.each(ofResources.filter((name) => /^\w+\.\w+\.ts$/.test(name)))("the further example %s has a title", (name) => {
  expect(readFileSync(path.join(RESOURCES, name), "utf8")).toMatch(/^\/\/ \w/);
});

test.each([
  ["Zone", ["Domain", "DomainRecord", "DomainRecord", "DomainRecord", "Instance", "Zone"]],
  ["Provider", ["Domain", "pulumi-nodejs"]],
])("the example of %s creates the expected resources, and preview accepts them", async (name, makes) => {
  await run(path.join(RESOURCES, `${name}.ts`), () => made.length === makes.length);
  expect(made.map(({ kind }) => kind).sort()).toEqual(makes);
  await expectAccepted();
});

test.each(dataSourceRules)(
  "the example of $name calls it with valid inputs and resolves all exports",
  async ({ name }) => {
    const exported = await run(path.join(DATA_SOURCES, `${name}.ts`), () => asked.some((call) => call.name === name));
    await Promise.all(Object.values(exported).map(valueOf));
    for (const call of asked) {
      const rule = dataSourceRules.find((one) => one.name === call.name);
      if (!rule) throw new Error(`${call.name} is no data source`);
      expect(() => checked(rule, call.inputs)).not.toThrow();
    }
  },
);

/** Runs a program until it has called what it should. Returns its exports. */
async function run(file: string, isDone: () => boolean): Promise<Record<string, unknown>> {
  const done = new Promise<void>((resolve) => {
    onCall = () => void (isDone() && resolve());
  });
  const exported = (await import(file)) as Record<string, unknown>;
  await done;
  return exported;
}

/** Rejects if the output or promise does. */
function valueOf(exported: unknown): Promise<unknown> {
  if (!pulumi.Output.isInstance(exported)) return Promise.resolve(exported);
  return (exported as unknown as { promise(): Promise<unknown> }).promise();
}

async function expectAccepted(): Promise<void> {
  for (const one of made.filter((each) => kinds.some(({ kind }) => kind === each.kind))) {
    const given = Object.entries(one.inputs).filter(([, value]) => value !== undefined);
    const args = Object.fromEntries(given.map(([name, value]) => [name, withoutSecrecy(value)]));
    const { failures } = await offlineHost(one.kind).check({}, { ...args, ...optionsFor(one.kind) });
    expect(failures).toEqual([]);
  }
}

/** Mocks receive a secret as an object that contains it. */
function withoutSecrecy(value: unknown): unknown {
  const isSecret = typeof value === "object" && value !== null && pulumi.runtime.specialSigKey in value;
  return isSecret && "value" in value ? value.value : value;
}
