import { copyFileSync } from "node:fs";
import path from "node:path";
import type { Emulator } from "../../emulator/index";
import { enter, exportedBy, projectOf, recordingOf, serviceIn } from "./earlier-states";
import { must } from "./engine-cli";
import type { Counted, EngineFixture } from "./engine-fixture";
import { nameIn } from "./engine-preview";
import { STACK } from "./engine-project";
import { all, counted, domains, instances, privateImages } from "./engine-fixture";

/** A write request. */
interface Write {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** What a version does with a recorded state. */
export interface Deeds {
  /** Names of the resources that the first preview warns about. */
  readonly warned: readonly string[];
  readonly finished: readonly Write[];
  readonly changed: readonly Write[];
  readonly destroyed: readonly Write[];
}

/** The life of a recorded state with the current version. */
type Story = Awaited<ReturnType<typeof goOnFrom>>;

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

export function deedsOf({ previewed, finished, changed, destroyed }: Story): Deeds {
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
