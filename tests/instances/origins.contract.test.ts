import type { Values } from "../../provider/definition/values";
import { PULUMI_UNKNOWN } from "../../provider/shared/boundary";
import { offlineHost, optionsFor } from "../support/contract";

const EMPTY = { region: "us-east", type: "g6-nanode-1" };
const IMAGE = { image: "compute/debian11", rootPass: "correct-horse" };
const vlan = (label: string, ipamAddress?: string): Values => ({ purpose: "vlan", label, ipamAddress });

async function places(args: Values, options: Values = {}): Promise<string[]> {
  const { failures = [] } = await offlineHost("Instance").check(
    {},
    { ...EMPTY, ...args, ...optionsFor("Instance", options) },
  );
  return failures.map(({ property }) => property);
}

test.each<[string, Values, string[]]>([
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
])("accepts %s", async (_, args) => {
  expect(await places(args)).toEqual([]);
});

test("accepts an unknown origin, which may turn out to be missing", async () => {
  expect(await places({ ...IMAGE, backupId: PULUMI_UNKNOWN })).toEqual([]);
  expect(await places({ backupId: 1, image: PULUMI_UNKNOWN })).toEqual([]);
});

test("an imported instance may have any origin, which is unknown", async () => {
  expect(await places({ ...IMAGE }, { import: "5" })).toEqual([]);
  expect(await places({ image: IMAGE.image }, { import: "5" })).toEqual([]);
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
