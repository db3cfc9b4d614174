import { createRequire } from "node:module";

/**
 * A module of the copy of `@pulumi/pulumi` that the provider's process itself runs from, which is the one that talks to the engine.
 * These modules are not a public interface, so callers must work without them.
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

/**
 * Parses YAML as the SDK does.
 * @throws Error for invalid YAML
 */
export function readYaml(text: string): unknown {
  const yaml = pluginModule("js-yaml") as
    { load(text: string, options: object): unknown; JSON_SCHEMA: unknown } | undefined;
  if (!yaml) throw new Error("this version of the Pulumi SDK cannot read YAML");
  return yaml.load(text, { schema: yaml.JSON_SCHEMA });
}

/** The address of the engine that started this plugin: the last argument. */
export function engineAddress(): string | undefined {
  const address = pluginScript() === undefined ? undefined : process.argv.at(-1);
  return address !== undefined && /^[^/]+:\d+$/.test(address) ? address : undefined;
}

function pluginScript(): string | undefined {
  const script = process.argv[1];
  return script?.includes("dynamic-provider") ? script : undefined;
}
