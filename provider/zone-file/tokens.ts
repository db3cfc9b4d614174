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

/** What a user must know about a line. */
export interface Remark {
  readonly line: number;
  readonly reason: string;
  /** The entry, where its text helps to see what it is. */
  readonly text?: string;
}

/** What is wrong with an entry. */
export class Unusable extends Error {}

/** Why a valid entry is no record of the service. */
export class LeftOut extends Error {}

/** White space, a comment, a parenthesis, a text in quotes with its end or without it, or a word. */
const PIECE = /[ \t]+|;[^\n]*|\n|[()]|"(?:[^"\\\n]|\\[^\n])*("?)|(?:[^ \t\n;()"\\]|\\[^\n]|\\(?=\n|$))+/gy;

/** Splits a zone file into entries. Reports quotes and parentheses that do not match, and what is no text. */
export function entriesOf(text: string): { readonly entries: readonly Entry[]; readonly problems: readonly Remark[] } {
  const entries: Entry[] = [];
  const problems: Remark[] = [];
  // Line ends of all systems, and a byte-order mark before each of several files that were joined.
  const lines = text.replace(/\r\n?/g, "\n").replace(/^\ufeff/gm, "");
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
  if (/[\0\ufffe]/.test(lines))
    return { entries, problems: [{ line, reason: "no text in UTF-8: save the file in it" }] };
  for (const [piece, endQuote] of lines.matchAll(PIECE)) {
    const isSpace = /^[ \t]/.test(piece);
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
      // What a program reads as UTF-8 has this character for every byte that is none.
      if (piece.includes("\ufffd")) problems.push({ line, reason: "bytes that are not UTF-8" });
      tokens.push({ line, raw: isQuoted ? piece.slice(1, endQuote === "" ? undefined : -1) : piece, isQuoted });
    }
  }
  if (opened !== undefined) problems.push({ line: opened, reason: '"(" without ")"' });
  finish();
  return { entries, problems };
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The text that tokens stand for together: `\"` is a quote, and `\195` one byte of a character.
 * @throws Unusable if it is none
 */
export function textOf(tokens: readonly Token[]): string {
  const raw = tokens.map((token) => token.raw);
  if (!raw.some((one) => one.includes("\\"))) return raw.join("");
  const bytes = raw.flatMap((one) =>
    Array.from(one.matchAll(/\\(\d{3})|\\(\D)|([^\\]+)|(\\.{0,3})/gsu), ([, code, escaped, plain, wrong]) => {
      if (wrong !== undefined || Number(code) > 255) throw new Unusable(`"${wrong ?? `\\${code}`}" is no escape`);
      return code === undefined ? Buffer.from(escaped ?? plain ?? "") : Buffer.from([Number(code)]);
    }),
  );
  try {
    return UTF8.decode(Buffer.concat(bytes));
  } catch {
    throw new Unusable("bytes that are not UTF-8, which the service cannot have");
  }
}
