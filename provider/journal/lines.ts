import { newEntry, progressOf } from "./entries";
import type { Entry } from "./entries";
import type { Intent, Owner } from "./journal";

/** One line of a journal file. */
export type Line = NotedLine | ResponseLine | ReturnedLine | SettledLine | SeenLine | OwnedLine;

interface NotedLine extends Intent {
  readonly does: "note";
  /** Distinguishes accounts of the same API. */
  readonly account?: string | undefined;
  readonly intent: string;
}

interface ResponseLine {
  readonly does: "answer";
  readonly intent: string;
  readonly made?: string;
}

/** The engine has the result, and the run has ended cleanly. */
interface ReturnedLine {
  readonly does: "return";
  readonly intent: string;
}

interface SettledLine {
  readonly does: "settle";
  readonly intent: string;
}

/** A process of the run has found the intent's resource in state, or is about to create it. Written for the other processes of that run. */
interface SeenLine {
  readonly does: "seen";
  readonly intent: string;
  readonly run: string;
}

/** Written for the other processes of that run. */
export interface OwnedLine extends Owner {
  readonly does: "own";
  readonly intent: "";
  readonly run: string;
}

export function formatLine(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

/** The entry as lines for a file that does not contain it yet. */
export function linesOf(entry: Entry): Line[] {
  const {
    id: intent,
    response,
    isReturned,
    isSettled,
    isSeen: _isSeen,
    isSuperseded: _isSuperseded,
    saved: _saved,
    ...noted
  } = entry;
  return [
    { does: "note", ...noted, intent },
    ...(response ? [{ does: "answer" as const, intent, ...response }] : []),
    ...(isReturned ? [{ does: "return" as const, intent }] : []),
    ...(isSettled ? [{ does: "settle" as const, intent }] : []),
  ];
}

/** Lines for the progress that the files do not show yet of an entry that is noted in one of them. */
export function changesOf(entry: Entry): Line[] {
  const { id: intent, response, isSettled, isReturned, saved } = entry;
  return [
    ...(response && !saved.hasResponse ? [{ does: "answer" as const, intent, ...response }] : []),
    ...(isReturned && !saved.isReturned && !isSettled ? [{ does: "return" as const, intent }] : []),
    ...(isSettled && !saved.isSettled ? [{ does: "settle" as const, intent }] : []),
  ];
}

/** The entries that are noted in these lines. Their progress may be in another file, so `all` has the lines of all files. */
export function entriesIn(lines: readonly Line[], all: LinesByIntent): Entry[] {
  return lines.flatMap((line): Entry[] => {
    if (line.does !== "note") return [];
    const { does: _does, intent, ...noted } = line;
    const entry = { ...newEntry(noted, intent), ...all.get(intent) };
    return [{ ...entry, saved: progressOf(entry) }];
  });
}

/** What lines show about an intent, except its note. */
type Shown = Partial<Pick<Entry, "response" | "isReturned" | "isSettled">>;

export type LinesByIntent = ReadonlyMap<string, Shown>;

/** The intents that this run has seen or that are over, and those that are still noted in a file. */
export function seenIn(lines: readonly Line[], run: string): { seen: Set<string>; noted: Set<string> } {
  const [seen, noted] = [new Set<string>(), new Set<string>()];
  for (const line of lines) {
    if (line.does === "note") noted.add(line.intent);
    else if (line.does === "seen" ? line.run === run : line.does !== "answer") seen.add(line.intent);
  }
  return { seen, noted };
}

export function byIntent(lines: readonly Line[]): LinesByIntent {
  const known = new Map<string, Shown>();
  for (const line of lines) known.set(line.intent, { ...known.get(line.intent), ...shownBy(line) });
  return known;
}

function shownBy(line: Line): Shown {
  if (line.does === "answer") return { response: line.made === undefined ? {} : { made: line.made } };
  if (line.does === "return") return { isReturned: true };
  if (line.does === "settle") return { isSettled: true };
  return {};
}

export interface Parsed {
  readonly lines: readonly Line[];
  /** The numbers of the damaged lines, from 1. */
  readonly damaged: readonly number[];
}

/** Skips a last line that was cut off while being written, because no request depended on it yet. */
export function parseLines(text: string): Parsed {
  const texts = text.split("\n");
  const last = texts.pop() ?? "";
  const parsed = texts.map(parseLine);
  const lines = [...parsed, parseLine(last)].filter((line) => line !== undefined);
  return { lines, damaged: parsed.flatMap((line, index) => (line === undefined ? [index + 1] : [])) };
}

function parseLine(text: string): Line | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isLine(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

type Fields = Record<string, unknown>;

function isLine(value: unknown): value is Line {
  const { does, intent, run, made, urn, keys } = (value ?? {}) as Fields;
  if (typeof intent !== "string") return false;
  if (does === "settle" || does === "return") return true;
  if (does === "seen") return typeof run === "string";
  if (does === "own") return typeof run === "string" && typeof urn === "string" && Array.isArray(keys) && isTexts(keys);
  if (does === "answer") return made === undefined || typeof made === "string";
  return does === "note" && isIntent(value as Fields);
}

function isIntent({ urn, collection, before, at, serviceTime, account, accountId, identity, sent }: Fields): boolean {
  return (
    typeof urn === "string" &&
    typeof collection === "string" &&
    Array.isArray(before) &&
    isTexts(before) &&
    typeof at === "number" &&
    (serviceTime === undefined || typeof serviceTime === "number") &&
    [account, accountId].every((text) => text === undefined || typeof text === "string") &&
    [identity, sent].every((hashes) => hashes === undefined || isTexts(hashes))
  );
}

function isTexts(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.values(value).every((text) => typeof text === "string");
}
