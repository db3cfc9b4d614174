import { createRequire } from "node:module";
import path from "node:path";

import { projectFolder } from "../scripts/shared/paths.mjs";

const load = createRequire(path.join(projectFolder, "dist", "/"));
const { realClock } = load("./provider/api/clock.js");
const { handlersFor } = load("./provider/lifecycle/handlers.js");
const { openSession } = load("./provider/lifecycle/session.js");
const { definitionOf, kinds } = load("./provider/resources/registry.js");

/** Handles the engine's calls as one process of the provider does: all of them share a connection. Resources are named by their label or name. */
export function openProvider({ url, token }, clock = realClock) {
  const { signal } = new globalThis.AbortController();
  const session = openSession({ settings: () => ({ url, token, brand: "compute" }), clock, signal, kinds });
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
    update: (kind, name, recorded, args) =>
      on(kind, name, (handlers, context) => handlers.update(recorded, withOptions(kind, name, args), context)),
    refresh: (kind, name, recorded) => on(kind, name, (handlers, context) => handlers.read(recorded, context)),
  };
}

function urnOf(kind, name) {
  return `urn:pulumi:dev::bench::pulumi-nodejs:dynamic/compute:${kind}::${name}`;
}
