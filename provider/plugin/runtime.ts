import type * as pulumi from "@pulumi/pulumi";
import { realClock } from "../api/clock";
import { NO_JOURNAL } from "../journal/journal";
import { keepJournal } from "../journal/kept-journal";
import { cancellationSignal, onCancelCall } from "./cancellation";
import { inParts } from "./detailed-diff";
import { connectEngineLog, isWatched } from "./engine-log";
import { watchEngine } from "./engine-watch";
import { createHost } from "./host";
import { journalFolder } from "./journal-place";
import { engineAddress } from "./plugin-modules";
import { configReader, settingsFrom } from "../shared/process-settings";

let config: pulumi.dynamic.Config | undefined;

const log = connectEngineLog();
const engine = engineAddress();

const host = createHost({
  settings: () => settingsFrom(configReader(config), process.env),
  clock: realClock,
  log,
  inParts: inParts(),
  signal: cancellationSignal(),
  watched: isWatched(),
  journal: (stack, settings) => {
    const folder = journalFolder({ ...stack, settings }, process.env);
    return folder === undefined ? NO_JOURNAL : keepJournal(folder, (problem) => log.warn(undefined, problem));
  },
  onRunEnd: onCancelCall,
  // Operations under way then have no one to report to, and waiting requests would be sent during the next run.
  mayWrite: engine === undefined ? undefined : watchEngine(engine, () => process.exit(1)),
});

/**
 * What the loader text calls in the provider's process: returns the handlers of one resource kind. All kinds of a process share
 * one client and one memory.
 */
export function handler(kind: string): pulumi.dynamic.ResourceProvider {
  return {
    ...host(kind),
    // Synchronous, because the plugin lets other calls through while a configure is awaited.
    configure: (request) => {
      config ??= request.config;
      return Promise.resolve();
    },
  };
}
