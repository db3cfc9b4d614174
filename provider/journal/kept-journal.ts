import { randomBytes } from "node:crypto";
import { createAppender } from "./appender";
import { beginIn, beginningIn, filesIn, newFileIn, removeFile } from "./folder";
import type { ProcessFile } from "./folder";
import type { Intent, Journal, Noted, OpenIntent } from "./journal";
import { formatLine } from "./lines";
import type { Line } from "./lines";

/** The progress of an intent. */
interface Entry extends OpenIntent {
  answer?: { readonly made?: string };
  isSettled: boolean;
  /** The settlement is recorded in a file. */
  isWrittenOff: boolean;
  /** The engine has its result, so the state has it after a clean end. */
  isHandedOver: boolean;
}

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
  const own: Entry[] = [];
  let earlier: readonly Run[] | undefined;
  let settlesOthers = false;
  let beganAt: number | undefined;
  let hasBegun = false;
  let isBroken = false;

  function earlierRuns(): readonly Run[] {
    if (earlier) return earlier;
    beganAt = beginningIn(folder);
    const files = filesIn(folder).filter(({ path }) => path !== file);
    const settled = settledIn(files.flatMap(({ lines }) => lines));
    earlier = files.map((each) => ({ file: each, entries: entriesIn(each.lines, settled) }));
    return earlier;
  }

  function earlierEntries(): Entry[] {
    return earlierRuns().flatMap(({ entries }) => entries);
  }

  async function write(line: Line): Promise<void> {
    if (isBroken) return;
    try {
      earlierRuns();
      if (!hasBegun) beginIn(folder);
      hasBegun = true;
      await appender.add(formatLine(line));
    } catch (error) {
      if (isBroken) return;
      isBroken = true;
      onProblem(
        `The journal in ${folder} cannot be written (${(error as Error).message}): if this run is killed from now on, it may leave an ` +
          "object behind that the next run makes again. Set COMPUTE_JOURNAL to a writable folder.",
      );
    }
  }

  return {
    async note(intent: Intent): Promise<Noted> {
      const entry: Entry = { ...intent, intent: randomBytes(8).toString("hex"), ...OPEN };
      own.push(entry);
      await write({ does: "note", ...intent, intent: entry.intent });
      return {
        intent: entry.intent,
        async answered(made) {
          entry.answer = made === undefined ? {} : { made };
          await write({ does: "answer", intent: entry.intent, ...entry.answer });
        },
      };
    },
    open: (urn) => earlierEntries().filter((entry) => entry.urn === urn && !isOver(entry)),
    settle(intent) {
      for (const entry of [...earlierEntries(), ...own]) if (entry.intent === intent) entry.isSettled = true;
    },
    madeForOthers(urn, collection) {
      const others = [...earlierEntries(), ...own].filter(
        (entry) => entry.urn !== urn && entry.collection === collection,
      );
      return new Set(others.flatMap(({ answer }) => answer?.made ?? []));
    },
    wasKeptAt(moment) {
      earlierRuns();
      return beganAt !== undefined && moment > beganAt;
    },
    handedOver(urn, id, intent) {
      const isIt = (entry: Entry): boolean =>
        entry.intent === intent || (entry.urn === urn && isResult(id, entry.answer?.made));
      for (const entry of [...earlierEntries(), ...own].filter(isIt)) entry.isHandedOver = true;
    },
    close() {
      if (isBroken || (own.length === 0 && earlierRuns().length === 0)) return;
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
    if (own.length > 0 && !settlesOthers && own.every(isOver)) removeFile(file);
    else writeOff([...settled, ...unwritten(own)]);
    for (const run of earlierRuns()) if (!kept.includes(run)) removeFile(run.file.path);
    own.splice(0, own.length, ...own.filter((entry) => !isOver(entry)));
    earlier = kept;
  }

  function writeOff(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    beginIn(folder);
    appender.addNow(entries.map(({ intent }) => formatLine({ does: "settle", intent })).join(""));
    for (const entry of entries) entry.isWrittenOff = true;
  }
}

const OPEN = { isSettled: false, isWrittenOff: false, isHandedOver: false } as const;

function isOver({ isSettled, isHandedOver }: Entry): boolean {
  return isSettled || isHandedOver;
}

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
    const entry = { urn, collection, before, at, serviceTime, intent, isSettled, isWrittenOff: isSettled, isHandedOver: false };
    return [answer ? { ...entry, answer } : entry];
  });
}
