import { randomBytes } from "node:crypto";
import { createAppender } from "./appender";
import { beginIn, beginningIn, filesIn, newFileIn, removeFile } from "./folder";
import type { ProcessFile } from "./folder";
import { Entries, isOver } from "./entries";
import type { Entry } from "./entries";
import type { Intent, Journal, Noted } from "./journal";
import { formatLine } from "./lines";
import type { Line } from "./lines";

/** What another process left behind. */
interface Run {
  readonly file: ProcessFile;
  readonly entries: readonly Entry[];
}

/**
 * The journal in a folder of one stack. Each process appends to its own file; a clean end removes everything that need not be
 * searched for any more, so that the folder is empty between runs that were not killed.
 * @param onProblem called once if nothing can be written: the run continues without a journal
 */
export function keepJournal(folder: string, onProblem: (message: string) => void): Journal {
  const file = newFileIn(folder);
  const appender = createAppender(file);
  let own = new Entries();
  let earlier: readonly Run[] | undefined;
  let ofEarlier = new Entries();
  let settlesOthers = false;
  let beganAt: number | undefined;
  let hasBegun = false;
  let isBroken = false;

  function earlierRuns(): readonly Run[] {
    if (earlier) return earlier;
    try {
      beganAt = beginningIn(folder);
      const files = filesIn(folder).filter(({ path }) => path !== file);
      const settled = settledIn(files.flatMap(({ lines }) => lines));
      setEarlier(files.map((each) => ({ file: each, entries: entriesIn(each.lines, settled) })));
      for (const { path, damaged } of files) if (damaged > 0) onProblem(damagedFile(path, damaged));
    } catch (error) {
      setEarlier([]);
      doWithout("read", error);
    }
    return earlier ?? [];
  }

  function setEarlier(runs: readonly Run[]): void {
    earlier = runs;
    ofEarlier = new Entries(runs.flatMap(({ entries }) => entries));
  }

  function earlierEntries(): Entries {
    earlierRuns();
    return ofEarlier;
  }

  function doWithout(how: "read" | "written", error: unknown): void {
    if (isBroken) return;
    isBroken = true;
    onProblem(
      `The journal in ${folder} cannot be ${how} (${(error as Error).message}), so none is kept: if this run is killed from now on, it may ` +
        "leave an object behind that the next run makes again. Set COMPUTE_JOURNAL to a writable folder.",
    );
  }

  async function write(line: Line): Promise<void> {
    if (isBroken) return;
    try {
      earlierRuns();
      if (!hasBegun) beginIn(folder);
      hasBegun = true;
      await appender.add(formatLine(line));
    } catch (error) {
      doWithout("written", error);
    }
  }

  return {
    async note(intent: Intent): Promise<Noted> {
      const entry: Entry = { ...intent, intent: randomBytes(8).toString("hex"), ...OPEN };
      own.add(entry);
      await write({ does: "note", ...intent, intent: entry.intent });
      return {
        intent: entry.intent,
        async answered(made) {
          entry.answer = made === undefined ? {} : { made };
          own.noteAnswer(entry);
          await write({ does: "answer", intent: entry.intent, ...entry.answer });
        },
      };
    },
    open: (urn) =>
      earlierEntries()
        .of(urn)
        .filter((entry) => !isOver(entry)),
    settle(intent) {
      const entry = own.with(intent) ?? earlierEntries().with(intent);
      if (entry) entry.isSettled = true;
    },
    isMadeForAnother: (...object) => earlierEntries().isMadeForAnother(...object) || own.isMadeForAnother(...object),
    wasKeptAt(moment) {
      earlierRuns();
      return beganAt !== undefined && moment > beganAt;
    },
    handedOver(urn, id, intent) {
      for (const entries of [earlierEntries(), own]) {
        const results = entries.of(urn).filter(({ answer }) => isResult(id, answer?.made));
        const remembered = entries.with(intent);
        for (const entry of remembered ? [...results, remembered] : results) entry.isHandedOver = true;
      }
    },
    close() {
      if (isBroken || (own.all.length === 0 && earlierRuns().length === 0)) return;
      try {
        tidy();
      } catch {
        // Whatever is left over is searched for again.
      }
    },
  };

  /** Notes what is settled, and removes the files that hold nothing else. */
  function tidy(): void {
    const kept = neededOf(earlierRuns());
    const settled = unwritten(kept.flatMap(({ entries }) => entries));
    settlesOthers ||= settled.length > 0;
    const all = own.all;
    if (all.length > 0 && !settlesOthers && all.every(isOver)) removeFile(file);
    else writeOff([...settled, ...unwritten(all)]);
    for (const run of earlierRuns()) if (!kept.includes(run)) removeFile(run.file.path);
    own = new Entries(all.filter((entry) => !isOver(entry)));
    setEarlier(kept);
  }

  function writeOff(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    beginIn(folder);
    appender.addNow(entries.map(({ intent }) => formatLine({ does: "settle", intent })).join(""));
    for (const entry of entries) entry.isWrittenOff = true;
  }
}

const OPEN = { isSettled: false, isWrittenOff: false, isHandedOver: false } as const;

function unwritten(entries: readonly Entry[]): Entry[] {
  return entries.filter((entry) => isOver(entry) && !entry.isWrittenOff);
}

/** The runs whose files still matter: they hold open intents, or show that an intent in another such file is settled. */
function neededOf(runs: readonly Run[]): readonly Run[] {
  const needed = new Set(runs.filter(({ file, entries }) => file.isInUse || !entries.every(isOver)));
  for (let before = -1; before < needed.size;) {
    before = needed.size;
    const noted = new Set(Array.from(needed).flatMap(({ entries }) => entries.map(({ intent }) => intent)));
    const settlesNoted = (line: Line): boolean => line.does === "settle" && noted.has(line.intent);
    for (const run of runs) if (run.file.lines.some(settlesNoted)) needed.add(run);
  }
  return runs.filter((run) => needed.has(run));
}

function damagedFile(file: string, damaged: number): string {
  return (
    `The journal's file ${file} has ${damaged} damaged line${damaged > 1 ? "s" : ""}: a run that was killed may have created objects that only ` +
    "these name. `pulumi-compute drift` lists objects that no stack has."
  );
}

/** A Pulumi id ends with the object's own. */
function isResult(id: string, made: string | undefined): boolean {
  return made !== undefined && (id === made || id.endsWith(`/${made}`));
}

function settledIn(lines: readonly Line[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => (line.does === "settle" ? [line.intent] : [])));
}

function entriesIn(lines: readonly Line[], settled: ReadonlySet<string>): Entry[] {
  const answers = new Map(
    lines.flatMap((line) =>
      line.does === "answer" ? [[line.intent, line.made === undefined ? {} : { made: line.made }] as const] : [],
    ),
  );
  return lines.flatMap((line): Entry[] => {
    if (line.does !== "note") return [];
    const { urn, collection, before, at, serviceTime, intent } = line;
    const answer = answers.get(intent);
    const isSettled = settled.has(intent);
    const entry = {
      urn,
      collection,
      before,
      at,
      serviceTime,
      intent,
      isSettled,
      isWrittenOff: isSettled,
      isHandedOver: false,
    };
    return [answer ? { ...entry, answer } : entry];
  });
}
