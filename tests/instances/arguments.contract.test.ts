import type { Values } from "../../provider/definition/values";
import { definitionOf } from "../../provider/resources/registry";
import { PULUMI_UNKNOWN } from "../../provider/shared/boundary";
import { offlineHost, optionsFor } from "../support/contract";

const EMPTY = { region: "us-east", type: "g6-nanode-1" };
const IMAGE = { image: "compute/debian11", rootPass: "correct-horse" };
const CLONE = { cloneFrom: { instanceId: 5 } };
const vlan = (label: string, ipamAddress?: string): Values => ({ purpose: "vlan", label, ipamAddress });

async function failuresOf(args: Values, options: Values = {}): Promise<{ property: string; reason: string }[]> {
  const news = { ...EMPTY, ...args, ...optionsFor("Instance", options) };
  return (await offlineHost("Instance").check({}, news)).failures ?? [];
}
const places = async (args: Values, options: Values = {}): Promise<string[]> =>
  (await failuresOf(args, options)).map(({ property }) => property);

test.each([
  ["label", 3, 64],
  ["rootPass", 7, 128],
])("%s has %i to %i characters", async (name, least, most) => {
  const withLength = (length: number) => places({ ...IMAGE, [name]: "a".repeat(length) });
  for (const length of [least, most]) expect(await withLength(length)).toEqual([]);
  for (const length of [least - 1, most + 1]) expect(await withLength(length)).toEqual([name]);
});

test("an image needs a root password, unless the instance is imported; a StackScript always needs its image", async () => {
  expect(await places({})).toEqual([]);
  expect(await places({ image: IMAGE.image })).toEqual(["rootPass"]);
  expect(await places(IMAGE)).toEqual([]);
  for (const args of [IMAGE, { image: IMAGE.image }]) {
    expect(await places(args, { import: "123", ignoreChanges: [] })).toEqual([]);
  }
  expect(await places({ stackscriptId: 9001 }, { import: "123" })).toEqual(["image"]);
});

test("an instance without a label gets one from its resource name and keeps it; a declared one stays unchanged", async () => {
  const host = offlineHost("Instance");
  const { inputs = {} } = await host.check({}, { ...EMPTY, ...optionsFor("Instance") });
  expect(inputs.label).toMatch(/^sample-[0-9a-f]{8}$/);
  const again = await host.check(inputs, { ...EMPTY, tags: ["x"], ...optionsFor("Instance") });
  expect(again.inputs?.label).toBe(inputs.label);
  const declared = await host.check({}, { ...EMPTY, label: "mine", ...optionsFor("Instance") });
  expect(declared.inputs?.label).toBe("mine");
});

test("an imported instance keeps its label if the program never set it, and gets one if it no longer does", async () => {
  const host = offlineHost("Instance");
  const news = { ...EMPTY, ...optionsFor("Instance", { import: "123" }) };
  const { inputs = {} } = await host.check({}, news);
  for (const olds of [news, inputs]) {
    for (const later of [news, { ...EMPTY, ...optionsFor("Instance") }]) {
      expect((await host.check(olds, later)).inputs).not.toHaveProperty("label");
    }
  }
  expect(inputs).not.toHaveProperty("label");
  const removed = await host.check({ ...news, label: "web" }, news);
  expect(removed.inputs?.label).toMatch(/-[0-9a-f]{8}$/);
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
  ["an image and a backup", { ...IMAGE, backupId: 1 }, ["image"]],
  ["a StackScript and a backup", { stackscriptId: 9001, backupId: 1 }, ["stackscriptId"]],
  ["all three", { ...IMAGE, stackscriptId: 9001, backupId: 1 }, ["image", "stackscriptId"]],
  ["a StackScript without an image", { stackscriptId: 9001 }, ["image"]],
  ["data without a StackScript", { ...IMAGE, stackscriptData: { a: 1 } }, ["stackscriptData"]],
  ["a StackScript's image without a password", { image: IMAGE.image, stackscriptId: 9001 }, ["rootPass"]],
  ["data that is not an object", { ...IMAGE, stackscriptId: 9001, stackscriptData: "{}" }, ["stackscriptData"]],
  ["data that is an array", { ...IMAGE, stackscriptId: 9001, stackscriptData: [1] }, ["stackscriptData"]],
  ["invalid IDs", { ...IMAGE, stackscriptId: "x", configId: 0 }, ["stackscriptId", "configId"]],
  ["an invalid backup and an image", { ...IMAGE, backupId: "x" }, ["backupId", "image"]],
  ["only an invalid image", { image: "" }, ["image", "rootPass"]],
  ["an invalid StackScript without an image", { stackscriptId: "x" }, ["stackscriptId", "image"]],
  [
    "an invalid schedule with backups disabled",
    { backupsEnabled: false, backups: { schedule: { day: "Someday" } } },
    ["backups.schedule.day", "backups"],
  ],
  [
    "a schedule with backups disabled",
    { backupsEnabled: false, backups: { schedule: { day: "Monday" } } },
    ["backups"],
  ],
  ["a schedule without backups", { backups: { schedule: { day: "Monday" } } }, ["backups"]],
])("rejects %s, with the path", async (_, args, expected) => {
  expect(await places(args)).toEqual(expected);
});

