import { createHash } from "node:crypto";
import type { ZoneFile } from "./records";
import type { Remark } from "./tokens";

/** What to say of a file, and a digest of it without the lines, which tells whether it was said before. */
export interface Remarks {
  readonly texts: readonly string[];
  readonly digest: string;
}

/** What a file has and the service cannot have as it is, `where` the records are. */
export function remarksOn({ leftOut, otherTtls }: ZoneFile, where: string): Remarks | undefined {
  const parts = [
    { all: leftOut, says: `not in the ${where}` },
    { all: otherTtls, says: "other TTLs" },
  ].filter(({ all }) => all.length > 0);
  if (parts.length === 0) return undefined;
  const said = [...leftOut, ...otherTtls].map(({ reason, text = "" }) => [reason, text]).sort();
  return {
    texts: parts.map(({ all, says }) => `zoneFile: ${says}: ${remarksIn(all).join("; ")}`),
    digest: createHash("sha256").update(JSON.stringify(said)).digest("hex").slice(0, 8),
  };
}

/** The file, whose remarks show nothing of it but lines. */
export function withoutText(file: ZoneFile): ZoneFile {
  const hidden = (all: readonly Remark[]): readonly Remark[] =>
    all.map(({ line }) => ({ line, reason: "not shown, because the file is secret" }));
  const { problems, leftOut, otherTtls } = file;
  return { ...file, problems: hidden(problems), leftOut: hidden(leftOut), otherTtls: hidden(otherTtls) };
}

/** A message about records, of which those after the first `own` are from a file: they have its line instead of an index. */
export function inLines(message: string, own: number, lines: readonly number[]): string {
  return message.replace(/\brecords\[(\d+)\]/g, (path, index) => {
    const line = lines[Number(index) - own];
    return line === undefined ? path : `zoneFile line ${line}`;
  });
}

const MAX_REMARKS = 20;
const MAX_LINES = 10;
const MAX_TEXT = 60;

/** The remarks in words, up to a number that a person reads: one for each reason, with its lines and the text of the first. */
export function remarksIn(remarks: readonly Remark[]): string[] {
  const byReason = new Map<string, Remark[]>();
  for (const remark of remarks) {
    const alike = byReason.get(remark.reason);
    if (alike) alike.push(remark);
    else byReason.set(remark.reason, [remark]);
  }
  const words = Array.from(byReason, ([reason, alike]) => {
    const lines = [...new Set(alike.map(({ line }) => line))];
    const more = lines.length > MAX_LINES ? ` and ${lines.length - MAX_LINES} more` : "";
    const { text = "" } = alike[0] ?? {};
    const quoted = text === "" ? "" : ` ("${text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text}")`;
    return `line${lines.length > 1 ? "s" : ""} ${lines.slice(0, MAX_LINES).join(", ")}${more}: ${reason}${quoted}`;
  });
  const more = words.length - MAX_REMARKS;
  return more > 0 ? [...words.slice(0, MAX_REMARKS), `and ${more} more like these`] : words;
}
