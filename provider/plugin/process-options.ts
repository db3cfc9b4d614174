import type { Settings } from "../api/settings";
import { realClock } from "../api/clock";
import { openJournal } from "../journal/file-journal";
import { NO_JOURNAL } from "../journal/journal";
import { watchEngine } from "../shared/engine-watch";
import { backendOf, UnknownBackendError } from "./backend";
import type { ReadYaml } from "./backend";
import type { ProcessOptions } from "./calls";
import { isWatched } from "./engine-log";
import type { EngineLog } from "./engine-log";
import { accountOf, journalDirectory } from "./journal-place";

interface Process {
  /** The address of the engine that started this process, if it is known. */
  readonly engine: string | undefined;
  readonly settings: () => Settings;
  readonly log: EngineLog;
  readonly readYaml: ReadYaml;
}

/** Exits because operations in progress can no longer report a result, and queued requests would be sent during the next update. */
export const endProcess = (): never => process.exit(1);

/** The options of this process, except how it learns that a run ends or is cancelled. */
export function processOptions({
  engine,
  settings,
  log,
  readYaml,
}: Process): Omit<ProcessOptions, "signal" | "onRunEnd"> {
  return {
    settings,
    clock: realClock,
    log,
    watched: isWatched(),
    journal: (stack, settings) => {
      const warn = (problem: string): void => log.warn(undefined, problem);
      try {
        const backend = backendOf(process.env, process.cwd(), readYaml);
        const directory = journalDirectory({ ...stack, settings, backend }, process.env);
        return directory === undefined
          ? NO_JOURNAL
          : openJournal(directory, { onProblem: warn, account: accountOf(settings), run: engine });
      } catch (error) {
        if (!(error instanceof UnknownBackendError)) throw error;
        warn(
          `No journal is kept: the state backend is unknown, because ${error.message}. Fix the file or set PULUMI_BACKEND_URL. ` +
            "Without a journal, the next update may duplicate resources that an interrupted update was creating.",
        );
        return NO_JOURNAL;
      }
    },
    mayWrite: engine === undefined ? undefined : watchEngine(engine, endProcess),
  };
}
