import { Journal } from "../../provider/journal/journal";
import type { Settings } from "../../provider/api/settings";
import { journalOpener, stackJournals } from "../../provider/plugin/stack-journals";
import os from "node:os";
import path from "node:path";
import { journalDirectory } from "../../provider/plugin/journal-place";
import { symlinkSync } from "node:fs";
import { journalsOf } from "../../cli/recover/command";
import { repository } from "../support/engine-cli";
import { temporaryFolder } from "../support/temporary-folder";

const SETTINGS: Settings = { url: "http://127.0.0.1:1/v4", brand: "compute", token: "t" };
const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:Domain::zone";

/** The journals of a process, and the stacks for which it opened one. */
function opened() {
  const stacks: unknown[] = [];
  const journalOf = stackJournals((stack) => {
    stacks.push(stack);
    return new Journal(undefined);
  });
  return { stacks, journalOf };
}

test.each([
  ["the resources of a stack share one journal", "acme", { urn: `${urn}-2`, organization: "acme" }],
  ["a state without an organization belongs to the default one", "organization", { urn }],
])("%s", (_, organization, other) => {
  const { stacks, journalOf } = opened();
  const journal = journalOf({ urn, organization }, SETTINGS);
  expect(journalOf(other, SETTINGS)).toBe(journal);
  expect(stacks).toEqual([{ organization, project: "shop", stack: "dev" }]);
});

test("a resource without a URN has no journal", () => {
  expect(opened().journalOf({}, SETTINGS)).toMatchObject({});
});

test("what a resource manages is known to the other processes of the run, also by the stack's former name", () => {
  const environment = { COMPUTE_JOURNAL: temporaryFolder(), PULUMI_BACKEND_URL: "file:///a" };
  const process = (run = "127.0.0.1:1") =>
    stackJournals(journalOpener({ project: "/", environment, readYaml: () => ({}), onProblem: fail, run }));
  const [one, two, later] = [process(), process(), process("127.0.0.1:2")];
  const renamed = { urn: urn.replace(":dev:", ":prod:") };
  one(renamed, SETTINGS).noteOwner({ urn: renamed.urn, keys: ["Domain 1"] });
  const owners = (of: typeof one, url = SETTINGS.url) =>
    of({ urn }, { ...SETTINGS, url }).ownersOf("Domain 1", undefined);
  expect(owners(two)).toMatchObject([renamed]);
  for (const none of [owners(one), owners(later), owners(two, "http://127.0.0.1:2/v4")]) expect(none).toEqual([]);
});

const OWNER = {
  organization: "acme",
  project: "shop",
  stack: "dev",
  settings: { url: "https://api.example.com/v4", brand: "compute" },
  backend: "file:///a",
};
const place = (environment: NodeJS.ProcessEnv = {}, platform?: NodeJS.Platform, owner = OWNER): string =>
  journalDirectory(owner, environment, platform) ?? "none";

test.each([
  ["linux", {}, path.join(os.homedir(), ".local", "state")],
  ["linux", { XDG_STATE_HOME: "/var/state" }, "/var/state"],
  ["linux", { XDG_STATE_HOME: "relative" }, path.join(os.homedir(), ".local", "state")],
  ["darwin", {}, path.join(os.homedir(), "Library", "Application Support")],
  ["win32", { LOCALAPPDATA: "/local" }, "/local"],
] as const)(
  "on %s with %o, the journal is in the platform's directory for such files",
  (platform, environment, base) => {
    const folder = place(environment, platform);
    expect(path.dirname(folder)).toBe(path.join(base, "pulumi-compute", "journal"));
    expect(path.basename(folder)).toMatch(/^shop-dev-[0-9a-f]{12}$/);
  },
);

test("COMPUTE_JOURNAL sets another directory or turns the journal off", () => {
  expect(path.dirname(place({ COMPUTE_JOURNAL: "/elsewhere" }))).toBe("/elsewhere");
  expect(place({ COMPUTE_JOURNAL: "off" })).toBe("none");
});

test.each([
  ["organization", { ...OWNER, organization: "other" }],
  ["project", { ...OWNER, project: "other" }],
  ["stack", { ...OWNER, stack: "other" }],
  ["backend", { ...OWNER, backend: "file:///b" }],
  ["API URL", { ...OWNER, settings: { ...OWNER.settings, url: "https://other.example.com/v4" } }],
])("a different %s has a different journal", (_, owner) => {
  expect(place({}, "linux", owner)).not.toBe(place({}, "linux"));
});

test("a user without a home directory has no journal unless a variable sets its directory", () => {
  const homeless = jest.spyOn(os, "homedir").mockImplementation(() => {
    throw new Error("no such user");
  });
  expect(place({}, "linux")).toBe("none");
  expect(place({ XDG_STATE_HOME: "/var/state" }, "linux")).toContain("/var/state/pulumi-compute/journal/");
  expect(path.dirname(place({ COMPUTE_JOURNAL: "/elsewhere" }, "linux"))).toBe("/elsewhere");
  homeless.mockRestore();
});

const AT = Date.now();
const fail = (message: string): never => {
  throw new Error(message);
};

/** A project with a journal in which an update of this backend noted a request. */
async function aProject(backend: string, yaml: string) {
  const directory = temporaryFolder({ "Pulumi.yaml": yaml });
  symlinkSync(path.join(repository, "node_modules"), path.join(directory, "node_modules"));
  const environment = { COMPUTE_JOURNAL: path.join(directory, "journal"), PULUMI_HOME: directory };
  const stack = { organization: "organization", project: "shop", stack: "dev" };
  const place = journalDirectory({ ...stack, settings: SETTINGS, backend }, environment) ?? fail("no journal");
  await new Journal(place, { onProblem: fail }).note({ urn, collection: "/domains", before: [], at: AT });
  return { directory, environment };
}

test.each([
  ["a variable", "name: shop\n", { PULUMI_BACKEND_URL: "file:///b" }],
  ["the project", "name: shop\nbackend:\n  url: file:///b\n", {}],
])("finds the journal of the backend that %s names", async (_, yaml, variables) => {
  const { directory, environment } = await aProject("file:///b", yaml);
  const journals = journalsOf(directory, { ...environment, ...variables }, fail);
  expect(journals({ urn }, SETTINGS).openIntents(urn)).toMatchObject([{ at: AT }]);
  expect(journals({ urn }, { ...SETTINGS, url: "http://127.0.0.1:2/v4" }).openIntents(urn)).toEqual([]);
});

test("reports a project file from which the backend cannot be read", async () => {
  const { directory, environment } = await aProject("file:///b", "backend: [\n");
  const problems: string[] = [];
  const journals = journalsOf(directory, environment, (problem) => problems.push(problem));
  expect(journals({ urn }, SETTINGS).openIntents(urn)).toEqual([]);
  expect(problems).toEqual([expect.stringContaining("No journal is kept: the state backend is unknown")]);
});

test("without a journal, nothing is found", () => {
  const journals = journalsOf(".", { COMPUTE_JOURNAL: "off" }, fail);
  expect(journals({ urn }, SETTINGS).openIntents(urn)).toEqual([]);
});
