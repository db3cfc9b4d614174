import type * as pulumi from "@pulumi/pulumi";
import { realClock } from "../api/clock";
import { NO_JOURNAL } from "../journal/journal";
import { openJournal } from "../journal/file-journal";
import { backendOf, UnknownBackendError } from "./backend";
import { cancellationSignal, onCancelCall, stayFor } from "./cancellation";
import { inParts } from "./detailed-diff";
import { connectEngineLog, isWatched } from "./engine-log";
import { createHost } from "./host";
import { accountOf, journalDirectory } from "./journal-place";
import { engineAddress, readYaml } from "./plugin-modules";
import { watchEngine, watchOutput } from "../shared/engine-watch";
import { configReader, settingsFrom } from "../shared/process-settings";

let config: pulumi.dynamic.Config | undefined;

const log = connectEngineLog();
const engine = engineAddress();
/** Exits because operations in progress can no longer report a result, and queued requests would be sent during the next update. */
const endProcess = (): never => process.exit(1);

watchOutput([process.stdout, process.stderr], endProcess);

const host = createHost({
  settings: () => settingsFrom(configReader(config), process.env),
  clock: realClock,
  log,
  inParts: inParts(),
  signal: cancellationSignal(),
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
  onRunEnd: (listener) =>
    onCancelCall(() => {
      const work = listener();
      if (work) stayFor(work);
    }),
  mayWrite: engine === undefined ? undefined : watchEngine(engine, endProcess),
});

/**
 * What the loader text calls in the provider's process: returns the provider of one resource type. All resource types in a process
 * share one session.
 */
export function handler(kind: string): pulumi.dynamic.ResourceProvider {
  return {
    ...host(kind),
    // Synchronous, because the plugin handles other calls while it awaits a configure.
    configure: (request) => {
      config ??= request.config;
      return Promise.resolve();
    },
  };
}
