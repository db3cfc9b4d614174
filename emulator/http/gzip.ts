import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { ErrorResponse } from "../interface/errors";
import { failure, refused } from "../interface/errors";

/** Maximum sizes of gzip data, in bytes. */
export interface GzipLimits {
  readonly compressed: number;
  readonly uncompressed: number;
}

/** Large enough to be fast. Only one chunk at a time is held in memory. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Counts the uncompressed bytes of gzip data, which is discarded as it arrives. Undefined if the sender disconnects before the end.
 * Does not read the rest of rejected data.
 * @throws ErrorResponse 400 when it is not one complete gzip file, 413 when it is too large.
 */
export function measureGzip(data: Readable, limits: GzipLimits): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    // An earlier disconnect emits no further event.
    if (data.destroyed) return resolve(undefined);
    const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
    let [compressed, uncompressed] = [0, 0];
    const stop = () => {
      data.off("data", count);
      data.unpipe(gunzip);
      gunzip.destroy();
    };
    const refuse = (error: ErrorResponse) => {
      stop();
      reject(error);
    };
    const refuseAbove = (limit: number, bytes: number, what: string) => {
      if (bytes > limit) refuse(tooLarge(what, limit));
    };
    const count = (chunk: Buffer) => {
      compressed += chunk.length;
      refuseAbove(limits.compressed, compressed, "compressed");
    };
    data.on("data", count);
    gunzip.on("data", (chunk: Buffer) => {
      uncompressed += chunk.length;
      refuseAbove(limits.uncompressed, uncompressed, "uncompressed");
    });
    gunzip.on("error", () => refuse(notGzip()));
    gunzip.on("end", () => {
      // gunzip does not consume bytes after the end of the gzip data, such as zeros.
      if (data.readableEnded && gunzip.bytesWritten === compressed) resolve(uncompressed);
      else refuse(notGzip());
    });
    data.on("error", () => undefined);
    data.on("close", () => {
      if (data.readableEnded) return;
      stop();
      resolve(undefined);
    });
    data.pipe(gunzip);
  });
}

export function tooLarge(what: string, limit: number): ErrorResponse {
  return failure(413, `The ${what} data is larger than ${limit} bytes`);
}

function notGzip(): ErrorResponse {
  return refused("The data is not one complete gzip file");
}
