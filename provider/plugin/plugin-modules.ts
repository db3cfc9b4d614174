import { createRequire } from "node:module";

/**
 * A module of the `@pulumi/pulumi` that the provider's process itself runs from: the one whose objects the engine talks to.
 * These modules are no public interface, so that whoever uses one must do without it when it is not there.
 */
export function pluginModule(path: string): unknown {
  const script = pluginScript();
  if (script === undefined) return undefined;
  try {
    return createRequire(script)(path);
  } catch {
    return undefined;
  }
}

/** Where the engine listens, for the process that it has started as a plugin: the last argument. */
export function engineAddress(): string | undefined {
  const address = pluginScript() === undefined ? undefined : process.argv.at(-1);
  return address !== undefined && /^[^/]+:\d+$/.test(address) ? address : undefined;
}

function pluginScript(): string | undefined {
  const script = process.argv[1];
  return script?.includes("dynamic-provider") ? script : undefined;
}
