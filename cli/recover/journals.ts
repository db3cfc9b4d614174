import { createRequire } from "node:module";
import path from "node:path";
import type { SessionOptions } from "../../provider/lifecycle/session";
import { journalOpener, stackJournals } from "../../provider/plugin/stack-journals";

/** The journals that updates of the project in this directory keep on this machine. Reading them writes nothing. */
export function journalsOf(
  directory: string,
  environment: NodeJS.ProcessEnv,
  onProblem: (message: string) => void,
): NonNullable<SessionOptions["journal"]> {
  const project = path.resolve(directory);
  const readOwnYaml = (text: string): unknown => readYaml(project, text);
  return stackJournals(journalOpener({ project, environment, readYaml: readOwnYaml, onProblem }));
}

/** Parses YAML as the project's SDK does. */
function readYaml(project: string, text: string): unknown {
  const sdk = createRequire(path.join(project, "package.json")).resolve("@pulumi/pulumi");
  const yaml = createRequire(sdk)("js-yaml") as { load(text: string, options: object): unknown; JSON_SCHEMA: unknown };
  return yaml.load(text, { schema: yaml.JSON_SCHEMA });
}
