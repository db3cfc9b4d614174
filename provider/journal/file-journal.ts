import { createHash, randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { canHaveRunAt } from "./ages";
import { Entries, isUnrecorded } from "./entries";
import type { Entry } from "./entries";
import { JournalFiles } from "./files";
import type { Intent, Journal, JournalResource, Noted, NotedLine, StackInState } from "./journal";
import type { JournalLine, OwnedLine } from "./lines";

/** More files of earlier runs are merged. A run that creates something leaves one, until a later run finds the result in state. */
const MAX_FILES = 4;

export interface JournalOptions {
  /** Called once if the journal cannot be read or written, after which the run continues without one; and for each damaged file. */
  readonly onProblem: (message: string) => void;
  /** Distinguishes accounts of the same API, which do not show each other's resources. */
  readonly account?: string | undefined;
  /** The same for all processes of one run. */
  readonly run?: string | undefined;
  /** Notes of other stacks that are newer than the journal: its stack may have been renamed. */
  readonly inherited?: () => readonly JournalLine[];
  /** Reads the state of the stack; undefined if that is not possible. */
  readonly readStack?: () => Promise<StackInState | undefined>;
}

/**
 * The journal in the directory of one stack, or without one, which ends with the process. Each process appends what it notes to its own file
 * at once. When a run ends cleanly, it keeps only what may still be needed: not the intents whose results it has found in state or that led to
 * nothing.
 */
export function openJournal(directory: string | undefined, options: JournalOptions): Journal {
  const { onProblem, account, run = newId(), inherited, readStack } = options;
  const files = new JournalFiles(directory ?? "", inherited);
  let known: Entries | undefined;
  /** Written when the run ends cleanly. */
  const returned: JournalLine[] = [];
  const notedHere = new Set<string>();
  /** By URN, what this process has found in state. */
  const inState = new Map<string, JournalResource["location"]>();
  let isBroken = directory === undefined;
  let reading: Promise<void> | undefined;
  let stack: StackInState | undefined;

  /** Reads the state once, also if several resources need it at the same time. */
  async function stackInState(): Promise<StackInState | undefined> {
    reading ??= readStack?.().then((shown) => void (stack = shown));
    await reading;
    return stack;
  }

  /** The intents of earlier runs and of this process. The files are read when this is first called. */
  function entries(): Entries {
    if (known) return known;
    const all = readAll();
    known = new Entries(run, linesOf(all));
    for (const { path, damaged } of all.filter((file) => file.damaged > 0))
      onProblem(
        `Line ${damaged} of the journal file ${path} is damaged. Run \`npx pulumi-compute drift\` to list unmanaged resources, which an ` +
          "interrupted update may have created. The rest of the file is used. To stop this warning, delete the line.",
      );
    return known;
  }

  function readAll() {
    return (isBroken ? undefined : attempt("read", () => files.read())) ?? [];
  }

  function attempt<Result>(how: "read" | "written", work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      return continueWithout(how, error);
    }
  }

  function continueWithout(how: "read" | "written", error: unknown): undefined {
    if (isBroken) return;
    isBroken = true;
    onProblem(
      `The journal in ${directory} cannot be ${how}: ${(error as Error).message}. Set COMPUTE_JOURNAL to a writable directory. ` +
        "Without a journal, the next update cannot find resources that an interrupted update created.",
    );
  }

  /** Does not wait for the disk. */
  function write(...lines: readonly JournalLine[]): void {
    for (const line of lines) entries().take(line);
    if (!isBroken) attempt("written", () => files.append(lines));
  }

  async function writeToDisk(line: JournalLine): Promise<void> {
    write(line);
    if (!isBroken) await files.flush().catch((error: unknown) => continueWithout("written", error));
  }

  function settle(intent: string | undefined): void {
    const entry = entries().withId(intent);
    if (entry && !entry.isSettled) write({ does: "settle", intent: entry.id });
  }

  /** It may be imported, or created by another machine, so that no intent shows that it is not the result of one. */
  function noteEvidence({ urn, location, created: at = Number.NaN }: JournalResource): void {
    if (!location || !entries().isMistakable(location.collection, at)) return;
    const { collection, ownId: made } = location;
    if (entries().thatCreated(collection, made).length > 0) return;
    const intent = newId();
    write(
      { does: "note", urn, collection, before: [], at, account, intent },
      { does: "answer", intent, made },
      { does: "settle", intent },
    );
  }

  return {
    async note(intent: Intent): Promise<Noted> {
      const id = newId();
      notedHere.add(id);
      const had = inState.get(intent.urn);
      const replaced = had?.collection === intent.collection ? { replaced: had.ownId } : {};
      await writeToDisk({ does: "note", ...intent, ...replaced, account, run, intent: id });
      return { id, noteResponse: (made) => writeToDisk({ does: "answer", intent: id, made }) };
    },
    openIntents: (urn = "") =>
      entries()
        .ofUrn(urn)
        .filter(({ id, isSettled }) => !notedHere.has(id) && !isSettled),
    openLines: (urn) => entries().openLines(urn),
    async recall(urn, lines) {
      await stackInState();
      for (const line of lines) entries().recall(urn, line);
      this.noteExpected(urn);
    },
    async recallPending(urn, requestOf) {
      const shown = await stackInState();
      if (!shown) return;
      const lines: NotedLine[] = [];
      // The engine puts the new ones first.
      for (const [index, create] of [...shown.pendingCreates(urn)].reverse().entries()) {
        const intent = createHash("sha256")
          .update(JSON.stringify([urn, create.inputs, index]))
          .digest("hex")
          .slice(0, 16);
        const request = await requestOf(create);
        if (request) lines.push({ does: "note", ...request, intent });
      }
      const known = entries().ofUrn(urn);
      // Somebody has removed the operation from the state.
      for (const { id, before } of known)
        if (before === undefined && !lines.some(({ intent }) => intent === id)) settle(id);
      const isKnown = (line: NotedLine): boolean =>
        known.some((one) => one.id === line.intent || isOfPending(one, line));
      write(...lines.filter((line) => !isKnown(line)));
    },
    noteExpected(urn) {
      for (const { id } of entries().ofUrn(urn).filter(isUnrecorded)) write({ does: "seen", intent: id, run });
    },
    noteResult: (intent = "", made) => write({ does: "answer", intent, made }),
    isRecorded: (key, of) => stack?.manages(key, of) ?? false,
    unrecordedIntents() {
      const all = readAll();
      // What the other processes of this run have noted: they report their own intents.
      entries().takeAll(linesOf(all.filter(({ isOwn }) => !isOwn)));
      const open = entries().all.filter(
        // The state shows pending operations anyway.
        (entry) => entry.before && entry.run !== run && !entry.heir && isUnrecorded(entry),
      );
      // An intent that is no longer in any file was settled by another process.
      const noted = new Set(linesOf(all).flatMap(({ does, intent }) => (does === "note" ? [intent] : [])));
      return open.filter((entry) => noted.has(entry.id) && isOfAccount(entry, account));
    },
    settle,
    intentsThatCreated: (collection, id) => entries().thatCreated(collection, id),
    noteOwner(owner) {
      if (isBroken) return;
      try {
        files.append([{ does: "own", intent: "", run, ...owner }]);
      } catch {
        // The first request to be noted reports it.
      }
    },
    ownersOf(key, account) {
      return readAll().flatMap(({ isOwn, lines }) => {
        const owned = lines.filter((line): line is OwnedLine => !isOwn && line.does === "own" && line.run === run);
        // The last line about a resource counts.
        const latest = new Map(owned.map((owner) => [owner.urn ?? owner, owner]));
        return Array.from(latest.values()).filter((one) => one.keys.includes(key) && isOfAccount(one, account));
      });
    },
    noteInState(resource) {
      const { urn, created = Number.NaN, location } = resource;
      inState.set(urn, location);
      for (const { id } of entries().thatCreatedResource(resource)) settle(id);
      for (const entry of entries().ofUrn(urn)) {
        const { response, isReturned, isSettled, collection, replaced } = entry;
        entry.isSuperseded = isReturned && !isSettled && response?.made !== undefined;
        const isOther = collection !== location?.collection || replaced === location.ownId;
        entry.mayBeInState ||= !response && !isOther && canHaveRunAt(entry, created);
      }
      noteEvidence(resource);
    },
    noteReturned(resource) {
      // Its create has taken what it wanted of earlier results.
      for (const entry of entries().ofUrn(resource.urn)) entry.isSeen = false;
      for (const entry of entries().thatCreatedResource(resource)) {
        if (!entry.isReturned && !entry.isSettled) returned.push({ does: "return", intent: entry.id });
        entry.isReturned = true;
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
    // Reports damaged lines, which are not moved.
    entries();
    files.append(returned.splice(0));
    const all = files.read();
    const isForRun = ({ does, run: of }: JournalLine): boolean => (does === "seen" || does === "own") && of === run;
    const staying = all.filter(({ isInUse, lines }) => isInUse || lines.some(isForRun));
    const others = all.filter((file) => !staying.includes(file));
    const noted = new Set(linesOf(staying).flatMap(({ does, intent }) => (does === "note" ? [intent] : [])));
    const intents = new Entries(run, linesOf(all));
    const isNeeded = ({ does, intent }: JournalLine): boolean => {
      const entry = intents.withId(intent);
      return entry !== undefined && does !== "seen" && (noted.has(intent) || intents.mayBeNeeded(entry));
    };
    const untidy = others.filter(({ lines }) => lines.length === 0 || !lines.every(isNeeded));
    const moved = others.length > MAX_FILES ? others : untidy;
    if (moved.length > 0) files.replace(moved, linesOf(moved).filter(isNeeded));
  }
}

/** Whether this journal has noted the request of the pending operation, as far as it knows no result that is in the state. */
function isOfPending(entry: Entry, pending: NotedLine): boolean {
  const { before, at, identity, isSettled, isReturned, response } = entry;
  const isOver = isReturned || (isSettled && response !== undefined);
  return before !== undefined && !isOver && canHaveRunAt(pending, at) && isDeepStrictEqual(identity, pending.identity);
}

/** A journal that ends with the process. */
export function memoryJournal(): Journal {
  return openJournal(undefined, { onProblem: () => undefined });
}

function newId(): string {
  return randomBytes(8).toString("hex");
}

/** What names no account may be of any. */
function isOfAccount(one: { readonly account?: string | undefined }, account: string | undefined): boolean {
  return one.account === undefined || account === undefined || one.account === account;
}

function linesOf(files: readonly { readonly lines: readonly JournalLine[] }[]): JournalLine[] {
  return files.flatMap(({ lines }) => lines);
}
