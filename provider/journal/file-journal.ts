import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { AGES } from "./ages";
import { createAppender } from "./appender";
import { filesInUse, linesIn, makeDirectory, newFilePath, readFiles, removeFile } from "./files";
import type { ProcessFile } from "./files";
import { belongsTo, Entries, isExpected, isUnrecorded, mistakableAmong, newEntry, progressOf } from "./entries";
import type { Entry } from "./entries";
import type { Intent, Journal, JournalResource, Noted, Owner } from "./journal";
import { byIntent, changesOf, entriesIn, formatLine, linesOf, seenIn } from "./lines";
import type { Line, OwnedLine } from "./lines";

/** What another process left in the journal. */
interface Run {
  readonly file: ProcessFile;
  readonly entries: readonly Entry[];
}

/** More files of earlier runs are merged. A run that creates something leaves one, until a later run finds the result in state. */
const MAX_FILES = 4;

/** Maximum number of damaged lines that a warning lists. */
const MAX_NUMBERS = 10;

export interface JournalOptions {
  /** Called once if the journal cannot be read or written, after which the run continues without one; and for each damaged file. */
  readonly onProblem: (message: string) => void;
  /** Distinguishes accounts of the same API, which do not show each other's resources. */
  readonly account?: string | undefined;
  /** The same for all processes of one run. */
  readonly run?: string | undefined;
}

/**
 * The journal in the directory of one stack. Each process appends to its own file. When a run ends cleanly, it removes the intents whose
 * results it has found in state or that led to nothing, and moves what it keeps of other files into its own.
 */
