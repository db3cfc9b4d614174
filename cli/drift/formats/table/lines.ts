import type { RenderOptions } from "../options";
import type { Run } from "./runs";
import { painted } from "./runs";
import type { Margins } from "./wrap";
import { wrapped } from "./wrap";

/** A line before it is wrapped. */
export interface TextLine {
  readonly runs: readonly Run[];
  readonly margins: Margins;
  /** Never wrapped. */
  readonly isWhole?: true;
}

const FLUSH = { first: 0, next: 2 };

export const EMPTY_LINE: TextLine = { runs: [], margins: FLUSH };

export function flush(...runs: readonly Run[]): TextLine {
  return { runs, margins: FLUSH };
}

/** The text for a terminal, wrapped to its width. */
export function rendered(lines: readonly TextLine[], { color, columns }: RenderOptions): string {
  const textOf = ({ runs, margins, isWhole }: TextLine): string => {
    if (isWhole === true) return " ".repeat(margins.first) + painted(runs, color);
    return wrapped(runs, margins, columns)
      .map((line) => painted(line, color))
      .join("\n");
  };
  return lines.map((line) => `${textOf(line)}\n`).join("");
}
