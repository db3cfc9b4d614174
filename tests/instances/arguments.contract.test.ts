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

const MAYBE = PULUMI_UNKNOWN;
const OFF = { backupsEnabled: false };
const scheduled = (schedule: Values): Values => ({ backupsEnabled: true, backups: { schedule } });

test.each<[string, Values, string]>([
  ["an unknown alert", { alerts: { cpuu: 1 } }, "alerts.cpuu"],
  ["alerts out of range", { alerts: { cpu: -1, io: 1.5, networkIn: "1" } }, "alerts.cpu, alerts.io, alerts.networkIn"],
  ["an unknown backup day", scheduled({ day: "Someday" }), "backups.schedule.day"],
  ["an unknown backup window", scheduled({ window: "W1" }), "backups.schedule.window"],
  ["a negative swap disk", { swapSize: -1 }, "swapSize"],
  ["an empty region", { region: "" }, "region"],
  ["an image and a backup", { ...IMAGE, backupId: 1 }, "image"],
  ["a StackScript and a backup", { stackscriptId: 9001, backupId: 1 }, "stackscriptId"],
  ["all three", { ...IMAGE, stackscriptId: 9001, backupId: 1 }, "image, stackscriptId"],
  ["a StackScript without an image", { stackscriptId: 9001 }, "image"],
  ["data without a StackScript", { ...IMAGE, stackscriptData: { a: 1 } }, "stackscriptData"],
  ["a StackScript's image without a password", { image: IMAGE.image, stackscriptId: 9001 }, "rootPass"],
  ["data that is an array", { ...IMAGE, stackscriptId: 9001, stackscriptData: [1] }, "stackscriptData"],
  ["texts that are no public keys", { authorizedKeys: ["ssh-rsa A", "key"] }, "authorizedKeys[1]"],
  ["other public keys", { authorizedKeys: ['from="::" ssh-rsa A== b\n', "sk-ssh-ed25519@openssh.com A"] }, ""],
  ["invalid IDs", { ...IMAGE, stackscriptId: "x", configId: 0 }, "stackscriptId, configId"],
  ["an invalid backup and an image", { ...IMAGE, backupId: "x" }, "backupId, image"],
  ["only an invalid image", { image: "" }, "image, rootPass"],
  ["an invalid StackScript without an image", { stackscriptId: "x" }, "stackscriptId, image"],
  [
    "an invalid schedule with backups disabled",
    { ...scheduled({ day: "Someday" }), ...OFF },
    "backups.schedule.day, backups",
  ],
  ["a schedule with backups disabled", { ...scheduled({ day: "Monday" }), ...OFF }, "backups"],
  ["a schedule without backups", { backups: { schedule: { day: "Monday" } } }, "backups"],
  ["a StackScript and its data", { ...IMAGE, stackscriptId: "9001", stackscriptData: { a: [1, { b: null }] } }, ""],
  ["a backup without a password", { backupId: 1 }, ""],
  ["a backup with a declared password", { backupId: "1", rootPass: "correct-horse" }, ""],
  ["a schedule with backups enabled", scheduled({ day: "Monday" }), ""],
  ["a schedule while it is unknown whether backups are enabled", { ...scheduled({}), backupsEnabled: MAYBE }, ""],
  ["an image and a backup that may turn out to be missing", { ...IMAGE, backupId: MAYBE }, ""],
  ["a backup and an image that may turn out to be missing", { backupId: 1, image: MAYBE }, ""],
])("%s: rejected at %j", async (_, args, rejected) => {
  expect((await places(args)).join(", ")).toBe(rejected);
});

test.each<[string, Values, string]>([
  ["an image", IMAGE, "image"],
  ["a StackScript", { stackscriptId: 9001 }, "stackscriptId"],
  ["a StackScript with its image", { ...IMAGE, stackscriptId: 9001 }, "image, stackscriptId"],
  ["a backup", { backupId: 1 }, "backupId"],
  ["keys", { authorizedKeys: ["ssh-rsa A a@b"], authorizedUsers: ["alice"] }, "authorizedKeys, authorizedUsers"],
])("rejects cloneFrom with %s, with the paths and the reason", async (_, args, expected) => {
  const failures = await failuresOf({ ...CLONE, ...args });
  expect(failures.map(({ property }) => property).join(", ")).toBe(expected);
  for (const { reason } of failures) expect(reason).toMatch(/^cannot be combined with cloneFrom: .*its source$/);
});

const from = (more: Values): Values => ({ cloneFrom: { instanceId: 5, ...more } });
const NO_CONFIGS = from({ configs: [] });

