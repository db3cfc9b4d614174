/** Maximum line width in columns. */
export const WIDTH = 120;

/** A string literal in the quotes that need fewer escapes. Escapes all characters that are not printable. */
export function literal(text: string): string {
  const count = (quote: string): number => text.split(quote).length - 1;
  const quote = count('"') > count("'") ? "'" : '"';
  const escaped = text.replace(/["'\\]|\p{Cc}|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}|\p{Co}|\p{Cn}/gu, (character) =>
    character === '"' || character === "'" ? (character === quote ? `\\${character}` : character) : escape(character),
  );
  return `${quote}${escaped}${quote}`;
}

const SHORT: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escape(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return SHORT[character] ?? units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** A comment, wrapped. Line breaks and control characters become spaces, so no part of the text can become code. */
export function comment(text: string): string {
  const words = text.replace(/\p{Cc}|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}/gu, " ").split(" ");
  const lines: string[] = [];
  for (const word of words.filter((one) => one !== "")) {
    const longer = `${lines.at(-1) ?? "//"} ${word}`;
    if (lines.length > 0 && widthOf(longer) <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(`// ${word}`);
  }
  return lines.length === 0 ? "//" : lines.join("\n");
}

/** Display width in columns: two for East Asian wide characters and emoji, none for combining marks. */
export function widthOf(text: string): number {
  return Array.from(text.replace(EMOJI, "  ")).reduce((sum, character) => sum + columns(character), 0);
}

const EMOJI =
  /\p{RI}{2}|[0-9#*]\ufe0f?\u20e3|(?:\p{Extended_Pictographic}\ufe0f|(?!\p{RI})\p{Emoji_Presentation}|\p{Emoji_Modifier_Base}(?=\p{EMod}))\p{EMod}?/gu;

const WIDE =
  /[\u1100-\u115f\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\u3247\u3250-\ua4c6\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2fb}\u{1d300}-\u{1d376}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/u;

function columns(character: string): number {
  if (/\p{Mn}|\p{Me}/u.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
