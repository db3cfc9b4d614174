import { JournalFiles } from "../journal/files";
import { Journal } from "../journal/journal";
import { organizationOf } from "../lifecycle/state";
import type { Options } from "../lifecycle/state";
import type { Settings } from "../api/settings";
import type { StackInState } from "../journal/intent";
import { backendOf, UnknownBackendError } from "./backend";
import type { ReadYaml } from "./backend";
import { accountOf, journalDirectory } from "./journal-place";
import type { Stack } from "./journal-place";
import { readStack } from "./stack-in-state";
import type { StackToRead } from "./stack-in-state";

interface StackOfCommand extends Stack {
  /** As in `Options`: without a state, there is none to read. */
  readonly command?: string | undefined;
}

export type OpenJournal = (stack: StackOfCommand, settings: Settings) => Journal;

interface JournalStack extends StackToRead {
  readonly readYaml: ReadYaml;
  /** The same for all processes of one run. */
  readonly run?: string | undefined;
}

/** Opens a stack's journal, whose place the settings and the state backend determine. */
export function journalOpener({ project, environment, readYaml, onProblem, run }: JournalStack): OpenJournal {
  const backendOfProject = (): string | undefined => {
    try {
      return backendOf(environment, project, readYaml);
    } catch (error) {
      if (!(error instanceof UnknownBackendError)) throw error;
      onProblem(
        `No journal is kept: the state backend is unknown, because ${error.message}. Fix the file or set PULUMI_BACKEND_URL. ` +
          "Without a journal, the next update may duplicate resources that an interrupted update was creating.",
      );
      return undefined;
    }
  };
  const runs = new Map<string, JournalFiles>();
  /** Of a run at this API: elsewhere, the same IDs are other objects. */
  const filesOfRun = (directory: string, { url, brand }: Settings): JournalFiles => {
    const key = JSON.stringify([run, url, brand]);
    const files = runs.get(key) ?? JournalFiles.ofRun(directory, key);
    runs.set(key, files);
    return files;
  };
  return (stack, settings) => {
    const backend = backendOfProject();
    const directory =
      backend === undefined ? undefined : journalDirectory({ ...stack, settings, backend }, environment);
    const { command } = stack;
    const read = (): Promise<StackInState | undefined> => readStack(stack, { project, environment, onProblem });
    const known = command === undefined ? { readStack: read } : { command };
    const ofRun = directory === undefined || run === undefined ? undefined : filesOfRun(directory, settings);
    return new Journal(directory, { onProblem, account: accountOf(settings), run, ofRun, ...known });
  };
}

/** Opens one journal for each stack and account that the process works for; a resource gets that of its own stack. */
export function stackJournals(open: OpenJournal): (resource: Options, settings: Settings) => Journal {
  const journals = new Map<string, Journal>();
  const ofNoStack = new Journal(undefined);
  return (resource, settings) => {
    const [, stack, project] = /^urn:pulumi:([^:]*)::([^:]*)::/.exec(resource.urn ?? "") ?? [];
    if (stack === undefined || project === undefined) return ofNoStack;
    const organization = organizationOf(resource);
    const { command } = resource;
    const key = JSON.stringify([organization, project, stack, command, settings]);
    const journal = journals.get(key) ?? open({ organization, project, stack, command }, settings);
    journals.set(key, journal);
    return journal;
  };
}
