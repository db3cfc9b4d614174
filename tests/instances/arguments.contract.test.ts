import type { Values } from "../../provider/definition/values";
import { definitionOf } from "../../provider/resources/registry";
import { offlineHost, optionsFor } from "../support/contract";

const EMPTY = { region: "us-east", type: "g6-nanode-1" };

async function places(args: Values, options: Values = {}): Promise<string[]> {
  const { failures = [] } = await offlineHost("Instance").check(
    {},
    { ...EMPTY, ...args, ...optionsFor("Instance", options) },
  );
  return failures.map(({ property }) => property);
}

test.each([
  [2, ["label"]],
  [3, []],
  [64, []],
  [65, ["label"]],
])("a label of %i characters fails at %p", async (length, expected) => {
  expect(await places({ label: "a".repeat(length) })).toEqual(expected);
});

test.each([
  ["192.168.128.7", true],
  ["10.1.2.3", true],
  ["172.31.255.1", true],
  ["172.32.0.1", false],
  ["192.0.2.1", false],
])("detects whether %s is a private address: %p", (address, expected) => {
  const isPrivate = definitionOf("Instance").args.privateIp?.read?.from;
  expect(isPrivate?.({ ipv4: ["203.0.113.1", address] })).toBe(expected);
});

test.each([
  ["keeps its label if the program never set it", {}, undefined],
  ["gets a generated label if the program no longer sets it", { label: "web" }, expect.stringMatching(/-[0-9a-f]{8}$/)],
])("an imported instance %s", async (_, before, label) => {
  const news = { ...EMPTY, ...optionsFor("Instance", { import: "123" }) };
  const { inputs } = await offlineHost("Instance").check({ ...news, ...before }, news);
  expect(inputs?.label).toEqual(label);
});

test("an instance to import needs no password, but a StackScript still needs its image", async () => {
  expect(await places({ image: "compute/debian11" }, { import: "123" })).toEqual([]);
  expect(await places({ stackscriptId: 9001 }, { import: "123" })).toEqual(["image"]);
});

test("an image needs a root password, an empty instance does not", async () => {
  expect(await places({})).toEqual([]);
  expect(await places({ image: "compute/debian11" })).toEqual(["rootPass"]);
  expect(await places({ image: "compute/debian11", rootPass: "correct-horse" })).toEqual([]);
});

test("an imported instance needs no root password", async () => {
  expect(await places({ image: "compute/debian11" }, { import: "5", ignoreChanges: [] })).toEqual([]);
});

test.each([
  [6, ["rootPass"]],
  [7, []],
  [128, []],
  [129, ["rootPass"]],
])("a root password of %i characters fails at %p", async (length, expected) => {
  expect(await places({ image: "compute/debian11", rootPass: "x".repeat(length) })).toEqual(expected);
});

test.each<[string, Values, string[]]>([
  ["an unknown alert", { alerts: { cpuu: 1 } }, ["alerts.cpuu"]],
  [
    "alerts out of range",
    { alerts: { cpu: -1, io: 1.5, networkIn: "1" } },
    ["alerts.cpu", "alerts.io", "alerts.networkIn"],
  ],
  [
    "an unknown backup day",
    { backupsEnabled: true, backups: { schedule: { day: "Someday" } } },
    ["backups.schedule.day"],
  ],
  [
    "an unknown backup window",
    { backupsEnabled: true, backups: { schedule: { window: "W1" } } },
    ["backups.schedule.window"],
  ],
  ["a tag that is not a string", { tags: ["a", 1] }, ["tags[1]"]],
  ["a negative swap disk", { swapSize: -1 }, ["swapSize"]],
  ["an empty region", { region: "" }, ["region"]],
])("rejects %s, with the path", async (_, args, expected) => {
  expect(await places(args)).toEqual(expected);
});

test("reports all problems together", async () => {
  const wrong = {
    label: "a",
    image: "compute/debian11",
    alerts: { cpu: -1 },
    tags: [5],
    nonsense: true,
    booted: "yes",
  };
  expect((await places(wrong)).sort()).toEqual(["alerts.cpu", "booted", "label", "nonsense", "rootPass", "tags[0]"]);
});

test("an instance without a label gets one from its resource name and keeps it", async () => {
  const host = offlineHost("Instance");
  const { inputs = {} } = await host.check({}, { ...EMPTY, ...optionsFor("Instance") });
  expect(inputs.label).toMatch(/^sample-[0-9a-f]{8}$/);
  const again = await host.check(inputs, { ...EMPTY, tags: ["x"], ...optionsFor("Instance") });
  expect(again.inputs?.label).toBe(inputs.label);
});

test("a declared label stays unchanged", async () => {
  const { inputs } = await offlineHost("Instance").check({}, { ...EMPTY, label: "mine", ...optionsFor("Instance") });
  expect(inputs?.label).toBe("mine");
});

test("an imported instance without a declared label gets no generated one", async () => {
  const imported = { ...EMPTY, ...optionsFor("Instance", { import: "5", ignoreChanges: [] }) };
  const { inputs = {} } = await offlineHost("Instance").check({}, imported);
  expect(inputs).not.toHaveProperty("label");
  const later = await offlineHost("Instance").check(inputs, { ...EMPTY, ...optionsFor("Instance") });
  expect(later.inputs).not.toHaveProperty("label");
});
