import { settingsOf } from "../../cli/account/settings";
import { readOptions } from "../../cli/adopt/options";
import { accountSettings } from "../../cli/account/chosen";
import { UsageError } from "../../cli/terminal/command";
import { stackStateOf } from "../../cli/state/stack-state";
import { plainSpecimens } from "../kinds";
import { exportOf, shownSecret } from "../support/exported-stack";

test.each([
  [
    "all resource types except snapshots, each after those it may refer to",
    [],
    [...plainSpecimens.map(({ kind }) => kind), "MongoDatabaseBackup"].sort(),
  ],
  [
    "those in one --kind or several",
    ["--kind", "Domain, InstanceSnapshot", "--kind", "Image"],
    ["Domain", "Image", "InstanceSnapshot"],
  ],
  ["only a zone and its records with --zone", ["--zone", "a.example"], ["Domain", "DomainRecord"]],
  ["all but those in --exclude-kind", ["--zone", "a.example", "--exclude-kind", "Domain"], ["DomainRecord"]],
  ["those in --kind also with --zone", ["--zone", "a.example", "--kind", "Instance,Domain"], ["Domain", "Instance"]],
])("adopts %s", (_, args, kinds) => expect(readOptions(args).kinds.map(({ kind }) => kind)).toEqual(kinds));

test.each([
  [["--kind", "Machine"], "--kind: unknown resource type Machine. Valid types: Domain, DomainRecord,"],
  [["--records-as", "one"], "--records-as must be one of auto, records, set, not one"],
  [["--split", "kind"], "--split requires --into DIR"],
  [["--split", "size", "--into", "x"], "--split must be one of none, kind, tag"],
  [["--stack="], "--stack: the name is empty"],
  [["--stack", "dev", "--state", "x.json"], "Use either --stack or --state"],
])("rejects %j", (args, message) => {
  const read = () => readOptions(args);
  expect(read).toThrow(UsageError);
  expect(read).toThrow(message);
});

const DOMAIN = { kind: "Domain", name: "zone", id: "7", inputs: {}, outputs: {} };
const URL = "https://api.example.com/v4";
const resourcesOf = (provider: Record<string, unknown>) =>
  stackStateOf(exportOf([DOMAIN], { provider }), "dev").resources;
const OWN = resourcesOf({ "compute:url": URL, "compute:token": shownSecret("of the stack") });
const explicit = (token: string) =>
  resourcesOf({ "compute:explicit": "true", "compute:url": URL, "compute:token": shownSecret(token) });

const configured = {
  name: "default",
  inputs: { values: { "compute:url": URL }, secretNames: new Set<string>(), secrets: [] },
};

test.each<[string, Parameters<typeof accountSettings>[0], NodeJS.ProcessEnv, token: string]>([
  ["the stack's account when the environment sets none", { resources: OWN }, {}, "of the stack"],
  ["the account of an explicit provider", { resources: explicit("explicit") }, {}, "explicit"],
  ["the environment before the stack, whose URL remains", { resources: OWN }, { COMPUTE_TOKEN: "other" }, "other"],
  ["the configuration of a stack without resources", { resources: [], configured }, { COMPUTE_TOKEN: "mine" }, "mine"],
])("uses %s", (_, stack, environment, token) => {
  expect(accountSettings(stack, environment)).toMatchObject({ url: URL, token });
});

test("uses the account of a stack whose resources the native plugin manages", () => {
  const provider = { url: URL, token: shownSecret("native"), version: "0.1.0" };
  const own = (providerName: string) =>
    stackStateOf(exportOf([DOMAIN], { isNative: true, provider, providerName }), "dev").resources[0]?.provider;
  const environment = { COMPUTE_TOKEN: "other" };
  expect(settingsOf(own("default_0_1_0"), environment)).toMatchObject({ url: URL, token: "other" });
  expect(settingsOf(own("default_0_1_0"), {})).toMatchObject({ url: URL, token: "native" });
  expect(settingsOf(own("explicit"), environment)).toMatchObject({ url: URL, token: "native" });
  expect(settingsOf(own("default_eu"), environment)).toMatchObject({ url: URL, token: "native" });
});

test("fails without a token, or with several accounts to choose from", () => {
  expect(() => accountSettings({ resources: [] }, {})).toThrow("No access token. Set COMPUTE_TOKEN.");
  expect(() => accountSettings({ resources: [...explicit("one"), ...explicit("another")] }, {})).toThrow(
    /Set COMPUTE_TOKEN and COMPUTE_URL: the stacks use several accounts/,
  );
});
