import { createRequire } from "node:module";

/**
 * A module of the `@pulumi/pulumi` that the provider's process itself runs from: the one whose objects the engine talks to.
 * These modules are no public interface, so that whoever uses one must do without it when it is not there.
 */
export function pluginModule(path: string): unknown {
  const script = process.argv[1];
  if (script === undefined || !script.includes("dynamic-provider")) return undefined;
  try {
    return createRequire(script)(path);
  } catch {
    return undefined;
  }
}