export function openJournal(directory: string, options: JournalOptions): Journal {
  const { onProblem, account, run = String(process.pid) } = options;
  const file = newFilePath(directory);
  const appender = createAppender(file);
  const own = new Entries();
  let inOwnFile: Entry[] = [];
  let earlier: readonly Run[] | undefined;
  let ofEarlier = new Entries();
  let isMistakable = mistakableAmong([]);
  /** Resources in state that could be mistaken for the result of a request, and that no intent explains. */
  const foundInState: Entry[] = [];
  /** This process's file has lines about entries in other files, so it must be kept. */
  let isNeeded = false;
  /** Seen entries that the other processes of the run have not been notified of yet. */
  const unannounced: Entry[] = [];
  let isBroken = false;
  const owners = new Map<string, { readonly size: number; readonly lines: OwnedLine[] }>();

  function earlierRuns(): readonly Run[] {
    if (earlier) return earlier;
    try {
      const files = readFiles(directory);
      const all = byIntent(files.flatMap(({ lines }) => lines));
      earlier = files.map((each) => ({ file: each, entries: entriesIn(each.lines, all) }));
      const entries = earlier.flatMap((run) => run.entries);
      ofEarlier = new Entries(entries.sort((one, other) => one.at - other.at));
      isMistakable = mistakableAmong(entries);
      for (const { path, damaged } of files) if (damaged.length > 0) onProblem(damagedFile(path, damaged));
    } catch (error) {
      earlier ??= [];
      continueWithout("read", error);
    }
    return earlier;
  }

  function earlierEntries(): Entries {
    earlierRuns();
    return ofEarlier;
  }

  function intentsThatCreated(collection: string, id: string): Entry[] {
    return [earlierEntries(), own].flatMap((entries) => entries.thatCreated(collection, id));
  }

  function continueWithout(how: "read" | "written", error: unknown): void {
    if (isBroken) return;
    isBroken = true;
    onProblem(
      `The journal in ${directory} cannot be ${how}: ${(error as Error).message}. Set COMPUTE_JOURNAL to a writable directory. ` +
        "Without a journal, the next update cannot find resources that an interrupted update created.",
    );
  }

  /** Marks the entries as seen, also for the other processes of the run, which would report them otherwise. */
  function noteSeen(entries: readonly Entry[]): void {
    const unseen = entries.filter(isUnrecorded);
    for (const entry of unseen) entry.isSeen = true;
    if (unannounced.length === 0 && unseen.length > 0) setImmediate(announceSeen);
    unannounced.push(...unseen);
  }

  function announceSeen(): void {
    const lines = unannounced.splice(0).map(({ id }): Line => ({ does: "seen", intent: id, run }));
    try {
      append(lines);
    } catch {
      // The other processes may then report these intents by mistake, which does no harm.
    }
  }

  /** It may be imported, or created by another machine, so that no intent shows that it is not the result of one. */
  function noteEvidence({ urn, location, created = Number.NaN }: JournalResource): void {
    if (!location || !isMistakable(location.collection, created)) return;
    const { collection, ownId: made } = location;
    if (intentsThatCreated(collection, made).length > 0) return;
    const noted = newEntry({ urn, collection, before: [], at: created, account }, randomBytes(8).toString("hex"));
    const entry: Entry = { ...noted, response: { made }, isSettled: true };
    own.add(entry);
    foundInState.push(entry);
  }

  async function write(...lines: readonly Line[]): Promise<void> {
    if (isBroken) return;
    try {
      earlierRuns();
      await appender.add(lines.map(formatLine).join(""));
    } catch (error) {
      continueWithout("written", error);
    }
  }

  return {
    async note(intent: Intent): Promise<Noted> {
      const entry = newEntry({ ...intent, account }, randomBytes(8).toString("hex"));
      own.add(entry);
      inOwnFile.push(entry);
      // What this run has seen replaced or deleted must not seem to be left behind, even if the run is killed.
      const settled = earlierEntries()
        .ofUrn(intent.urn)
        .filter((earlier) => earlier.isSettled && !earlier.saved.isSettled);
      await write({ does: "note", ...intent, account, intent: entry.id }, ...settled.flatMap(changesOf));
      for (const earlier of settled) earlier.saved = progressOf(earlier);
      isNeeded ||= settled.length > 0;
      return {
        id: entry.id,
        async noteResponse(made) {
          entry.response = made === undefined ? {} : { made };
          entry.saved = { ...entry.saved, hasResponse: true };
          own.noteResponse(entry);
          await write({ does: "answer", intent: entry.id, ...entry.response });
        },
      };
    },
    openIntents: (urn) =>
      earlierEntries()
        .ofUrn(urn)
        .filter(({ isSettled }) => !isSettled),
    noteExpected: (urn) => noteSeen(earlierEntries().ofUrn(urn)),
    unrecordedIntents() {
      const open = earlierEntries().all.filter((entry) => isUnrecorded(entry) && belongsTo(account, entry));
      if (open.length === 0) return [];
      const { seen, noted } = seenIn(
        readFiles(directory).flatMap(({ lines }) => lines),
        run,
      );
      // An intent that is no longer in any file was settled by another process.
      return open.filter(({ id, isSuperseded }) => noted.has(id) && (isSuperseded || !seen.has(id)));
    },
    noteResult(intent, made) {
      const entry = earlierEntries().withId(intent);
      if (!entry || entry.response) return;
      entry.response = { made };
      ofEarlier.noteResponse(entry);
    },
    settle(intent) {
      const entry = own.withId(intent) ?? earlierEntries().withId(intent);
      if (entry) entry.isSettled = true;
    },
    intentsThatCreated,
    noteOwner(owner) {
      try {
        append([{ does: "own", intent: "", run, ...owner }]);
      } catch (error) {
        continueWithout("written", error);
      }
    },
    ownerOf(key, account) {
      const isOfAccount = (owner: Owner): boolean => !account || !owner.account || owner.account === account;
      if (isBroken) return undefined;
      try {
        return ownersInRun().find((owner) => owner.keys.includes(key) && isOfAccount(owner))?.urn;
      } catch (error) {
        continueWithout("read", error);
        return undefined;
      }
    },
    noteInState(resource) {
      for (const entries of [earlierEntries(), own]) {
        const shown = entries.thatCreatedResource(resource);
        if (entries !== own) noteSeen(shown);
        for (const entry of shown) entry.isSettled = true;
      }
      for (const entry of earlierEntries().ofUrn(resource.urn))
        entry.isSuperseded = entry.isReturned && !entry.isSettled && entry.response?.made !== undefined;
      noteEvidence(resource);
    },
    noteReturned(resource) {
      for (const entries of [earlierEntries(), own]) {
        for (const entry of entries.thatCreatedResource(resource)) entry.isReturned = true;
      }
      noteEvidence(resource);
    },
    close() {
      if (isBroken) return;
      try {
        tidy();
      } catch {
        // Harmless: what remains in the files is only searched for again.
      }
    },
  };

  function tidy(): void {
    const runs = earlierRuns();
    // If a file no longer exists, another process has moved what was left of it into its own.
    const isOfThisRun = ({ lines }: ProcessFile): boolean =>
      lines.some((line) => line.does === "seen" && line.run === run);
    const mine = runs.filter(({ file: each }) => !each.isInUse && !isOfThisRun(each) && existsSync(each.path));
    const isStillMistakable = mistakableAmong([...ofEarlier.all, ...own.all]);
    const explains = ({ collection, at, response }: Entry): boolean =>
      response?.made !== undefined && isStillMistakable(collection, at);
    const isNeededStill = (entry: Entry): boolean => (entry.isSettled ? explains(entry) : !isStored(entry));
    const moved = isWorthMoving(mine, isNeededStill) ? mine : [];
    const carried = [...foundInState.splice(0), ...moved.flatMap(({ entries }) => entries)].filter(isNeededStill);
    const others = runs.filter((run) => !moved.includes(run)).flatMap(({ entries }) => entries);
    const changes = [...others.flatMap(changesOf), ...settlementsToKeep(moved, others)];
    isNeeded ||= changes.length > 0;
    announceSeen();
    if (isNeeded || ofEarlier.all.some(isExpected) || carried.length > 0 || inOwnFile.some(isNeededStill)) {
      append([...inOwnFile.flatMap(changesOf), ...carried.flatMap(linesOf), ...changes]);
      for (const entry of [...inOwnFile, ...carried, ...others]) entry.saved = progressOf(entry);
      inOwnFile = [...inOwnFile.filter(isNeededStill), ...carried];
    } else {
      removeFile(file);
      inOwnFile = [];
    }
    for (const run of moved) removeFile(run.file.path);
    earlier = runs.filter((run) => !moved.includes(run));
  }

  /** What the processes of this run have noted. A file is only read again once it has grown. */
  function ownersInRun(): OwnedLine[] {
    return filesInUse(directory).flatMap(({ path, size }) => {
      const known = owners.get(path);
      if (known?.size === size) return known.lines;
      const lines = linesIn(path).filter((line): line is OwnedLine => line.does === "own" && line.run === run);
      owners.set(path, { size, lines });
      return lines;
    });
  }

  function append(lines: readonly Line[]): void {
    if (lines.length === 0) return;
    makeDirectory(directory);
    appender.addNow(lines.map(formatLine).join(""));
  }
}

