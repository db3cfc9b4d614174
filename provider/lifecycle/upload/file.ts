import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { ReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { isGzip } from "./compress";

/** Reveals whether a file has changed, without hashing it. */
export interface FileStamp {
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  readonly isGzip: boolean;
}

/** Large, because with a file of several GB the overhead per chunk would dominate. */
const PIECE_BYTES = 256 * 1024;

/**
 * Inspects a file to upload. Relative paths are resolved against the program's directory.
 * @returns the stamp, or what is wrong with the file
 */
export async function inspectFile(path: string): Promise<FileStamp | string> {
  const shown = resolve(path);
  try {
    // Checked before opening, because opening a named pipe blocks until it has a writer.
    const found = await stat(shown);
    if (found.isDirectory()) return `${shown} is a directory`;
    if (!found.isFile()) return `${shown} is not a regular file`;
    if (found.size === 0) return `${shown} is empty`;
    return { size: found.size, modified: Math.round(found.mtimeMs), isGzip: isGzip(await beginningOf(shown)) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return `${shown} does not exist`;
    return `${shown} cannot be read (${code ?? "unknown error"})`;
  }
}

async function beginningOf(path: string): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

export function readFile(path: string): ReadStream {
  return createReadStream(resolve(path), { highWaterMark: PIECE_BYTES });
}

/** SHA-256 of the file's bytes, in hexadecimal. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of readFile(path)) hash.update(piece as Buffer);
  return hash.digest("hex");
}

export function hashOfText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
