import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeDirectory } from "../../provider/journal/make-directory";
import { UsageError } from "../terminal/command";
import { printFile } from "./printer/file";
import type { SourceFile } from "./code";

/** Entries that the directory of a new project may contain. */
const HARMLESS = [".git"];

/**
 * Resolves the directory for a new project. Writes nothing yet.
 * @throws UsageError if it is not a directory, or not empty
 */
export function prepareDirectory(path: string): string {
  const directory = resolve(path);
  const [present] = entriesOf(directory).filter((name) => !HARMLESS.includes(name));
  if (present !== undefined)
    throw new UsageError(`--into: ${path} is not empty (contains ${present}). Use a new or empty directory.`);
  return directory;
}

function entriesOf(directory: string): string[] {
  if (!existsSync(directory)) return [];
  if (!statSync(directory).isDirectory()) throw new UsageError(`--into: ${directory} is not a directory.`);
  return readdirSync(directory);
}

/** Writes the files of a program, and the others of its project, with their names. */
export function writeProject(
  directory: string,
  sources: readonly SourceFile[],
  others: readonly (readonly [string, string])[],
): void {
  const printed = sources.map((file) => [`${file.name}.ts`, printFile(file)] as const);
  makeDirectory(directory);
  for (const [name, text] of [...others, ...printed]) writeFileSync(join(directory, name), text, { flag: "wx" });
}
