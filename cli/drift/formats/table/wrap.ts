import { run, widthOf } from "./runs";
import type { Run } from "./runs";

/** Where a line begins, and where it goes on. */
export interface Margins {
  readonly first: number;
  readonly next: number;
}

/** Breaks a line between its words, and a word that is longer than a line where it must be. */
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

/** The words and the gaps between them, each no wider than a line. */
function piecesOf({ text, style }: Run, most: number): Run[] {
  const words = text.match(/ +|[^ ]+/g) ?? [];
  return words
    .flatMap((word) => (word.startsWith(" ") ? [word] : brokenUp(word, most)))
    .map((word) => run(word, style));
}

function brokenUp(word: string, most: number): string[] {
  if (widthOf(word) <= most) return [word];
  const parts = [""];
  let used = 0;
  for (const character of word) {
    const width = widthOf(character);
    if (used + width > most) {
      parts.push("");
      used = 0;
    }
    parts[parts.length - 1] += character;
    used += width;
  }
  return parts;
}