test.each<[string, Values, string]>([
  ["no source", { cloneFrom: {} }, "cloneFrom.instanceId"],
  ["a source that is null", from({ instanceId: null }), "cloneFrom.instanceId"],
  ["a source that is not an ID", from({ instanceId: "web" }), "cloneFrom.instanceId"],
  ["an ID instead of an object", { cloneFrom: 5 }, "cloneFrom"],
  ["invalid disks", from({ disks: [1, "x"] }), "cloneFrom.disks[1]"],
  ["configs that are not an array", from({ configs: 1 }), "cloneFrom.configs"],
  ["an unknown member", from({ label: "x" }), "cloneFrom.label"],
  ["no configs and a boot", { ...NO_CONFIGS, booted: true }, "booted"],
  ["no configs and interfaces", { ...NO_CONFIGS, interfaces: [] }, "interfaces"],
  ["no source, no configs and a boot", { cloneFrom: { configs: [] }, booted: true }, "cloneFrom.instanceId, booted"],
  [
    "an invalid disk and a boot",
    { ...from({ disks: ["x"], configs: [] }), booted: true },
    "cloneFrom.disks[0], booted",
  ],
  ["invalid interfaces", { ...NO_CONFIGS, interfaces: [{ purpose: "vpc" }] }, "interfaces[0].purpose, interfaces"],
  ["two configs and interfaces", { ...from({ configs: [1, 2] }), interfaces: [] }, "interfaces"],
  ["all inputs besides an origin", { ...CLONE, tags: [], booted: true, interfaces: [], swapSize: 1 }, ""],
  ["a declared password", { ...CLONE, rootPass: "correct-horse" }, ""],
  ["disks and a config", { ...from({ instanceId: "5", disks: [1, "2"], configs: ["3"] }), interfaces: [] }, ""],
  ["no configs", from({ configs: [], disks: null }), ""],
  ["an unknown source", from({ instanceId: MAYBE }), ""],
  ["unknown disks", { ...from({ disks: MAYBE }), booted: true }, ""],
  ["an image that may turn out to be missing", { ...CLONE, image: MAYBE }, ""],
  ["an image, while it is unknown whether it is set", { ...IMAGE, cloneFrom: MAYBE }, ""],
  ["an image, while its source is unknown", { ...IMAGE, ...from({ instanceId: MAYBE }) }, "image"],
])("cloneFrom with %s: rejected at %j", async (_, args, rejected) => {
  expect((await places(args)).join(", ")).toBe(rejected);
});

test("the label of a clone is unknown while its source is", async () => {
  const args = { ...EMPTY, ...from({ instanceId: MAYBE }), ...optionsFor("Instance") };
  expect((await offlineHost("Instance").check({}, args)).inputs).toMatchObject({ label: MAYBE });
});

const PUBLIC = { purpose: "public" };
const HAS_BOTH = { ...PUBLIC, label: "a", ipamAddress: "10.0.0.1/24" };

test.each<[string, unknown[], string]>([
  ["four interfaces", [PUBLIC, vlan("a"), vlan("b"), vlan("c")], "interfaces"],
  ["no purpose", [{ label: "a" }], "[0].purpose"],
  ["an unknown purpose", [{ purpose: "vpc" }], "[0].purpose"],
  ["two public ones", [PUBLIC, PUBLIC], "[1].purpose"],
  ["a VLAN without a label", [{ purpose: "vlan" }, vlan("")], "[0].label, [1].label"],
  ["a label with a space", [vlan("a b")], "[0].label"],
  ["a label of 65 characters", [vlan("a".repeat(65))], "[0].label"],
  ["one VLAN twice", [vlan("a"), vlan("a")], "[1].label"],
  ["one address twice", [vlan("a", "10.0.0.1/24"), vlan("b", "10.0.0.1/24")], "[1].ipamAddress"],
  [
    "no prefix length, or an invalid one",
    [vlan("a", "10.0.0.1"), vlan("b", "10.0.0.1/33")],
    "[0].ipamAddress, [1].ipamAddress",
  ],
  ["an invalid address", [vlan("a", "10.0.0.256/24")], "[0].ipamAddress"],
  ["a public one with a label and an address", [HAS_BOTH], "[0].label, [0].ipamAddress"],
  ["an unknown field", [{ ...PUBLIC, address: "x" }], "[0].address"],
  [
    "a different problem each",
    [{ purpose: "vlan" }, { ...PUBLIC, label: "x" }, { purpose: "vpc" }],
    "[2].purpose, [0].label, [1].label",
  ],
  ["items of other types", [null, "x", vlan("")], "[0], [1], [2].label"],
  ["a public one with an invalid label", [{ ...PUBLIC, label: "a b" }], "[0].label, [0].label"],
  ["an unknown one", [MAYBE, { ...PUBLIC, label: "x" }], "[1].label"],
  ["unknown members", [{ purpose: MAYBE, label: "a" }, { purpose: "vlan", label: MAYBE }, vlan("")], "[2].label"],
  ["none", [], ""],
  ["two with addresses that are null", ["a", "b"].map((label) => ({ ...vlan(label), ipamAddress: null })), ""],
  ["a public one with empty members", [{ ...PUBLIC, label: "", ipamAddress: null }], ""],
  ["three", [PUBLIC, vlan("a", "10.0.0.1/24"), vlan("Back-2", "10.0.0.1/16")], ""],
])("interfaces, %s: rejected at %j", async (_, interfaces, rejected) => {
  expect((await places({ interfaces })).join(", ").replaceAll("interfaces[", "[")).toBe(rejected);
});
