/** What a terminal can show. */
export interface Screen {
  readonly color: boolean;
  readonly columns: number;
}

/** A line before it is wrapped. */
export interface TextLine {
  readonly runs: readonly Run[];
  readonly margins: Margins;
  /** Never wrapped. */
  readonly isWhole?: true;
}

/** Indentation of a line's first line and of its continuation lines. */
interface Margins {
  readonly first: number;
  readonly next: number;
}

/** Style of a text on a terminal with colors. */
export type Style = "plain" | "strong" | "soft" | "red" | "green" | "yellow" | "blue";

/** A part of a line in one style. */
interface Run {
  readonly text: string;
  readonly style: Style;
}

const FLUSH = { first: 0, next: 2 };

export const EMPTY_LINE: TextLine = { runs: [], margins: FLUSH };

export function flush(...runs: readonly Run[]): TextLine {
  return { runs, margins: FLUSH };
}

/** The text for a terminal, wrapped to its width. */
export function rendered(lines: readonly TextLine[], { color, columns }: Screen): string {
  const textOf = ({ runs, margins, isWhole }: TextLine): string => {
    if (isWhole === true) return " ".repeat(margins.first) + painted(runs, color);
    return wrapped(runs, margins, columns)
      .map((line) => painted(line, color))
      .join("\n");
  };
  return lines.map((line) => `${textOf(line)}\n`).join("");
}

const CODES: Readonly<Record<Style, string>> = {
  plain: "",
  strong: "1",
  soft: "2",
  red: "31",
  green: "32",
  yellow: "33",
  blue: "36",
};

export function run(text: string, style: Style = "plain"): Run {
  return { text, style };
}

/** Joins the runs, with escape codes if `color` is set. */
function painted(runs: readonly Run[], color: boolean): string {
  if (!color) return runs.map(({ text }) => text).join("");
  return joined(runs)
    .map(({ text, style }) => (style === "plain" ? text : `\u001b[${CODES[style]}m${text}\u001b[0m`))
    .join("");
}

/** Merges adjacent runs of the same style. */
function joined(runs: readonly Run[]): Run[] {
  return runs.reduce<Run[]>((before, next) => {
    const last = before.at(-1);
    if (last?.style !== next.style) return [...before, next];
    return [...before.slice(0, -1), run(last.text + next.text, last.style)];
  }, []);
}

/** Wraps a line between words, and inside words that are longer than a line. */
function wrapped(runs: readonly Run[], margins: Margins, columns: number): Run[][] {
  const width = Math.max(columns, margins.next + 20);
  const lines: Run[][] = [[run(" ".repeat(margins.first))]];
  let used = margins.first;
  let pending: Run | undefined;
  for (const piece of runs.flatMap((part) => piecesOf(part, width - margins.next))) {
    if (piece.text.trim() === "") {
      pending = run((pending?.text ?? "") + piece.text, piece.style);
      continue;
    }
    const gap = pending?.text.length ?? 0;
    const length = widthOf(piece.text);
    const fits = used + gap + length <= width;
    if (!fits) {
      lines.push([run(" ".repeat(margins.next))]);
      used = margins.next;
    }
    if (fits && pending !== undefined) lines.at(-1)?.push(pending);
    lines.at(-1)?.push(piece);
    used += (fits ? gap : 0) + length;
    pending = undefined;
  }
  return lines.map((line) => (line.length > 1 ? line : []));
}

/** Splits a text into words and the gaps between them. Breaks words that are wider than `most`. */
function piecesOf({ text, style }: Run, max: number): Run[] {
  const words = text.match(/ +|[^ ]+/g) ?? [];
  return words.flatMap((word) => (word.startsWith(" ") ? [word] : brokenUp(word, max))).map((word) => run(word, style));
}

function brokenUp(word: string, max: number): string[] {
  if (widthOf(word) <= max) return [word];
  const parts = [""];
  let used = 0;
  for (const character of word) {
    const width = widthOf(character);
    if (used + width > max) {
      parts.push("");
      used = 0;
    }
    parts[parts.length - 1] += character;
    used += width;
  }
  return parts;
}

const WIDE =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u;
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Display width in columns. */
export function widthOf(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + characterWidth(character), 0);
}

function characterWidth(character: string): number {
  if (character >= " " && character <= "~") return 1;
  if (NO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
