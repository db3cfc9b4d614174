import type { NotedLine, Owner } from "./journal";

/** One line of a journal file. */
export type JournalLine = NotedLine | ProgressLine | OwnedLine;

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

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isTrue: Check = (value) => value === true;
const isNumber: Check = (value) => typeof value === "number";
const areTexts: Check = (value) => typeof value === "object" && value !== null && Object.values(value).every(isText);
const isList: Check = (value) => Array.isArray(value) && areTexts(value);

/** What a line of each kind must contain, and what it may contain. */
const FIELDS: Readonly<Record<JournalLine["does"], readonly [Record<string, Check>, Record<string, Check>?]>> = {
  note: [
    { urn: isText, collection: isText, at: isNumber },
    {
      before: isList,
      listAgeMs: isNumber,
      serviceTime: isNumber,
      account: isText,
      accountId: isText,
      run: isText,
      replaced: isText,
      heir: isText,
      identity: areTexts,
      sent: areTexts,
      mayBeOlder: isTrue,
    },
  ],
  answer: [{}, { made: isText }],
  return: [{}],
  settle: [{}],
  seen: [{ run: isText }],
  own: [
    { run: isText, keys: isList },
    { urn: isText, account: isText },
  ],
};

function parseLine(text: string): JournalLine | undefined {
  try {
    const line = JSON.parse(text) as Record<string, unknown> & JournalLine;
    if (!isText(line.intent) || !Object.hasOwn(FIELDS, line.does)) return undefined;
    const [required, optional = {}] = FIELDS[line.does];
    const isValid =
      Object.entries(required).every(([name, check]) => check(line[name])) &&
      Object.entries(optional).every(([name, check]) => line[name] === undefined || check(line[name]));
    return isValid ? line : undefined;
  } catch {
    return undefined;
  }
}
