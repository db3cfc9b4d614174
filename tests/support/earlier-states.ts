import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Emulator, EmulatorOptions } from "../../emulator/index";
import type { EngineFixture } from "./engine-fixture";
import { repository } from "./engine-project";
import type { EngineProject, StateResource } from "./engine-project";

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

export function exportedBy(version: string): Exported {
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
