import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder in memory, if the system has one: files that tests write by the thousand need not wait for a disk. */
export const IN_MEMORY = existsSync("/dev/shm") ? "/dev/shm" : os.tmpdir();

/** A new folder with these files, which is deleted after the last test of the file. */
export function temporaryFolder(files: Readonly<Record<string, string>> = {}, parent = os.tmpdir()): string {
  const folder = realpathSync(mkdtempSync(path.join(parent, "pulumi-compute-test-")));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}
