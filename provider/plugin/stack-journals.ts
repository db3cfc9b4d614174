import { organizationOf } from "../lifecycle/state";
import type { Options } from "../lifecycle/state";
import type { Settings } from "../api/settings";
import { NO_JOURNAL } from "../journal/journal";
import type { Journal } from "../journal/journal";
import type { JournalOwner } from "./journal-place";

type Stack = Omit<JournalOwner, "settings" | "backend">;

export type OpenJournal = (stack: Stack, settings: Settings) => Journal;

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