test.each<[string, Values]>([
  [
    "an image with a StackScript and its data",
    { ...IMAGE, stackscriptId: "9001", stackscriptData: { a: [1, { b: null }] } },
  ],
  ["a backup without a password", { backupId: 1 }],
  ["a backup with a declared password", { backupId: "1", rootPass: "correct-horse" }],
  ["a schedule with backups enabled", { backupsEnabled: true, backups: { schedule: { day: "Monday" } } }],
  [
    "a schedule while it is unknown whether backups are enabled",
    { backupsEnabled: PULUMI_UNKNOWN, backups: { schedule: {} } },
  ],
  ["an image and a backup that may turn out to be missing", { ...IMAGE, backupId: PULUMI_UNKNOWN }],
  ["a backup and an image that may turn out to be missing", { backupId: 1, image: PULUMI_UNKNOWN }],
])("accepts %s", async (_, args) => {
  expect(await places(args)).toEqual([]);
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

test.each<[string, Values, string[]]>([
  ["an image", IMAGE, ["image"]],
  ["a StackScript", { stackscriptId: 9001 }, ["stackscriptId"]],
  ["a StackScript with its image", { ...IMAGE, stackscriptId: 9001 }, ["image", "stackscriptId"]],
  ["a backup", { backupId: 1 }, ["backupId"]],
  ["keys", { authorizedKeys: ["ssh-rsa A a@b"], authorizedUsers: ["alice"] }, ["authorizedKeys", "authorizedUsers"]],
])("rejects cloneFrom with %s, with the paths and the reason", async (_, args, expected) => {
  const failures = await failuresOf({ ...CLONE, ...args });
  expect(failures.map(({ property }) => property)).toEqual(expected);
  for (const { reason } of failures) expect(reason).toMatch(/^cannot be combined with cloneFrom: .*its source$/);
});

test.each<[string, Values, string[]]>([
  ["no source", { cloneFrom: {} }, ["cloneFrom.instanceId"]],
  ["a source that is null", { cloneFrom: { instanceId: null } }, ["cloneFrom.instanceId"]],
  ["a source that is not an ID", { cloneFrom: { instanceId: "web" } }, ["cloneFrom.instanceId"]],
  ["an ID instead of an object", { cloneFrom: 5 }, ["cloneFrom"]],
  ["invalid disks", { cloneFrom: { instanceId: 5, disks: [1, "x"] } }, ["cloneFrom.disks[1]"]],
  ["configs that are not an array", { cloneFrom: { instanceId: 5, configs: 1 } }, ["cloneFrom.configs"]],
  ["an unknown member", { cloneFrom: { instanceId: 5, label: "x" } }, ["cloneFrom.label"]],
  ["no configs and a boot", { cloneFrom: { instanceId: 5, configs: [] }, booted: true }, ["booted"]],
  ["no configs and interfaces", { cloneFrom: { instanceId: 5, configs: [] }, interfaces: [] }, ["interfaces"]],
  [
    "an invalid disk, no source and no configs",
    { cloneFrom: { disks: ["x"], configs: [] }, booted: true },
    ["cloneFrom.disks[0]", "cloneFrom.instanceId", "booted"],
  ],
  [
    "no configs and invalid interfaces",
    { cloneFrom: { instanceId: 5, configs: [] }, interfaces: [{ purpose: "vpc" }] },
    ["interfaces[0].purpose", "interfaces"],
  ],
  ["two configs and interfaces", { cloneFrom: { instanceId: 5, configs: [1, 2] }, interfaces: [] }, ["interfaces"]],
])("rejects cloneFrom with %s, with the path", async (_, args, expected) => {
  expect(await places({ ...CLONE, ...args })).toEqual(expected);
});

test.each<[string, Values]>([
  ["all inputs of an instance besides its origin", { tags: [], booted: true, interfaces: [], swapSize: 1 }],
  ["a declared password", { rootPass: "correct-horse" }],
  ["disks and a config", { cloneFrom: { instanceId: "5", disks: [1, "2"], configs: ["3"] }, interfaces: [] }],
  ["no configs", { cloneFrom: { instanceId: 5, configs: [], disks: null } }],
  ["an unknown source", { cloneFrom: { instanceId: PULUMI_UNKNOWN } }],
  ["unknown disks", { cloneFrom: { instanceId: 5, disks: PULUMI_UNKNOWN }, booted: true }],
])("accepts cloneFrom with %s", async (_, args) => {
  expect(await places({ ...CLONE, ...args })).toEqual([]);
});

test("accepts an unknown origin, which may turn out to be missing, but not a source with an unknown ID", async () => {
  expect(await places({ ...CLONE, image: PULUMI_UNKNOWN })).toEqual([]);
  expect(await places({ ...IMAGE, cloneFrom: PULUMI_UNKNOWN })).toEqual([]);
  expect(await places({ ...IMAGE, cloneFrom: { instanceId: PULUMI_UNKNOWN } })).toEqual(["image"]);
});

test("the label of a clone is unknown while its source is", async () => {
  const args = { ...EMPTY, cloneFrom: { instanceId: PULUMI_UNKNOWN }, ...optionsFor("Instance") };
  expect((await offlineHost("Instance").check({}, args)).inputs).toMatchObject({ label: PULUMI_UNKNOWN });
});

test.each<[string, unknown, string[]]>([
  ["four interfaces", [{ purpose: "public" }, vlan("a"), vlan("b"), vlan("c")], ["interfaces"]],
  ["no purpose", [{ label: "a" }], ["interfaces[0].purpose"]],
  ["an unknown purpose", [{ purpose: "vpc" }], ["interfaces[0].purpose"]],
  ["two public ones", [{ purpose: "public" }, { purpose: "public" }], ["interfaces[1].purpose"]],
  ["a VLAN without a label", [{ purpose: "vlan" }, vlan("")], ["interfaces[0].label", "interfaces[1].label"]],
  ["a label with a space", [vlan("a b")], ["interfaces[0].label"]],
  ["a label of 65 characters", [vlan("a".repeat(65))], ["interfaces[0].label"]],
  ["one VLAN twice", [vlan("a"), vlan("a")], ["interfaces[1].label"]],
  ["one address twice", [vlan("a", "10.0.0.1/24"), vlan("b", "10.0.0.1/24")], ["interfaces[1].ipamAddress"]],
  [
    "addresses without a valid prefix length",
    [vlan("a", "10.0.0.1"), vlan("b", "10.0.0.1/33")],
    ["interfaces[0].ipamAddress", "interfaces[1].ipamAddress"],
  ],
  ["an invalid address", [vlan("a", "10.0.0.256/24")], ["interfaces[0].ipamAddress"]],
  [
    "a public one with a label and an address",
    [{ purpose: "public", label: "a", ipamAddress: "10.0.0.1/24" }],
    ["interfaces[0].label", "interfaces[0].ipamAddress"],
  ],
  ["an unknown field", [{ purpose: "public", address: "x" }], ["interfaces[0].address"]],
  [
    "a different problem each",
    [{ purpose: "vlan" }, { purpose: "public", label: "x" }, { purpose: "vpc" }],
    ["interfaces[2].purpose", "interfaces[0].label", "interfaces[1].label"],
  ],
  ["items of other types", [null, "x", vlan("")], ["interfaces[0]", "interfaces[1]", "interfaces[2].label"]],
  ["a public one with an invalid label", [{ purpose: "public", label: "a b" }], Array(2).fill("interfaces[0].label")],
  ["an unknown one", [PULUMI_UNKNOWN, { purpose: "public", label: "x" }], ["interfaces[1].label"]],
  [
    "unknown members",
    [{ purpose: PULUMI_UNKNOWN, label: "a" }, { purpose: "vlan", label: PULUMI_UNKNOWN }, vlan("")],
    ["interfaces[2].label"],
  ],
])("rejects interfaces with %s, with the path", async (_, interfaces, expected) => {
  expect(await places({ interfaces })).toEqual(expected);
});

test.each<[string, unknown]>([
  ["none", []],
  ["two with addresses that are null", ["a", "b"].map((label) => ({ ...vlan(label), ipamAddress: null }))],
  ["a public one with empty members", [{ purpose: "public", label: "", ipamAddress: null }]],
  ["three", [{ purpose: "public" }, vlan("a", "10.0.0.1/24"), vlan("Back-2", "10.0.0.1/16")]],
])("accepts interfaces: %s", async (_, interfaces) => {
  expect(await places({ interfaces })).toEqual([]);
});
