import { run, widthOf } from "./runs";
import type { Run } from "./runs";

/** Indentation of a line's first line and of its continuation lines. */
export interface Margins {
  readonly first: number;
  readonly next: number;
}

/** Wraps a line between words, and inside words that are longer than a line. */
export function wrapped(runs: readonly Run[], margins: Margins, columns: number): Run[][] {
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
