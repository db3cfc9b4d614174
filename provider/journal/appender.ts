import { appendFileSync } from "node:fs";
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import path from "node:path";
import { makeDirectory } from "./files";

export interface Appender {
  /** Resolves when the text is on disk. Texts added at the same time are flushed together. */
  add(text: string): Promise<void>;
  /** Synchronous, for use when the process exits. */
  addNow(text: string): void;
}

/** Readable only by the user who runs the program. */
const FILE_MODE = 0o600;

export function createAppender(file: string): Appender {
  let waiting: string[] = [];
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  async function write(): Promise<void> {
    next = undefined;
    const texts = waiting;
    waiting = [];
    // Not kept open, because the file may be removed between two writes, once nothing in it is needed any more.
    const opened = await open(file, "a", FILE_MODE).catch((error: unknown) => openInNewDirectory(file, error));
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

/** Creates the directory if it is missing; rethrows any other error. */
function openInNewDirectory(file: string, error: unknown): Promise<FileHandle> {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  makeDirectory(path.dirname(file));
  return open(file, "a", FILE_MODE);
}
