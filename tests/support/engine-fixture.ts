import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startEmulator } from "../../emulator/index";
import type { Emulator, EmulatorOptions } from "../../emulator/index";
import { startVault } from "./engine-keys";
import type { Vault } from "./engine-keys";
import { watchOperations } from "./engine-operations";
import { EngineProject, STACK } from "./engine-project";
import type { ProjectOptions } from "./engine-project";

/** A command takes seconds, and a story several commands. */
export const STORY_MS = 600_000;

export type EngineFixture = ReturnType<typeof engineFixture>;

/** Everything that a test file starts or writes through this is removed after its last test. */
export function engineFixture() {
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
  const madeProject = (emulator: Emulator, options: ProjectOptions = {}): EngineProject => {
    const project = new EngineProject(folder(), emulator, options);
    projects.push(project);
    if (options.backendUrl === undefined) project.initialise();
    return project;
  };
  const projectWithVault = async (emulator: Emulator): Promise<EngineProject> => {
    vault ??= await startVault();
    return madeProject(emulator, { vault });
  };

  return {
    /** A folder that is deleted with the rest. */
    folder,
    /** An emulator in this process; its instances are ready at once by default. */
    emulator: startedEmulator,
    /** A project with an empty stack, whose environment points at the emulator; its state is in files, its secrets' key in a vault. */
    project: projectWithVault,
    /** An emulator, and a project whose environment points at it. */
    async begin(options?: EmulatorOptions): Promise<{ emulator: Emulator; project: EngineProject }> {
      const emulator = await startedEmulator(options);
      return { emulator, project: await projectWithVault(emulator) };
    },
    /** A project with a key that is derived from a passphrase. */
    projectWithPassphrase: (emulator: Emulator) => madeProject(emulator),
    /** The same with another backend, as `pulumi stack init` creates it. */
    async projectAt(backendUrl: string, emulator: Emulator): Promise<EngineProject> {
      const project = madeProject(emulator, { backendUrl });
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
