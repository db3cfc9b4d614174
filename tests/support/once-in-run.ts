import { existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { eventually } from "./engine-cli";
import { temporaryFolder } from "./temporary-folder";

const MAKING_MS = 600_000;

/**
 * A folder that the first test file to need it fills, and all others of the test run share. `npm test` provides the folder;
 * without it, each test file has its own.
 */
export async function onceInRun(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(process.env.TEST_RUN_FOLDER ?? folderOfFile(), name);
  const filled = `${folder}.filled`;
  while (!existsSync(filled)) {
    if (isFirst(folder)) await fillOrRemove(folder, filled, fill);
    else await eventually(name, () => existsSync(filled) || !existsSync(folder), MAKING_MS);
  }
  return folder;
}

let ofFile: string | undefined;

function folderOfFile(): string {
  return (ofFile ??= temporaryFolder());
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  }
}

/** If it fails, the next test file tries again, and reports the error itself. */
async function fillOrRemove(folder: string, filled: string, fill: (folder: string) => Promise<void>): Promise<void> {
  try {
    await fill(folder);
    mkdirSync(filled);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
