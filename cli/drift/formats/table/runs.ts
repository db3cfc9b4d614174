/** Style of a text on a terminal with colors. */
export type Style = "plain" | "strong" | "soft" | "red" | "green" | "yellow" | "blue";

/** A part of a line in one style. */
export interface Run {
  readonly text: string;
  readonly style: Style;
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
export function painted(runs: readonly Run[], color: boolean): string {
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
