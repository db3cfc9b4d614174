import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startEmulator } from "../../emulator/index";
import type { Emulator, EmulatorOptions } from "../../emulator/index";
import { watchOperations } from "./engine-operations";
import { EngineProject, STACK } from "./engine-project";

/** A command takes seconds, and a story several commands. */
export const STORY_MS = 600_000;

export interface EngineFixture {
  /** A service in this process; its instances are ready at once unless the options say otherwise. */
  emulator(options?: EmulatorOptions): Promise<Emulator>;
  /** A project with an empty stack, whose environment points at the emulator; its state is in files unless the address says otherwise. */
  project(emulator: Emulator, backendUrl?: string): Promise<EngineProject>;
  /** A folder that goes away with the rest. */
  folder(): string;
}

/** Whatever a test file starts or writes through this is gone after its last test. */
export function engineFixture(): EngineFixture {
  const root = mkdtempSync(path.join(os.tmpdir(), "pulumi-compute-engine-"));
  const emulators: Emulator[] = [];
  const projects: EngineProject[] = [];
  let folders = 0;
  watchOperations(emulators);
  const folder = (): string => {
    const made = path.join(root, String(++folders));
    mkdirSync(made);
    return made;
  };

  afterAll(async () => {
    for (const project of projects) await project.stop();
    for (const emulator of emulators) await emulator.close();
    rmSync(root, { recursive: true, force: true });
  }, STORY_MS);

  return {
    folder,
    async emulator(options) {
      const emulator = await startEmulator({ provisionMs: 0, ...options });
      emulators.push(emulator);
      return emulator;
    },
    async project(emulator, backendUrl) {
      const project = new EngineProject(folder(), emulator, backendUrl);
      projects.push(project);
      if (backendUrl === undefined) project.initialise();
      else await project.must(["stack", "init", STACK]);
      return project;
    },
  };
}
