import type * as pulumi from "@pulumi/pulumi";
import { realClock } from "../api/clock";
import { cancellationSignal } from "./cancellation";
import { inParts } from "./detailed-diff";
import { connectEngineLog, isWatched } from "./engine-log";
import { createHost } from "./host";
import { configReader, settingsFrom } from "./process-settings";

let config: pulumi.dynamic.Config | undefined;

const host = createHost({
  settings: () => settingsFrom(configReader(config), process.env),
  clock: realClock,
  log: connectEngineLog(),
  inParts: inParts(),
  signal: cancellationSignal(),
  watched: isWatched(),
});

/**
 * What the loader text asks for in the provider's process: the handlers of one resource kind. All kinds of a process share
 * one client and one memory.
 */
export function handler(kind: string): pulumi.dynamic.ResourceProvider {
  return {
    ...host(kind),
    // Synchronous up to its end: the plugin lets other calls through while a configure is awaited.
    configure: (request) => {
      config ??= request.config;
      return Promise.resolve();
    },
  };
}
