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
])("cloneFrom with %s: refused at their paths, with the reason", async (_, args, expected) => {
  const failures = await failuresOf(args);
  expect(failures.map(({ property }) => property)).toEqual(expected);
  for (const { reason } of failures) expect(reason).toMatch(/^cannot be combined with cloneFrom: .*its source$/);
});

test.each<[string, Values, string[]]>([
  ["no source", { cloneFrom: {} }, ["cloneFrom.instanceId"]],
  ["a source that is null", { cloneFrom: { instanceId: null } }, ["cloneFrom.instanceId"]],
  ["a source that is no id", { cloneFrom: { instanceId: "web" } }, ["cloneFrom.instanceId"]],
  ["an id in the place of an object", { cloneFrom: 5 }, ["cloneFrom"]],
  ["disks that are none", { cloneFrom: { instanceId: 5, disks: [1, "x"] } }, ["cloneFrom.disks[1]"]],
  ["configs that are no array", { cloneFrom: { instanceId: 5, configs: 1 } }, ["cloneFrom.configs"]],
  ["a member that there is not", { cloneFrom: { instanceId: 5, label: "x" } }, ["cloneFrom.label"]],
  ["no configs, and a boot", { cloneFrom: { instanceId: 5, configs: [] }, booted: true }, ["booted"]],
  ["no configs, and interfaces", { cloneFrom: { instanceId: 5, configs: [] }, interfaces: [] }, ["interfaces"]],
  [
    "a wrong disk, no source and no configs",
    { cloneFrom: { disks: ["x"], configs: [] }, booted: true },
    ["cloneFrom.disks[0]", "cloneFrom.instanceId", "booted"],
  ],
  [
    "no configs, and wrong interfaces",
    { cloneFrom: { instanceId: 5, configs: [] }, interfaces: [{ purpose: "vpc" }] },
    ["interfaces[0].purpose", "interfaces"],
  ],
  ["two configs, and interfaces", { cloneFrom: { instanceId: 5, configs: [1, 2] }, interfaces: [] }, ["interfaces"]],
])("cloneFrom with %s: refused, with its path", async (_, args, expected) => {
  expect(await places(args)).toEqual(expected);
});

test.each<[string, Values]>([
  ["everything that an instance has beside its origin", { tags: [], booted: true, interfaces: [], swapSize: 1 }],
  ["a password of the user's own", { rootPass: "correct-horse" }],
  ["disks and a config", { cloneFrom: { instanceId: "5", disks: [1, "2"], configs: ["3"] }, interfaces: [] }],
  ["no configs", { cloneFrom: { instanceId: 5, configs: [], disks: null } }],
  ["a source that is not known yet", { cloneFrom: { instanceId: PULUMI_UNKNOWN } }],
  ["disks that are not known yet", { cloneFrom: { instanceId: 5, disks: PULUMI_UNKNOWN }, booted: true }],
])("cloneFrom with %s: accepted", async (_, args) => {
  expect(await places(args)).toEqual([]);
});

test("what is not known yet may turn out to be left out; a source that is an object does not", async () => {
  expect(await places({ image: PULUMI_UNKNOWN })).toEqual([]);
  expect(await places({ ...IMAGE, cloneFrom: PULUMI_UNKNOWN })).toEqual([]);
  expect(await places({ ...IMAGE, cloneFrom: { instanceId: PULUMI_UNKNOWN } })).toEqual(["image"]);
});

test("the name of a clone of what is not known yet is not known either", async () => {
  const args = { ...CLONE, cloneFrom: { instanceId: PULUMI_UNKNOWN }, ...optionsFor("Instance") };
  expect((await offlineHost("Instance").check({}, args)).inputs).toMatchObject({ label: PULUMI_UNKNOWN });
});
