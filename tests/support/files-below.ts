import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Paths of the files in a folder whose bytes contain the text. */
export function filesContaining(folder: string, text: string): string[] {
  return filesBelow(folder).filter((file) => readFileSync(file).includes(text));
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