/** Whether the files of earlier runs contain entries that are no longer needed, or are too many. */
function isWorthMoving(runs: readonly Run[], isNeededStill: (entry: Entry) => boolean): boolean {
  return runs.length > MAX_FILES || runs.some(({ entries }) => !entries.every(isNeededStill) || entries.length === 0);
}

function isStored({ isReturned, at }: Entry): boolean {
  return isReturned && Date.now() - at > AGES.returnedMs;
}

/** Lines about entries in the staying files that are in the moved ones, which may have settled them. */
function settlementsToKeep(moved: readonly Run[], staying: readonly Entry[]): Line[] {
  const intents = new Set(staying.map(({ id }) => id));
  return moved.flatMap(({ file }) => file.lines.filter(({ does, intent }) => does !== "note" && intents.has(intent)));
}

function damagedFile(file: string, damaged: readonly number[]): string {
  const more = damaged.length - MAX_NUMBERS;
  const numbers = `${damaged.slice(0, MAX_NUMBERS).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const [lines, are, those] = damaged.length > 1 ? ["Lines", "are", "these lines"] : ["Line", "is", "this line"];
  return (
    `${lines} ${numbers} of the journal file ${file} ${are} damaged. Run \`npx pulumi-compute drift\` to list unmanaged resources: an ` +
    `interrupted update may have created some that only ${those} recorded. The rest of the file is used. To stop this warning, delete ` +
    `${those}.`
  );
}
