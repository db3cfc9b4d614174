import { createHash } from "node:crypto";
import { Transform, pipeline } from "node:stream";
import type { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { CloudError } from "../../api/errors";

/** Detects gzip by the first bytes, not by the file name. */
export function isGzip(beginning: Uint8Array): boolean {
  return beginning[0] === 0x1f && beginning[1] === 0x8b;
}

export interface PackOptions {
  /** Data that is already gzip passes through unchanged. */
  readonly isGzip: boolean;
  /** The SHA-256 that the incoming data must have, if any. */
  readonly expectedHash?: string | undefined;
  /** Maximum number of output bytes. */
  readonly maxBytes: number;
  /** Called for each chunk with the total bytes in and out. If it throws, the stream fails. */
  readonly watch: (bytesIn: number, bytesOut: number) => void;
}

/**
 * Compresses the data with gzip as a stream. If the data is too large or has an unexpected hash, the stream fails instead of ending, and
 * its output up to then is incomplete gzip.
 */
export function compress(source: Readable, { isGzip, expectedHash, maxBytes, watch }: PackOptions): Readable {
  const hash = createHash("sha256");
  let [bytesIn, bytesOut] = [0, 0];
  const tapIn = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      bytesIn += piece.length;
      done(null, piece);
    },
    flush(done) {
      if (bytesIn === 0) return done(new CloudError("The data to upload is empty."));
      const isExpected = expectedHash === undefined || hash.digest("hex") === expectedHash;
      done(isExpected ? null : changedMeanwhile());
    },
  });
  const tapOut = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytesOut += piece.length;
      try {
        if (bytesOut > maxBytes) throw tooLargeError(maxBytes);
        watch(bytesIn, bytesOut);
        done(null, piece);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  const steps = isGzip ? [source, tapIn, tapOut] : [source, tapIn, createGzip(), tapOut];
  // `pipeline` destroys the last stream with the error of any other, so the error is handled there.
  pipeline(steps as [Readable, Transform], () => undefined);
  return tapOut;
}

function changedMeanwhile(): CloudError {
  return new CloudError(
    "The data has changed since preview read it, so the result would differ from the plan. " +
      "Run the same command again once nothing is writing to it.",
  );
}

export function tooLargeError(maxBytes: number): CloudError {
  return new CloudError(
    `The compressed data is larger than ${maxBytes / 1024 ** 3} GiB, the maximum that the API accepts.`,
  );
}
