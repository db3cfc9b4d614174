import path from "node:path";
import type { SessionOptions } from "../../provider/lifecycle/session";
import { journalOpener, stackJournals } from "../../provider/plugin/stack-journals";
import { readYaml } from "../state/yaml";

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
