import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../../command";
import { printFile } from "../printer/file";
import type { Program } from "../program";
import { projectFiles } from "./files";

/** Entries that the directory of a new project may contain. */
const HARMLESS = [".git"];

/**
 * Resolves the directory for a new project. Writes nothing yet.
 * @throws UsageError if it is not a directory, or not empty
 */
export function prepareFolder(path: string): string {
  const folder = resolve(path);
  const [present] = entriesOf(folder).filter((name) => !HARMLESS.includes(name));
  if (present !== undefined)
    throw new UsageError(`--into: ${path} is not empty (contains ${present}). Use a new or empty directory.`);
  return folder;
}

function entriesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  if (!statSync(folder).isDirectory()) throw new UsageError(`--into: ${folder} is not a directory.`);
  return readdirSync(folder);
}

/**
 * Writes the program and the other files of its project.
 * @param version of this package
 */
export function writeProject(folder: string, program: Program, version: string): void {
  const sources = program.files.map((file) => [`${file.name}.ts`, printFile(file)] as const);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of [...projectFiles(folder, program, version), ...sources]) {
    writeFileSync(join(folder, name), text, { flag: "wx" });
  }
}
