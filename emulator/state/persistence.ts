import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { AccountSeed } from "../public-types";
import { FileLock } from "./file-lock";
import type { ChangeLog, Store } from "./store";
import type { TableChange } from "./table";

const FORMAT = "compute-emulator/1";

/** The start of every data file. */
const BEGINNING = `{"format":${JSON.stringify(FORMAT)}`;

/** The file is rewritten when the lines appended since the last rewrite exceed this multiple of the stored rows. */
const COMPACT_RATIO = 4;
const COMPACT_MINIMUM_LINES = 5_000;
const SNAPSHOT_CHANGES_PER_LINE = 500;

interface Header {
  readonly format: string;
  readonly brand: string;
  readonly ids: { readonly [table: string]: number };
  /** ID of the account; absent in files of earlier versions. */
  readonly account?: string;
  /** What the account has besides its objects; absent if it is the emulator's own. */
  readonly seed?: AccountSeed;
  /** Number of snapshot lines that follow the header; absent in files of earlier versions. */
  readonly lines?: number;
}

export interface DataFileContent {
  readonly brand: string;
  readonly store: Store;
  /** The ID of a copied account, and what it has besides its objects. */
  readonly copied?: { readonly id: string | undefined; readonly seed: AccountSeed } | undefined;
}

/**
 * The data file: a header line, the lines of the last snapshot, then one line per commit. A line is handed to the operating system
 * before the response is sent, so killing the process loses no acknowledged change; a truncated line was not acknowledged. Closing
 * rewrites the file, so that later truncation is detected.
 */
export class DataFile implements ChangeLog {
  private readonly brand: string;
  private readonly store: Store;
  private descriptor: number;
  private bytes: number;
  private lines: number;
  private account: string | undefined;
  private unstored: AccountSeed | undefined;

  /** ID of the account that the file contains. */
  get accountId(): string | undefined {
    return this.account;
  }

  /** What the account has besides its objects; undefined if it is the emulator's own. */
  get seed(): AccountSeed | undefined {
    return this.unstored;
  }

