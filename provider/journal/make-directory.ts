import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";

/** Makes a directory and its parents, one at a time: Node's own recursion never ends if the file system answers ENOENT for each of them. */
export function makeDirectory(directory: string, mode?: number): void {
  if (existsSync(directory)) return;
  const parent = path.dirname(directory);
  if (parent !== directory) makeDirectory(parent, mode);
  try {
    mkdirSync(directory, mode);
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
