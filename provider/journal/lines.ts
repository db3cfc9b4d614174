import type { NotedLine, Owner } from "./intent";

/** One line of a journal file. */
export type JournalLine = BegunLine | NotedLine | ProgressLine | OwnedLine;

interface ProgressLine {
  /**
   * - `answer`: the API has accepted the request
   * - `return`: the engine has the result, and the run has ended cleanly
   * - `settle`: nothing remains to be searched for
   * - `seen`: the resource is in the program, but not in state; written for the other processes of the run
   */
  readonly does: "answer" | "return" | "settle" | "seen";
  readonly intent: string;
  readonly made?: string | undefined;
  readonly run?: string;
}

/** Written before anything that a create does, and once it has ended: a create that was killed without a note has sent nothing. */
export interface BegunLine extends Pick<NotedLine, "urn" | "at"> {
  readonly does: "begin" | "end";
  readonly intent: "";
  readonly run: string;
}

/** Written for the other processes of the run. */
export interface OwnedLine extends Owner {
  readonly does: "own";
  readonly intent: "";
  readonly run: string;
}

/** Skips a last line that was cut off while being written, because no request depended on it yet. */
export function parseLines(text: string): { lines: JournalLine[]; damaged: number } {
  const parsed = text.split("\n").map(parseLine);
  return { lines: parsed.filter((line) => line !== undefined), damaged: parsed.slice(0, -1).indexOf(undefined) + 1 };
}

function parseLine(text: string): JournalLine | undefined {
  try {
    const line = JSON.parse(text) as JournalLine;
    return typeof line.intent === "string" ? line : undefined;
  } catch {
    return undefined;
  }
}
