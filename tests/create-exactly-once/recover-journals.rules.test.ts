import { symlinkSync } from "node:fs";
import path from "node:path";
import { journalsOn } from "../../cli/recover/journals";
import type { Settings } from "../../provider/api/settings";
import { openJournal } from "../../provider/journal/file-journal";
import { journalDirectory } from "../../provider/plugin/journal-place";
import { repository } from "../support/engine-project";
import { temporaryFolder } from "../support/temporary-folder";

const SETTINGS: Settings = { url: "http://127.0.0.1:1/v4", brand: "compute", token: "t" };
const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:Domain::zone";
const fail = (message: string): never => {
  throw new Error(message);
};

/** A project with a journal in which an update of this backend noted a request. */
async function aProject(backend: string, yaml = "name: shop\n") {
  const directory = temporaryFolder({ "Pulumi.yaml": yaml });
  symlinkSync(path.join(repository, "node_modules"), path.join(directory, "node_modules"));
  const environment = { COMPUTE_JOURNAL: path.join(directory, "journal"), PULUMI_HOME: directory };
  const stack = { organization: "organization", project: "shop", stack: "dev" };
  const place = journalDirectory({ ...stack, settings: SETTINGS, backend }, environment) ?? fail("no journal");
  await openJournal(place, { onProblem: fail }).note({ urn, collection: "/domains", before: [], at: 1 });
  return { directory, environment };
}

test("finds the journal of the backend that a variable names", async () => {
  const { directory, environment } = await aProject("file:///a");
  const journals = journalsOn({
    directory,
    environment: { ...environment, PULUMI_BACKEND_URL: "file:///a" },
    onProblem: fail,
  });
  expect(journals({ urn }, SETTINGS).openIntents(urn)).toMatchObject([{ at: 1 }]);
  expect(journals({ urn }, { ...SETTINGS, url: "http://127.0.0.1:2/v4" }).openIntents(urn)).toEqual([]);
});

test("finds the journal of the backend that the project names", async () => {
  const { directory, environment } = await aProject("file:///b", "name: shop\nbackend:\n  url: file:///b\n");
  expect(journalsOn({ directory, environment, onProblem: fail })({ urn }, SETTINGS).openIntents(urn)).toMatchObject([
    { at: 1 },
  ]);
});

test("reports a project file from which the backend cannot be read", async () => {
  const { directory, environment } = await aProject("file:///b", "backend: [\n");
  const problems: string[] = [];
  const journals = journalsOn({ directory, environment, onProblem: (problem) => problems.push(problem) });
  expect(journals({ urn }, SETTINGS).openIntents(urn)).toEqual([]);
  expect(problems).toEqual([expect.stringContaining("The journal is not read: the state backend is unknown")]);
});

test("without a journal, nothing is found", () => {
  const journals = journalsOn({ directory: ".", environment: { COMPUTE_JOURNAL: "off" }, onProblem: fail });
  expect(journals({ urn }, SETTINGS).openIntents(urn)).toEqual([]);
});
