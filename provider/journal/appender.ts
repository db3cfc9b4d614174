import { appendFileSync, mkdirSync } from "node:fs";
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import path from "node:path";

/** Adds lines to the end of a file. */
export interface Appender {
  /** Resolves when the text is on disk. What is added at the same time is written together. */
  add(text: string): Promise<void>;
  /** The same at once, for the end of a process. */
  addNow(text: string): void;
  /** The file is gone: the next text begins another. */
  forget(): void;
}

/** Only the user who runs the program may read it. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

export function createAppender(file: string): Appender {
  let handle: Promise<FileHandle> | undefined;
  let waiting: string[] = [];
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  async function openFile(): Promise<FileHandle> {
    mkdirSync(path.dirname(file), { recursive: true, mode: FOLDER_MODE });
    return open(file, "a", FILE_MODE);
  }

  async function write(): Promise<void> {
    next = undefined;
    const texts = waiting;
    waiting = [];
    handle ??= openFile();
    handle.catch(() => (handle = undefined));
    const opened = await handle;
    await opened.appendFile(texts.join(""));
    await opened.datasync();
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
    forget() {
      handle?.then((opened) => opened.close()).catch(() => undefined);
      handle = undefined;
    },
  };
}