  /**
   * Loads the file into the store and opens it for further commits; a new file gets what the store has. Follows symbolic links.
   * @param copied what a new file keeps of a copied account
   * @throws Error when the file is not a complete data file with this brand, or is in use by another emulator.
   */
  static open(path: string, content: DataFileContent): DataFile {
    const real = existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
    const lock = FileLock.take(real);
    try {
      return new DataFile(real, content, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  private constructor(
    private readonly path: string,
    { brand, store, copied }: DataFileContent,
    private readonly lock: FileLock,
  ) {
    this.brand = brand;
    this.store = store;
    this.account = copied?.id;
    this.unstored = copied?.seed;
    discardUnfinished(nextOf(path));
    if (existsSync(path)) {
      const content = readFileSync(path);
      this.bytes = content.lastIndexOf("\n") + 1;
      // A non-empty file always has a complete header, because it is written in full before it is renamed into place.
      if (this.bytes === 0 && content.length > 0) throw isBeginning(content) ? incomplete(path) : notOurs(path);
      this.lines = this.replay(content.toString("utf8", 0, this.bytes));
      if (this.bytes < content.length) warnOfUnfinished(path, content.length - this.bytes);
      this.descriptor = openSync(path, "r+");
      ftruncateSync(this.descriptor, this.bytes);
      if (this.account === undefined) this.rewrite();
    } else {
      this.descriptor = openSync(path, "w");
      this.bytes = 0;
      this.lines = 0;
      this.rewrite();
    }
  }

  append(changes: readonly TableChange[]): void {
    const line = Buffer.from(`${JSON.stringify(changes)}\n`);
    try {
      writeAll(this.descriptor, line, this.bytes);
    } catch (error) {
      // A partial line would make everything after it unreadable.
      ftruncateSync(this.descriptor, this.bytes);
      throw error;
    }
    this.bytes += line.length;
    this.lines += 1;
    if (this.lines > COMPACT_MINIMUM_LINES && this.lines > COMPACT_RATIO * this.store.size) this.rewrite();
  }

  /** Replaces the file with a snapshot of the current state. A kill at any time leaves either the old file or the new one. */
  rewrite(): void {
    const temporary = nextOf(this.path);
    const descriptor = openSync(temporary, "w");
    let bytes = 0;
    for (const line of this.snapshotLines()) {
      const buffer = Buffer.from(line);
      writeAll(descriptor, buffer, bytes);
      bytes += buffer.length;
    }
    fsyncSync(descriptor);
    closeSync(descriptor);
    // Windows neither renames nor replaces an open file.
    closeSync(this.descriptor);
    try {
      renameSync(temporary, this.path);
    } finally {
      this.descriptor = openSync(this.path, "r+");
    }
    this.bytes = bytes;
    this.lines = 0;
  }

  close(): void {
    try {
      if (this.lines > 0) this.rewrite();
    } catch {
      // The rewrite can fail, for example on a full disk. The existing file is complete without it.
    } finally {
      closeSync(this.descriptor);
      this.lock.release();
    }
  }

  private *snapshotLines(): Generator<string> {
    const lines = Math.ceil(this.store.size / SNAPSHOT_CHANGES_PER_LINE);
    this.account ??= randomUUID().toUpperCase();
    const header: Header = {
      format: FORMAT,
      brand: this.brand,
      account: this.account,
      ids: this.store.idCounters(),
      ...(this.unstored === undefined ? {} : { seed: this.unstored }),
      lines,
    };
    yield `${JSON.stringify(header)}\n`;
    let changes: TableChange[] = [];
    for (const change of this.store.snapshot()) {
      changes.push(change);
      if (changes.length === SNAPSHOT_CHANGES_PER_LINE) {
        yield `${JSON.stringify(changes)}\n`;
        changes = [];
      }
    }
    if (changes.length > 0) yield `${JSON.stringify(changes)}\n`;
  }

  /** Applies the lines after the header and returns their number. */
  private replay(content: string): number {
    const [first, ...rest] = content.split("\n").slice(0, -1);
    if (first === undefined) return 0;
    const header = this.parseLine(first, 1) as Partial<Header> | null;
    if (header?.format !== FORMAT) throw notOurs(this.path);
    if (header.brand !== this.brand) {
      throw new Error(
        `${this.path} was written with --brand ${header.brand}, not ${this.brand}. Use that brand, or another data file.`,
      );
    }
    if (rest.length < (header.lines ?? 0)) throw incomplete(this.path);
    this.account = header.account;
    this.unstored = header.seed;
    this.store.reserveIds(header.ids ?? {});
    rest.forEach((line, index) => {
      // Safe: the header shows that append or rewrite wrote the line.
      for (const change of this.parseLine(line, index + 2) as TableChange[]) this.store.replay(change);
    });
    return rest.length;
  }

  private parseLine(line: string, number: number): unknown {
    try {
      return JSON.parse(line);
    } catch {
      throw new Error(
        `${this.path}, line ${number} is damaged, or the file is not a data file of this emulator. Restore a copy, or choose another data file.`,
      );
    }
  }
}

/** The temporary file of a rewrite. */
function nextOf(path: string): string {
  return `${path}.new`;
}

/** Removes the temporary file of an interrupted rewrite. */
function discardUnfinished(path: string): void {
  if (!existsSync(path)) return;
  if (!isBeginning(readFileSync(path))) throw notOurs(path);
  rmSync(path);
}

/** Whether the content starts like a data file, even if it is shorter than that start. */
function isBeginning(content: Buffer): boolean {
  return BEGINNING.startsWith(content.subarray(0, BEGINNING.length).toString());
}

function warnOfUnfinished(path: string, bytes: number): void {
  process.stderr.write(
    `emulator: ${path} ends with an incomplete change. Its ${bytes} bytes were discarded; no response was sent for it, ` +
      "unless the file was truncated after the emulator was killed.\n",
  );
}

function incomplete(path: string): Error {
  return new Error(`${path} is incomplete. Restore it from a copy, or delete it to start with an empty account.`);
}

function notOurs(path: string): Error {
  return new Error(`${path} is not a data file of this emulator. Choose another data file.`);
}

function writeAll(descriptor: number, buffer: Buffer, position: number): void {
  let written = 0;
  while (written < buffer.length) {
    written += writeSync(descriptor, buffer, written, buffer.length - written, position + written);
  }
}
