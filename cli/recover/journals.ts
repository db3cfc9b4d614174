import { createRequire } from "node:module";
import path from "node:path";
import { NO_JOURNAL } from "../../provider/journal/journal";
import { openJournal } from "../../provider/journal/file-journal";
import type { SessionOptions } from "../../provider/lifecycle/session";
import { backendOf, UnknownBackendError } from "../../provider/plugin/backend";
import { accountOf, journalDirectory } from "../../provider/plugin/journal-place";
import { stackJournals } from "../../provider/plugin/stack-journals";

/** The journals that updates of the project in this directory keep on this machine. Reading them writes nothing. */
export function journalsOf(
  directory: string,
  environment: NodeJS.ProcessEnv,
  onProblem: (message: string) => void,
): NonNullable<SessionOptions["journal"]> {
  const project = path.resolve(directory);
  return stackJournals((stack, settings) => {
    try {
      const backend = backendOf(environment, project, (text) => readYaml(project, text));
      const place = journalDirectory({ ...stack, settings, backend }, environment);
      return place === undefined ? NO_JOURNAL : openJournal(place, { onProblem, account: accountOf(settings) });
    } catch (error) {
      if (!(error instanceof UnknownBackendError)) throw error;
      onProblem(`The journal is not read: the state backend is unknown, because ${error.message}.`);
      return NO_JOURNAL;
    }
  });
}

/** Parses YAML as the project's SDK does. */
function readYaml(project: string, text: string): unknown {
  const sdk = createRequire(path.join(project, "package.json")).resolve("@pulumi/pulumi");
  const yaml = createRequire(sdk)("js-yaml") as { load(text: string, options: object): unknown; JSON_SCHEMA: unknown };
  return yaml.load(text, { schema: yaml.JSON_SCHEMA });
}
