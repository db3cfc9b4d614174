import type * as pulumi from "@pulumi/pulumi";
import { cancellationSignal, onCancelCall, stayFor } from "./cancellation";
import { inParts } from "./detailed-diff";
import { connectEngineLog } from "./engine-log";
import { createHost } from "./host";
import { engineAddress, readYaml } from "./plugin-modules";
import { endProcess, processOptions } from "./process-options";
import { watchOutput } from "../shared/engine-watch";
import { configReader, settingsFrom } from "../shared/process-settings";

let config: pulumi.dynamic.Config | undefined;

watchOutput([process.stdout, process.stderr], endProcess);

const host = createHost({
  ...processOptions({
    engine: engineAddress(),
    settings: () => settingsFrom(configReader(config), process.env),
    log: connectEngineLog(),
    readYaml,
  }),
  inParts: inParts(),
  signal: cancellationSignal(),
  onRunEnd: (listener) =>
    onCancelCall(() => {
      const work = listener();
      if (work) stayFor(work);
    }),
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
