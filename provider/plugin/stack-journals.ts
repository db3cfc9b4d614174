import { organizationOf } from "../lifecycle/state";
import type { Options } from "../lifecycle/state";
import type { Settings } from "../api/settings";
import { NO_JOURNAL } from "../journal/journal";
import { openJournal } from "../journal/file-journal";
import type { Journal } from "../journal/journal";
import { backendOf, UnknownBackendError } from "./backend";
import type { ReadYaml } from "./backend";
import { accountOf, journalDirectory } from "./journal-place";
import { notesOfOthers } from "./renamed-stacks";
import type { Stack } from "./renamed-stacks";

export type OpenJournal = (stack: Stack, settings: Settings) => Journal;

interface JournalStack {
  /** The project's directory. */
  readonly project: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly readYaml: ReadYaml;
  readonly onProblem: (message: string) => void;
  /** The same for all processes of one run. */
  readonly run?: string | undefined;
}

/** Opens a stack's journal, whose place the settings and the state backend determine. */
export function journalOpener({ project, environment, readYaml, onProblem, run }: JournalStack): OpenJournal {
  return (stack, settings) => {
    try {
      const backend = backendOf(environment, project, readYaml);
      const placeOf = (of: Stack): string | undefined => journalDirectory({ ...of, settings, backend }, environment);
      const directory = placeOf(stack);
      if (directory === undefined) return NO_JOURNAL;
      const inherited = () => notesOfOthers(stack, directory, placeOf);
      return openJournal(directory, { onProblem, account: accountOf(settings), run, inherited });
    } catch (error) {
      if (!(error instanceof UnknownBackendError)) throw error;
      onProblem(
        `No journal is kept: the state backend is unknown, because ${error.message}. Fix the file or set PULUMI_BACKEND_URL. ` +
          "Without a journal, the next update may duplicate resources that an interrupted update was creating.",
      );
      return NO_JOURNAL;
    }
  };
}

/** Opens one journal for each stack and account that the process works for; a resource gets that of its own stack. */
export function stackJournals(open: OpenJournal): (resource: Options, settings: Settings) => Journal {
  const journals = new Map<string, Journal>();
  return (resource, settings) => {
    const [, stack, project] = /^urn:pulumi:([^:]*)::([^:]*)::/.exec(resource.urn ?? "") ?? [];
    if (stack === undefined || project === undefined) return NO_JOURNAL;
    const organization = organizationOf(resource);
    const key = JSON.stringify([organization, project, stack, settings]);
    const journal = journals.get(key) ?? open({ organization, project, stack }, settings);
    journals.set(key, journal);
    return journal;
  };
}
