/** A word of a zone file, or a text in quotes. */
export interface Token {
  readonly line: number;
  /** As written, without the quotes. */
  readonly raw: string;
  readonly isQuoted: boolean;
}

/** The words up to the end of a line, or of the parentheses in it (RFC 1035, 5.1). */
export interface Entry {
  readonly line: number;
  /** It begins with white space, so it has the same owner as the entry before. */
  readonly continues: boolean;
  readonly tokens: readonly Token[];
}

/** What is wrong in a line, or what is left out. */
export interface Remark {
  readonly line: number;
  readonly reason: string;
}

/** White space, a comment, a parenthesis, a text in quotes with its end or without it, or a word. */
const PIECE = /[^\S\n]+|;[^\n]*|\n|[()]|"(?:[^"\\\n]|\\[^\n])*("?)|(?:[^\s;()"\\]|\\[^\n]|\\(?=\n|$))+/gy;

/** Splits a zone file into entries. Reports quotes and parentheses that do not match. */
export function entriesOf(text: string): { readonly entries: readonly Entry[]; readonly problems: readonly Remark[] } {
  const entries: Entry[] = [];
  const problems: Remark[] = [];
  let line = 1;
  let opened: number | undefined;
  let tokens: Token[] = [];
  let continues = false;
  let isLineStart = true;
  const finish = (): void => {
    const [first] = tokens;
    if (first) entries.push({ line: first.line, continues, tokens });
    tokens = [];
    isLineStart = true;
  };
  for (const [piece, endQuote] of text.matchAll(PIECE)) {
    const isSpace = piece !== "\n" && piece.trim() === "";
    if (isLineStart) continues = isSpace;
    isLineStart = false;
    if (piece === "\n") {
      if (opened === undefined) finish();
      line++;
    } else if (piece === "(") {
      if (opened !== undefined) problems.push({ line, reason: `"(" within the parentheses of line ${opened}` });
      opened ??= line;
    } else if (piece === ")") {
      if (opened === undefined) problems.push({ line, reason: '")" without "("' });
      opened = undefined;
    } else if (!isSpace && !piece.startsWith(";")) {
      const isQuoted = piece.startsWith('"');
      if (isQuoted && endQuote === "") problems.push({ line, reason: "a quoted text that does not end in its line" });
      tokens.push({ line, raw: isQuoted ? piece.slice(1, endQuote === "" ? undefined : -1) : piece, isQuoted });
    }
  }
  if (opened !== undefined) problems.push({ line: opened, reason: '"(" without ")"' });
  finish();
  return { entries, problems };
}

/** The text that a token stands for: `\"` is a quote, and `\195` one byte of a character. */
export function textOf({ raw }: Token): string {
  if (!raw.includes("\\")) return raw;
  const parts = Array.from(raw.matchAll(/\\(\d{3})|\\(.)|([^\\]+|\\)/gsu), ([, code, escaped, plain]) =>
    code === undefined ? Buffer.from(escaped ?? plain ?? "") : Buffer.from([Number(code) & 255]),
  );
  return Buffer.concat(parts).toString();
}
