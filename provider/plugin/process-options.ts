import type { Settings } from "../api/settings";
import { realClock } from "../api/clock";
import { watchEngine } from "../shared/engine-watch";
import type { ReadYaml } from "./backend";
import type { ProcessOptions } from "./calls";
import { isWatched } from "./engine-log";
import type { EngineLog } from "./engine-log";
import { journalOpener } from "./stack-journals";

interface Process {
  /** The address of the engine that started this process, if it is known. */
  readonly engine: string | undefined;
  readonly onEngineExit?: () => void;
  readonly settings: () => Settings;
  readonly log: EngineLog;
  readonly readYaml: ReadYaml;
}

/** Exits because operations in progress can no longer report a result, and queued requests would be sent during the next update. */
export const endProcess = (): never => process.exit(1);

/** The options of this process, except how it learns that a run ends or is cancelled. */
export function processOptions({
  engine,
  onEngineExit = endProcess,
  settings,
  log,
  readYaml,
}: Process): Omit<ProcessOptions, "signal" | "onRunEnd"> {
  return {
    settings,
    clock: realClock,
    log,
    watched: isWatched(),
    journal: journalOpener({
      project: process.cwd(),
      environment: process.env,
      readYaml,
      onProblem: (problem) => log.warn(undefined, problem),
      run: engine,
    }),
    mayWrite: engine === undefined ? undefined : watchEngine(engine, onEngineExit),
  };
}
