import type { Intent } from "./journal";

/** One line of a journal's file. */
export type Line = NotedLine | AnsweredLine | SettledLine;

interface NotedLine extends Intent {
  readonly does: "note";
  readonly intent: string;
}

interface AnsweredLine {
  readonly does: "answer";
  readonly intent: string;
  readonly made?: string;
}

interface SettledLine {
  readonly does: "settle";
  readonly intent: string;
}

export function formatLine(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

/** What a file holds. */
export interface Parsed {
  readonly lines: readonly Line[];
  /** How many lines are damaged. */
  readonly damaged: number;
}

/** A last line that was cut off while being written is skipped: no request was sent on the strength of it. */
export function parseLines(text: string): Parsed {
  const texts = text.split("\n");
  const last = texts.pop() ?? "";
  const parsed = texts.map(parseLine);
  const lines = [...parsed, parseLine(last)].filter((line) => line !== undefined);
  return { lines, damaged: parsed.filter((line) => line === undefined).length };
}

function parseLine(text: string): Line | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isLine(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isLine(value: unknown): value is Line {
  if (typeof value !== "object" || value === null || !("does" in value) || !("intent" in value)) return false;
  if (typeof value.intent !== "string") return false;
  if (value.does === "settle") return true;
  if (value.does === "answer") return !("made" in value) || typeof value.made === "string";
  return value.does === "note" && isIntent(value);
}

function isIntent(value: object): boolean {
  return (
    "urn" in value &&
    typeof value.urn === "string" &&
    "collection" in value &&
    typeof value.collection === "string" &&
    "at" in value &&
    typeof value.at === "number" &&
    (!("serviceTime" in value) || typeof value.serviceTime === "number") &&
    "before" in value &&
    Array.isArray(value.before) &&
    value.before.every((mark) => typeof mark === "string")
  );
}
