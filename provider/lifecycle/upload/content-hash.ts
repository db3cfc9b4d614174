import { isDeepStrictEqual } from "node:util";
import { sourceOf } from "../../definition/source";
import type { UploadSource } from "../../definition/source";
import type { Failure } from "../../definition/types";
import { hashOfFile, hashOfText, inspectFile } from "./file";
import type { FileStamp } from "./file";
import type { UploadRule } from "../../definition/creation";
import type { Values } from "../../definition/values";
import { UNKNOWN, hasUnknown } from "../../definition/values";
import { OPTIONS, isIgnored, optionsOf, isSame, withDerived } from "../state";
import type { ResourceCall } from "../context";
import type { Options } from "../state";

/** Reading a file of this size takes noticeable time, so it is reported. */
const WORTH_SAYING = 100e6;

export interface Identified {
  readonly args: Values;
  readonly failures: readonly Failure[];
}

/**
 * Adds the hash of the data to the inputs, unless the user gave one, so that a preview shows changed data as a replacement. A file with the
 * same path, size and modification time is not read again. A hash from the user takes precedence: while it stays the same, the file need
 * not exist.
 */
export async function identifyContent(
  { definition, args: news, context }: ResourceCall,
  olds: Values,
): Promise<Identified> {
  const rule = definition.creation?.upload;
  const same = { args: news, failures: [] };
  const from = rule && news[rule.from];
  if (!rule || from === undefined || from === null) return same;
  const options = optionsOf(news);
  const derived = withDerived(options, rule.from, [rule.by]);
  // What shows a secret file is not noted, so such a file is read each time.
  const withNotes = (hash: unknown, content?: Options["content"]): Values => ({
    ...news,
    [rule.by]: hash,
    [OPTIONS]: { ...derived, ...(content && { content: derived === options ? content : {} }) },
  });
  const given = news[rule.by] ?? undefined;
  const before = olds[rule.by];
  if (given === undefined && before !== undefined && [rule.from, rule.by].some((name) => isIgnored(news, name))) {
    return { args: withNotes(before, optionsOf(olds).content), failures: [] };
  }
  if (hasUnknown(from)) return given === undefined ? { ...same, args: { ...news, [rule.by]: UNKNOWN } } : same;
  const hashRule = definition.args[rule.by];
  const source = sourceOf(from);
  if (!source || (given !== undefined && hashRule && isSame(hashRule, [given, before], news))) return same;
  const found = source.kind === "file" ? await inspectFile(source.path) : undefined;
  const problem = typeof found === "string" ? found : whatIsWrong(rule, source, found);
  if (problem !== undefined) return { args: news, failures: [{ path: rule.from, reason: problem }] };
  if (given !== undefined) return same;
  if (source.kind === "url") return { ...same, args: withNotes(hashOfText(source.url)) };
  if (source.kind === "text") return { ...same, args: withNotes(hashOfText(source.text), {}) };
  const { size, modified } = found as FileStamp;
  const stamp = { path: source.path, size, modified };
  const isAsBefore = before !== undefined && isDeepStrictEqual(optionsOf(olds).content, stamp);
  const load = (): Promise<string> => {
    if (size >= WORTH_SAYING)
      context.progress(`hashing ${source.path} (${Math.round(size / 1e6)} MB) to detect later changes`);
    return hashOfFile(source.path);
  };
  const hash = isAsBefore ? before : await context.memory.hashes.load(JSON.stringify(stamp), load);
  return { ...same, args: withNotes(hash, stamp) };
}

function whatIsWrong({ maxBytes }: UploadRule, source: UploadSource, found: FileStamp | undefined): string | undefined {
  if (source.kind === "text" && source.text === "") return "is empty";
  if (!found?.isGzip || found.size <= maxBytes) return undefined;
  return `has ${found.size} bytes; the maximum is ${maxBytes}`;
}
