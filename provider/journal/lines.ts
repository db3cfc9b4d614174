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

/** The lines of a file. A line that was cut off while being written is skipped: no request was sent on the strength of it. */
export function parseLines(text: string): Line[] {
  return text.split("\n").flatMap((line) => {
    try {
      const parsed: unknown = JSON.parse(line);
      return isLine(parsed) ? [parsed] : [];
    } catch {
      return [];
    }
  });
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
