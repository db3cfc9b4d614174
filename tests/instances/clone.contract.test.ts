import type { Values } from "../../provider/definition/values";
import { PULUMI_UNKNOWN } from "../../provider/shared/boundary";
import { offlineHost, optionsFor } from "../support/contract";

const CLONE = { region: "us-east", type: "g6-nanode-1", cloneFrom: { instanceId: 5 } };
const IMAGE = { image: "compute/debian11", rootPass: "correct-horse" };

async function failuresOf(args: Values): Promise<{ property: string; reason: string }[]> {
  const { failures = [] } = await offlineHost("Instance").check({}, { ...CLONE, ...args, ...optionsFor("Instance") });
  return failures;
}
const places = async (args: Values): Promise<string[]> => (await failuresOf(args)).map(({ property }) => property);

test.each<[string, Values, string[]]>([
  ["an image", IMAGE, ["image"]],
  ["a StackScript", { stackscriptId: 9001 }, ["stackscriptId"]],
  ["a StackScript with its image", { ...IMAGE, stackscriptId: 9001 }, ["image", "stackscriptId"]],
  ["a backup", { backupId: 1 }, ["backupId"]],
  ["keys", { authorizedKeys: ["ssh-rsa A a@b"], authorizedUsers: ["alice"] }, ["authorizedKeys", "authorizedUsers"]],
])("rejects cloneFrom with %s, with the paths and the reason", async (_, args, expected) => {
  const failures = await failuresOf(args);
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
  expect(await places(args)).toEqual(expected);
});

test.each<[string, Values]>([
  ["all inputs of an instance besides its origin", { tags: [], booted: true, interfaces: [], swapSize: 1 }],
  ["a declared password", { rootPass: "correct-horse" }],
  ["disks and a config", { cloneFrom: { instanceId: "5", disks: [1, "2"], configs: ["3"] }, interfaces: [] }],
  ["no configs", { cloneFrom: { instanceId: 5, configs: [], disks: null } }],
  ["an unknown source", { cloneFrom: { instanceId: PULUMI_UNKNOWN } }],
  ["unknown disks", { cloneFrom: { instanceId: 5, disks: PULUMI_UNKNOWN }, booted: true }],
])("accepts cloneFrom with %s", async (_, args) => {
  expect(await places(args)).toEqual([]);
});

test("accepts an unknown origin, which may turn out to be missing, but not a source with an unknown ID", async () => {
  expect(await places({ image: PULUMI_UNKNOWN })).toEqual([]);
  expect(await places({ ...IMAGE, cloneFrom: PULUMI_UNKNOWN })).toEqual([]);
  expect(await places({ ...IMAGE, cloneFrom: { instanceId: PULUMI_UNKNOWN } })).toEqual(["image"]);
});

test("the label of a clone is unknown while its source is", async () => {
  const args = { ...CLONE, cloneFrom: { instanceId: PULUMI_UNKNOWN }, ...optionsFor("Instance") };
  expect((await offlineHost("Instance").check({}, args)).inputs).toMatchObject({ label: PULUMI_UNKNOWN });
});
