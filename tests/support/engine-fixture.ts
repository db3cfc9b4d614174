import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startEmulator } from "../../emulator/index";
import type { Emulator, EmulatorOptions } from "../../emulator/index";
import { startVault } from "./engine-keys";
import type { Vault } from "./engine-keys";
import { watchOperations } from "./engine-operations";
import { EngineProject, STACK } from "./engine-project";

/** A command takes seconds, and a story several commands. */
export const STORY_MS = 600_000;

export interface EngineFixture {
  /** An emulator in this process; its instances are ready at once by default. */
  emulator(options?: EmulatorOptions): Promise<Emulator>;
  /** An emulator, and a project whose environment points at it. */
  begin(options?: EmulatorOptions): Promise<{ emulator: Emulator; project: EngineProject }>;
  /** A project with an empty stack, whose environment points at the emulator; its state is in files, its secrets' key in a vault. */
  project(emulator: Emulator): Promise<EngineProject>;
  /** The same with a key that is derived from a passphrase. */
  projectWithPassphrase(emulator: Emulator): EngineProject;
  /** The same with another backend, as `pulumi stack init` creates it. */
  projectAt(backendUrl: string, emulator: Emulator): Promise<EngineProject>;
  /** A folder that is deleted with the rest. */
  folder(): string;
}

/** Everything that a test file starts or writes through this is removed after its last test. */
export function engineFixture(): EngineFixture {
  const emulators: Emulator[] = [];
  const projects: EngineProject[] = [];
  let vault: Vault | undefined;
  let root: string | undefined;
  let folders = 0;
  watchOperations(emulators);
  const folder = (): string => {
    // Created on first use: nothing would remove the folder of a skipped `describe`.
    root ??= mkdtempSync(path.join(os.tmpdir(), "pulumi-compute-engine-"));
    const made = path.join(root, String(++folders));
    mkdirSync(made);
    return made;
  };

  const added = (project: EngineProject): EngineProject => {
    projects.push(project);
    return project;
  };

  afterAll(async () => {
    for (const project of projects) await project.stop();
    for (const emulator of emulators) await emulator.close();
    vault?.close();
    if (root !== undefined) rmSync(root, { recursive: true, force: true });
  }, STORY_MS);

  const startedEmulator = async (options?: EmulatorOptions): Promise<Emulator> => {
    const emulator = await startEmulator({ provisionMs: 0, ...options });
    emulators.push(emulator);
    return emulator;
  };

  const projectWithVault = async (emulator: Emulator): Promise<EngineProject> => {
    vault ??= await startVault();
    const project = added(new EngineProject(folder(), emulator, { vault }));
    project.initialise();
    return project;
  };

  return {
    folder,
    emulator: startedEmulator,
    project: projectWithVault,
    async begin(options) {
      const emulator = await startedEmulator(options);
      return { emulator, project: await projectWithVault(emulator) };
    },
    projectWithPassphrase(emulator) {
      const project = added(new EngineProject(folder(), emulator));
      project.initialise();
      return project;
    },
    async projectAt(backendUrl, emulator) {
      const project = added(new EngineProject(folder(), emulator, { backendUrl }));
      await project.must(["stack", "init", STACK]);
      return project;
    },
  };
}

/** Runs the commands of a story once, before the tests of its `describe`. Then, the returned object has what they led to. */
export function engineStory<T extends object>(tell: (engine: EngineFixture) => Promise<T>): T {
  const engine = engineFixture();
  const story = {} as T;
  beforeAll(async () => void Object.assign(story, await tell(engine)), STORY_MS);
  return story;
}
