import { createRequire } from "node:module";
import path from "node:path";

/** Parses YAML as the project's SDK does, or, for a program in another language, that of this package. */
export function readYaml(project: string, text: string): unknown {
  const yaml = createRequire(sdkOf(project))("js-yaml") as {
    load(text: string, options: object): unknown;
    JSON_SCHEMA: unknown;
  };
  return yaml.load(text, { schema: yaml.JSON_SCHEMA });
}

function sdkOf(project: string): string {
  try {
    return createRequire(path.join(project, "package.json")).resolve("@pulumi/pulumi");
  } catch {
    return createRequire(__filename).resolve("@pulumi/pulumi");
  }
}
