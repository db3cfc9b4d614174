import { createHash, randomBytes } from "node:crypto";
import { appendFileSync, closeSync, fdatasync, openSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { parseLines } from "./lines";
import type { JournalLine } from "./lines";
import { makeDirectory } from "./make-directory";

/** Readable only by the user who runs the program, like the directory. */
const FILE_MODE = 0o600;
const ENDING = ".jsonl";

const syncToDisk = promisify(fdatasync);

/** The journal file of one process. */
export interface ProcessFile {
  readonly path: string;
  readonly lines: readonly JournalLine[];
  /** The number of the first damaged line, from 1; 0 if there is none. */
  readonly damaged: number;
  /** Whether another process that writes it may still be running. */
  readonly isInUse: boolean;
  /** Whether this process writes it. */
  readonly isOwn: boolean;
}

/**
 * The journal files of one stack, or what the processes of one run tell each other. Each process has its own, so that processes running at
 * the same time need no lock.
 */
export class JournalFiles {
  private own: ProcessFile & { readonly lines: JournalLine[] };
  private readonly known = new Map<string, ProcessFile & { readonly size: number }>();
  private last: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;

  /** @param ending of the names of these files: other files in the directory are not read */
  constructor(
    private readonly directory: string,
    private readonly ending = ENDING,
  ) {
    this.own = newFile(directory, ending);
  }

  /** Those of a run, next to the directory of the stack's journal. */
  static ofRun(directory: string, run: string): JournalFiles {
    const hash = createHash("sha256").update(run).digest("hex").slice(0, 12);
    return new JournalFiles(path.join(path.dirname(directory), "runs"), `-${hash}${ENDING}`);
  }

  /** Removes the files with other endings of processes that have ended. */
  removeOthers(): void {
    for (const name of this.names())
      if (!name.endsWith(this.ending) && !isRunning(pidIn(name)))
        rmSync(path.join(this.directory, name), { force: true });
  }

  /** All files, the oldest first. A file is only read again once it has grown. */
  read(isRepeated = false): ProcessFile[] {
    const ofJournal = this.names()
      .filter((name) => name.endsWith(this.ending))
      .sort();
    const files = ofJournal.map((name) => unlessMissing(() => this.readFile(name)));
    // Another process has just removed a file. What is needed of it may be in a file that did not exist before.
    if (files.includes(undefined) && !isRepeated) return this.read(true);
    return files.filter((file) => file !== undefined);
  }

  /** Other processes see the lines at once. The file is not kept open, because the user may delete it. */
  append(lines: readonly JournalLine[], { flush = false } = {}): void {
    if (lines.length === 0) return;
    for (const line of lines) this.own.lines.push(line);
    makeDirectory(this.directory, 0o700);
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    appendFileSync(this.own.path, text, { mode: FILE_MODE, flush });
  }

  /** Resolves when all lines of this process are on disk. Calls at the same time share one flush. */
  flush(): Promise<void> {
    this.next ??= this.last.then(async () => {
      this.next = undefined;
      const file = openSync(this.own.path, "a", FILE_MODE);
      await syncToDisk(file).finally(() => closeSync(file));
    });
    this.last = this.next.catch(() => undefined);
    return this.next;
  }

  /** Moves these lines of the files to a new one. If the process is killed meanwhile, they are in two files, which is harmless. */
  replace(files: readonly ProcessFile[], lines: readonly JournalLine[]): void {
    this.own = newFile(this.directory, this.ending);
    this.append(lines, { flush: true });
    for (const file of files) rmSync(file.path, { force: true });
  }

  private names(): string[] {
    return unlessMissing(() => readdirSync(this.directory)) ?? [];
  }

  private readFile(name: string): ProcessFile {
    const file = path.join(this.directory, name);
    if (file === this.own.path) return this.own;
    const { size } = statSync(file);
    const known = this.known.get(name);
    if (known?.size === size) return known;
    const pid = pidIn(name);
    const isInUse = pid !== process.pid && isRunning(pid);
    const read = { path: file, size, isInUse, isOwn: false, ...parseLines(readFileSync(file, "utf8")) };
    this.known.set(name, read);
    return read;
  }
}

function newFile(directory: string, ending: string): ProcessFile & { readonly lines: JournalLine[] } {
  const name = `${Date.now()}-${process.pid}-${randomBytes(4).toString("hex")}${ending}`;
  return { path: path.join(directory, name), lines: [], damaged: 0, isInUse: false, isOwn: true };
}

function pidIn(name: string): number {
  return Number(name.split("-")[1]);
}

function unlessMissing<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}

/** Whether the process exists, perhaps as another user's. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
