import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { CloudError } from "../../api/errors";
import type { Outgoing, Transfer } from "../../api/transfer";
import type { UploadSource } from "../../definition/source";
import { inspectFile, readFile } from "./file";
import { isGzip, compress, tooLargeError } from "./compress";

export interface PayloadOptions {
  readonly source: UploadSource;
  readonly expectedHash: string | undefined;
  readonly maxBytes: number;
  readonly download: Transfer["download"];
  readonly signal: AbortSignal;
  /** Throws after the deadline. */
  readonly checkTime: () => void;
  readonly progress: (message: string) => void;
}

/** Checked data that can be opened anew for each upload attempt. */
export interface Payload {
  open(): Promise<Outgoing>;
}

/** A new stream of the data. */
interface OpenedData {
  readonly data: Readable;
  readonly bytes: number | undefined;
  readonly isGzip: boolean;
}

/**
 * Checks that the data exists and is not too large, and counts the bytes to send, before anything is reserved. The storage may require the
 * length in advance, so local data that must be compressed is compressed twice: once to count, once to send. A URL is fetched only once,
 * and its data is sent without a length if that is unknown.
 */
export async function preparePayload(options: PayloadOptions): Promise<Payload> {
  const { source, maxBytes } = options;
  if (source.kind === "url") return { open: () => outgoing(options, undefined) };
  const opened = await openSource(options);
  if (opened.isGzip) {
    opened.data.destroy();
    if ((opened.bytes ?? 0) > maxBytes) throw tooLargeError(maxBytes);
    return { open: () => outgoing(options, undefined) };
  }
  const counted = await count(opened, options);
  return { open: () => outgoing(options, counted) };
}

/** Compresses the data only to count the bytes. */
async function count(opened: OpenedData, options: PayloadOptions): Promise<number> {
  const say = inSteps("compressing", opened.bytes, options.progress);
  let bytes = 0;
  const watch = (bytesIn: number, bytesOut: number): void => {
    options.signal.throwIfAborted();
    options.checkTime();
    say(bytesIn);
    bytes = bytesOut;
  };
  const packed = compress(opened.data, { ...options, isGzip: false, watch });
  packed.resume();
  await finished(packed);
  return bytes;
}

async function outgoing(options: PayloadOptions, counted: number | undefined): Promise<Outgoing> {
  const opened = await openSource(options);
  const bytes = opened.isGzip ? opened.bytes : counted;
  if ((bytes ?? 0) > options.maxBytes) {
    opened.data.destroy();
    throw tooLargeError(options.maxBytes);
  }
  const say = inSteps("uploading", bytes, options.progress);
  const watch = (_bytesIn: number, bytesOut: number): void => {
    options.checkTime();
    say(bytesOut);
  };
  say(0);
  return {
    data: compress(opened.data, { ...options, isGzip: opened.isGzip, maxBytes: bytes ?? options.maxBytes, watch }),
    bytes,
  };
}

async function openSource({ source, download, signal }: PayloadOptions): Promise<OpenedData> {
  if (source.kind === "text") {
    const bytes = Buffer.from(source.text);
    return { data: Readable.from([bytes]), bytes: bytes.length, isGzip: isGzip(bytes) };
  }
  if (source.kind === "file") {
    const found = await inspectFile(source.path);
    if (typeof found === "string") throw new CloudError(`No data to upload: ${found}.`);
    return { data: readFile(source.path), bytes: found.size, isGzip: found.isGzip };
  }
  const { data, bytes } = await download(source.url, signal);
  const { beginning, whole } = await peek(data);
  return { data: whole, bytes, isGzip: isGzip(beginning) };
}

/** Reads the first bytes of a stream, and returns them with a stream that still contains all data. */
async function peek(data: Readable): Promise<{ beginning: Buffer; whole: Readable }> {
  const pieces = data[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  let beginning = Buffer.alloc(0);
  while (beginning.length < 2) {
    const next = await pieces.next();
    if (next.done === true) break;
    beginning = Buffer.concat([beginning, next.value]);
  }
  async function* all(): AsyncGenerator<Buffer, void> {
    if (beginning.length > 0) yield beginning;
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value;
  }
  const whole = Readable.from(all(), { objectMode: false });
  whole.once("close", () => data.destroy());
  return { beginning, whole };
}

const MIB = 1024 * 1024;

/** Reports progress about twenty times in total, or from time to time if the size is unknown. */
function inSteps(
  doing: string,
  total: number | undefined,
  progress: (message: string) => void,
): (bytes: number) => void {
  const step = total === undefined ? 64 * MIB : Math.max(MIB, total / 20);
  let next = 0;
  return (bytes) => {
    if (bytes < next) return;
    next = bytes + step;
    const of = total === undefined ? "" : ` of ${megabytes(total)}`;
    progress(`${doing}: ${megabytes(bytes)}${of} MB`);
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
