import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../../command";
import { printFile } from "../printer/file";
import type { Program } from "../program";
import { projectFiles } from "./files";

/** What may be in the folder already. */
const HARMLESS = [".git"];

/**
 * The folder of a new project; nothing is written into it yet.
 * @throws UsageError when there is something in it that could be overwritten
 */
export function prepareFolder(path: string): string {
  const folder = resolve(path);
  const [present] = entriesOf(folder).filter((name) => !HARMLESS.includes(name));
  if (present !== undefined)
    throw new UsageError(`--into: ${path} is not empty (${present}). Name a new or empty folder.`);
  return folder;
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw new UsageError(`--into: ${folder} cannot be used: ${(error as Error).message}`);
  }
}

/** Writes the program, and what it takes to run it. */
export function writeProject(folder: string, program: Program): void {
  const sources = program.files.map((file) => [`${file.name}.ts`, printFile(file)] as const);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of [...projectFiles(folder, program), ...sources]) {
    writeFileSync(join(folder, name), text, { flag: "wx" });
  }
}
