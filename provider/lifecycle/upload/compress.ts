import { createHash } from "node:crypto";
import { Transform, pipeline } from "node:stream";
import type { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { CloudError } from "../../api/errors";

/** Whether data that starts like this is gzip: by its first bytes, not by its name. */
export function isGzip(beginning: Uint8Array): boolean {
  return beginning[0] === 0x1f && beginning[1] === 0x8b;
}

export interface PackOptions {
  /** Data that is already gzip passes through unchanged. */
  readonly isGzip: boolean;
  /** The expected SHA-256 of the incoming data, if it matters. */
  readonly expectedHash?: string | undefined;
  /** The most bytes that may come out. */
  readonly mostBytes: number;
  /** Called for each chunk with the total bytes in and out. Throwing ends the stream. */
  readonly watch: (bytesIn: number, bytesOut: number) => void;
}

/**
 * Compresses the data with gzip as a stream. If the data is too large or not what was expected, the stream fails
 * instead of ending; the output up to then is incomplete gzip.
 */
export function pack(source: Readable, { isGzip, expectedHash, mostBytes, watch }: PackOptions): Readable {
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
        if (bytesOut > mostBytes) throw tooLarge(mostBytes);
        watch(bytesIn, bytesOut);
        done(null, piece);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  const steps = isGzip ? [source, tapIn, tapOut] : [source, tapIn, createGzip(), tapOut];
  // An error in any step destroys the last one with the same error, where it is handled.
  pipeline(steps as [Readable, Transform], () => undefined);
  return tapOut;
}

function changedMeanwhile(): CloudError {
  return new CloudError(
    "The data has changed since preview read it, so the result would differ from the plan. " +
      "Run `pulumi up` again once nothing is writing to it.",
  );
}

/** The error for more than a number of bytes. */
export function tooLarge(mostBytes: number): CloudError {
  return new CloudError(
    `The compressed data is larger than ${mostBytes / 1024 ** 3} GiB, the maximum that the API accepts.`,
  );
}
