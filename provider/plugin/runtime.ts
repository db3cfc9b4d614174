import type * as pulumi from "@pulumi/pulumi";
import { cancellationSignal, onCancelCall, stayFor } from "./cancellation";
import { inParts } from "./detailed-diff";
import { connectEngineLog } from "./engine-log";
import { createHost } from "./host";
import { engineAddress, readYaml } from "./plugin-modules";
import { endProcess, processOptions } from "./process-options";
import { watchOutput } from "../shared/engine-watch";
import { resourceAt } from "../shared/loader";
import type { LoadedResource } from "../shared/loader";
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

/** What the loader text exports in the provider's process: a function that returns the provider of one resource. */
export function of(address: string): { readonly handler: () => pulumi.dynamic.ResourceProvider } {
  return { handler: () => providerOf(resourceAt(address)) };
}

/** What the loader texts of earlier versions call. */
export function handler(kind: string): pulumi.dynamic.ResourceProvider {
  return providerOf({ kind });
}

/** All resources in a process share one session. */
function providerOf(resource: LoadedResource): pulumi.dynamic.ResourceProvider {
  return {
    ...host(resource),
    // Synchronous, because the plugin handles other calls while it awaits a configure.
    configure: (request) => {
      config ??= request.config;
      return Promise.resolve();
    },
  };
}
