import { appendFileSync } from "node:fs";
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import path from "node:path";
import { makeFolder } from "./folder";

/** Adds lines to the end of a file. */
export interface Appender {
  /** Resolves when the text is on disk. Texts added at the same time are written together. */
  add(text: string): Promise<void>;
  /** The same, synchronously: for the end of a process. */
  addNow(text: string): void;
}

/** Only the user who runs the program may read it. */
const FILE_MODE = 0o600;

export function createAppender(file: string): Appender {
  let waiting: string[] = [];
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  async function write(): Promise<void> {
    next = undefined;
    const texts = waiting;
    waiting = [];
    // Not kept open: the file is removed between two of its lines once everything in it is over.
    const opened = await open(file, "a", FILE_MODE).catch((error: unknown) => openInNewFolder(file, error));
    try {
      await opened.appendFile(texts.join(""));
      await opened.datasync();
    } finally {
      await opened.close();
    }
  }

  return {
    add(text) {
      waiting.push(text);
      if (!next) {
        next = last.then(write);
        last = next.catch(() => undefined);
      }
      return next;
    },
    addNow: (text) => appendFileSync(file, text, { mode: FILE_MODE }),
  };
}

/** Makes the folder, if that is what was missing. */
function openInNewFolder(file: string, error: unknown): Promise<FileHandle> {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  makeFolder(path.dirname(file));
  return open(file, "a", FILE_MODE);
}
