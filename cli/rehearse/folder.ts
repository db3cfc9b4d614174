import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { connect, createServer } from "node:net";
import os from "node:os";
import path from "node:path";

const PREFIX = "pulumi-compute-rehearsal-";
/** A socket that its rehearsal listens on. */
const LOCK = "lock";
/** A folder that is older has its lock. */
const BEGUN_MS = 60_000;

/** A temporary folder of this process. */
export interface Folder {
  readonly path: string;
  readonly remove: () => void;
}

/** @throws Error if there is no directory for temporary files */
export function requireTemporary(): void {
  const directory = os.tmpdir();
  if (existsSync(directory)) return;
  throw new Error(
    `The directory for temporary files, ${directory}, does not exist. Create it, or set TMPDIR to another one.`,
  );
}

/** @throws Error on Windows, which has neither `sh`, named pipes nor groups of processes, with which a rehearsal ends what it has started */
export function requireProcessGroups(platform: NodeJS.Platform = process.platform): void {
  if (platform === "win32") throw new Error("rehearse does not run on Windows. Run it on Linux or macOS, or in WSL.");
}

/** Makes a folder, and removes those that killed rehearsals left. Nothing can read these: the passphrase was in memory only. */
export async function makeFolder(): Promise<Folder> {
  await removeStale();
  const folder = mkdtempSync(path.join(os.tmpdir(), PREFIX));
  const lock = createServer((socket) => socket.destroy());
  const remove = (): void => {
    process.off("exit", remove);
    lock.close();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", remove);
  try {
    await new Promise<void>((resolve, reject) => lock.once("error", reject).listen(path.join(folder, LOCK), resolve));
  } catch (error) {
    remove();
    throw error;
  }
  lock.unref();
  return { path: folder, remove };
}

async function removeStale(): Promise<void> {
  const folders = readdirSync(os.tmpdir()).filter((one) => one.startsWith(PREFIX));
  for (const folder of folders.map((one) => path.join(os.tmpdir(), one))) {
    try {
      if (!(await isHeld(folder))) rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another user's, or removed meanwhile.
    }
  }
}

/** Whether its process still exists, in whichever container: the kernel knows who listens, and process IDs are other ones there. */
async function isHeld(folder: string): Promise<boolean> {
  const lock = path.join(folder, LOCK);
  if (!existsSync(lock)) return Date.now() - statSync(folder).mtimeMs < BEGUN_MS;
  return new Promise((resolve) => {
    const socket = connect(lock, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code !== "ECONNREFUSED" && code !== "ENOENT"));
  });
}
