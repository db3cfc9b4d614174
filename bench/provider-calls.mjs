import { createRequire } from "node:module";
import path from "node:path";

import { compiledFolder } from "../scripts/shared/paths.mjs";

const load = createRequire(path.join(compiledFolder, "/"));
const { realClock } = load("./provider/api/clock.js");
const { openCancellation } = load("./provider/plugin/cancellation.js");
const { handlersFor } = load("./provider/lifecycle/handlers.js");
const { openSession } = load("./provider/lifecycle/session.js");
const { journalOpener, stackJournals } = load("./provider/plugin/stack-journals.js");
const { definitionOf, kinds } = load("./provider/resources/registry.js");

/**
 * Handles the engine's calls as one process of the provider does: all of them share a connection. Resources are named by their label or name.
 * @param journals the folder of the journals; without it, none is kept
 */
export function openProvider({ url, token }, { clock = realClock, stack = "dev", journals } = {}) {
  const { signal } = openCancellation();
  const settings = () => ({ url, token, brand: "compute" });
  const journal = journals === undefined ? undefined : journalsIn(journals);
  const session = openSession({ settings, clock, signal, kinds, journal });
  const urnOf = (kind, name) => `urn:pulumi:${stack}::bench::pulumi-nodejs:dynamic/compute:${kind}::${name}`;
  const ignore = () => undefined;
  const on = (kind, name, work) => {
    const resource = { urn: urnOf(kind, name) };
    return session.operate({ resource, progress: ignore, info: ignore, warn: ignore }, (context) =>
      work(handlersFor(definitionOf(kind)), context),
    );
  };
  const withOptions = (kind, name, args) => ({ ...args, __options: { urn: urnOf(kind, name) } });
  return {
    /** What `pulumi up` does for a new resource. */
    create: (kind, name, args) =>
      on(kind, name, async (handlers, context) => {
        const { inputs, failures } = await handlers.check({}, withOptions(kind, name, args), context);
        if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("; "));
        return handlers.create(inputs, context);
      }),
    preview: (kind, name, recorded, args) =>
      on(kind, name, async (handlers, context) => {
        const { inputs } = await handlers.check({}, withOptions(kind, name, args), context);
        return handlers.diff(recorded, inputs, context);
      }),
    update: (kind, name, recorded, args) =>
      on(kind, name, (handlers, context) => handlers.update(recorded, withOptions(kind, name, args), context)),
    refresh: (kind, name, recorded) => on(kind, name, (handlers, context) => handlers.read(recorded, context)),
    remove: (kind, name, recorded) => on(kind, name, (handlers, context) => handlers.delete(recorded, context)),
    end: () => session.end({ progress: ignore, info: ignore, warn: ignore }),
  };
}

function journalsIn(folder) {
  const environment = {
    COMPUTE_JOURNAL: folder,
    PULUMI_BACKEND_URL: "file:///bench",
    COMPUTE_PENDING_OPERATIONS: "off",
  };
  const onProblem = (problem) => process.stderr.write(`${problem}\n`);
  return stackJournals(journalOpener({ project: folder, environment, readYaml: () => ({}), onProblem }));
}
