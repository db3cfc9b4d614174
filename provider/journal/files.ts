import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, rmSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { parseLines } from "./lines";
import type { Line } from "./lines";

/** The journal file of one process. */
export interface ProcessFile {
  readonly path: string;
  readonly lines: readonly Line[];
  /** The numbers of the damaged lines, from 1. */
  readonly damaged: readonly number[];
  /** Whether the process that writes it may still be running. */
  readonly isInUse: boolean;
}

const ENDING = ".jsonl";

/** Each process has its own file, so that processes running at the same time need no lock. */
export function newFilePath(directory: string): string {
  return path.join(directory, `${Date.now()}-${process.pid}-${randomBytes(4).toString("hex")}${ENDING}`);
}

/** All journal files, the oldest first; none if the directory does not exist. */
export function readFiles(directory: string): ProcessFile[] {
  return fileNamesIn(directory)
    .filter((name) => name.endsWith(ENDING))
    .sort()
    .flatMap((name) => {
      const file = path.join(directory, name);
      const text = readText(file);
      return text === undefined ? [] : [{ path: file, ...parseLines(text), isInUse: isRunning(processOf(name)) }];
    });
}

/** Paths and sizes of the files of running processes. */
export function filesInUse(directory: string): readonly { readonly path: string; readonly size: number }[] {
  return fileNamesIn(directory)
    .filter((name) => name.endsWith(ENDING) && (processOf(name) === process.pid || isRunning(processOf(name))))
    .flatMap((name) => {
      const file = path.join(directory, name);
      const size = statSync(file, { throwIfNoEntry: false })?.size;
      return size === undefined ? [] : [{ path: file, size }];
    });
}

export function linesIn(file: string): readonly Line[] {
  return parseLines(readText(file) ?? "").lines;
}

export function removeFile(file: string): void {
  rmSync(file, { force: true });
}

/** Creates one directory after another, because Node's recursive `mkdir` never returns below /proc. */
export function makeDirectory(directory: string): void {
  try {
    makeOne(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || path.dirname(directory) === directory) throw error;
    makeDirectory(path.dirname(directory));
    makeOne(directory);
  }
}

/** Another process may create it at the same time. */
function makeOne(directory: string): void {
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function fileNamesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return [];
  }
}

/** Undefined if another process has just removed the file. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}

function processOf(name: string): number {
  return Number(name.split("-")[1]);
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
