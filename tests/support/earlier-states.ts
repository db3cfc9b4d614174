import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Emulator, EmulatorOptions } from "../../emulator/index";
import { must, repository, STACK } from "./engine-cli";
import type { EngineProject, StateResource } from "./engine-cli";
import { all, counted, domains, instances, privateImages } from "./engine-fixture";
import type { Counted, EngineFixture } from "./engine-fixture";
import { nameIn } from "./engine-preview";

/** Contains a folder for each version with what it wrote. */
const FOLDER = path.join(repository, "tests", "state-and-secrets", "earlier-states");

/** The config of a recording's program; the state contains it encrypted. */
export const SECRETS = { rootPass: "a long password", otherToken: "another-token", record: "a secret text" };

/** The phases of the program: with finished resources, with unfinished ones in addition, and with other inputs. */
export type Phase = "finished" | "all" | "changed";

/** The relevant parts of `pulumi stack export`. */
export interface Exported {
  readonly deployment: {
    /** When the state was last written. */
    readonly manifest: { readonly time: string };
    readonly resources: readonly StateResource[];
  };
}

/** The files of a version's recording. */
export function recordingOf(version: string) {
  const file = (name: string): string => path.join(FOLDER, version, name);
  return {
    program: file("program.js"),
    state: file("state.json"),
    /** The emulator's data file that belongs to the state. */
    service: file("service.jsonl"),
    /** What the version itself did when it continued from there. */
    deeds: file("deeds.json"),
  };
}

/** The recorded versions. */
export function recordedVersions(): string[] {
  const entries = readdirSync(FOLDER, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function exportedBy(version: string): Exported {
  return JSON.parse(readFileSync(recordingOf(version).state, "utf8")) as Exported;
}

/** An emulator that accepts the program's tokens, and stores its data in a file. */
export function serviceIn(dataFile: string, engine: EngineFixture, options: EmulatorOptions = {}): Promise<Emulator> {
  return engine.emulator({ dataFile, tokens: ["emulator-token", SECRETS.otherToken], ...options });
}

/** A project with an empty stack, the program of a version, and its requirements. */
export function projectOf(version: string, emulator: Emulator, engine: EngineFixture): EngineProject {
  const project = engine.projectWithPassphrase(emulator);
  copyFileSync(recordingOf(version).program, path.join(project.folder, "index.js"));
  writeFileSync(path.join(project.folder, "disk.img"), "the bytes of another disk\n");
  project.configureSecrets(SECRETS);
  return project;
}

export function enter(phase: Phase, project: EngineProject): void {
  project.configure({ phase: phase });
}

/** A write request. */
interface Write {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** What a version does with a recorded state. */
export type Deeds = ReturnType<typeof deedsOf>;

/** Continues from the state of a version: reads it, finishes what is unfinished, changes inputs, and destroys everything. */
export async function goOnFrom(version: string, engine: EngineFixture) {
  const { resources } = exportedBy(version).deployment;
  const unfinished = resources.map(({ urn }) => urn).filter((urn) => nameIn(urn).startsWith("unfinished-"));
  const emulator = await recordedService(version, engine);
  const project = projectOf(version, emulator, engine);
  const step = (run: () => ReturnType<typeof project.up>) => counted(emulator, () => must(run()));

  project.enterState(exportedBy(version).deployment);
  enter("all", project);
  const others = unfinished.flatMap((urn) => ["--exclude", urn]);
  const refreshed = await step(() =>
    project.run(["refresh", "--preview-only", "--expect-no-changes", "--stack", STACK, ...others]),
  );
  const previewed = await step(() => project.preview("--json"));
  const before = idsOf(project.resources());
  const finished = await step(() => project.up());
  const ids = { before, after: idsOf(project.resources()) };
  enter("changed", project);
  const changed = await step(() => project.up());
  const settled = await step(() => project.preview("--refresh", "--expect-no-changes"));
  const destroyed = await step(() => project.destroy());
  const left = { resources: project.resources(), objects: await objectsOf(emulator) };
  const names = unfinished.map(nameIn);
  return { unfinished: names, refreshed, previewed, finished, ids, changed, settled, destroyed, left };
}

export function deedsOf({ previewed, finished, changed, destroyed }: Awaited<ReturnType<typeof goOnFrom>>) {
  return {
    warned: warnedBy(previewed),
    finished: writesOf(finished),
    changed: writesOf(changed),
    destroyed: writesOf(destroyed),
  };
}

/** The emulator as it was when the state was written. Its clock shows that time, however long ago, and stands still. */
async function recordedService(version: string, engine: EngineFixture): Promise<Emulator> {
  const dataFile = path.join(engine.folder(), "service");
  copyFileSync(recordingOf(version).service, dataFile);
  const writtenAt = Date.parse(exportedBy(version).deployment.manifest.time);
  const today = jest.spyOn(Date, "now").mockReturnValue(writtenAt);
  try {
    return await serviceIn(dataFile, engine, { clock: "stepped" });
  } finally {
    today.mockRestore();
  }
}

/** Names of the resources that a `pulumi preview --json` warns about. */
export function warnedBy(preview: Counted): string[] {
  const { diagnostics = [] } = JSON.parse(preview.stdout) as { diagnostics?: { urn: string; severity: string }[] };
  const warnings = diagnostics.filter(({ severity }) => severity === "warning");
  return warnings.map(({ urn }) => nameIn(urn)).sort();
}

/** Sorted: concurrent requests arrive in any order. */
export function writesOf({ writes }: Counted): Write[] {
  const sent = writes.map(({ method, path: to, requestBody }): Write => {
    return requestBody === undefined ? { method, path: to } : { method, path: to, body: requestBody };
  });
  return sent.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

function idsOf(resources: readonly { readonly urn: string; readonly id?: string }[]): Record<string, string> {
  return Object.fromEntries(resources.map(({ urn, id = "" }) => [urn, id]));
}

async function objectsOf(emulator: Emulator): Promise<unknown[]> {
  const lists = [
    await instances(emulator),
    await domains(emulator),
    await all(emulator, "/databases/mongodb/instances"),
    await all(emulator, "/databases/mysql/instances"),
    await privateImages(emulator),
  ];
  return lists.flat();
}
