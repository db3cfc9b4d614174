import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as compute from "../../provider";
import type { Values } from "../../provider/definition/values";
import { kinds } from "../../provider/resources/registry";
import { filesBelow } from "../support/files-below";
import { offlineHost, optionsFor } from "../support/contract";

jest.mock("pulumi-compute", () => compute, { virtual: true });

const FOLDER = path.resolve(__dirname, "..", "..", "examples", "resources");

/** Every resource that the program has registered, and a callback for each. */
let made: { kind: string; inputs: Values }[] = [];
let onMade = (): void => undefined;

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
      onMade();
      return {
        id: String(12345 + made.length),
        state: { ...(inputs as Values), backupId: 7, ipv4: ["192.0.2.1"], ipv6: "2001:db8::1/128", hosts: {} },
      };
    },
    // The data source in the example of a provider.
    call: () => ({ regions: [] }),
  });
});

/** What the programs create that show more, or less, than one resource. */
const OTHERS = [
  { name: "Zone", makes: ["Domain", "DomainRecord", "DomainRecord", "DomainRecord", "Instance", "Zone"] },
  { name: "Provider", makes: ["Domain", "pulumi-nodejs"] },
];

describe.each(kinds.map(({ kind }) => kind))("the example of %s", (kind) => {
  const file = path.join(FOLDER, `${kind}.ts`);

  test(`exists as examples/resources/${kind}.ts, for its page in docs/reference/resources (add it for a new resource type)`, () => {
    expect(existsSync(file)).toBe(true);
  });

  test("creates one, and preview accepts everything it creates", () => expectToMake(kind, file));
});

const FURTHER = readdirSync(FOLDER).filter((file) => /^\w+\.\w+\.ts$/.test(file));

describe.each(FURTHER)("the further example %s", (name) => {
  const file = path.join(FOLDER, name);

  test("has a title for the page", () => {
    expect(readFileSync(file, "utf8")).toMatch(/^\/\/ \w/);
  });

  test("creates one of its resource type, and preview accepts everything it creates", () =>
    expectToMake(name.replace(/\..*/, ""), file));
});

test.each(OTHERS)(
  "the example of $name creates the expected resources, and preview accepts them",
  async ({ name, makes }) => {
    await makeAll(path.join(FOLDER, `${name}.ts`), makes.length);
    expect(made.map((one) => one.kind).sort()).toEqual(makes);
    await expectAccepted();
  },
);

test("no example for a page contains a password or a token", () => {
  const files = ["resources", "data-sources", "emulator"].flatMap((name) => filesBelow(path.join(FOLDER, "..", name)));
  const programs = files.filter((file) => file.endsWith(".ts"));
  expect(programs.length).toBeGreaterThan(kinds.length);
  const literal = /(?:pass|password|token|secret)\w*["']?\s*[:=]\s*["'`]\w/i;
  expect(programs.filter((file) => literal.test(readFileSync(file, "utf8")))).toEqual([]);
});

async function expectToMake(kind: string, file: string): Promise<void> {
  await makeAll(file, readFileSync(file, "utf8").split("new compute.").length - 1);
  expect(made.map((one) => one.kind)).toContain(kind);
  await expectAccepted();
}

/** Runs the program until it has created this many resources. */
async function makeAll(file: string, count: number): Promise<void> {
  made = [];
  const allMade = new Promise<void>((resolve) => {
    onMade = () => void (made.length === count && resolve());
  });
  await import(file);
  await allMade;
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
