import { createHash } from "node:crypto";
import { pipeline, Transform } from "node:stream";
import type { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { CloudError } from "../../api/errors";

export interface PackOptions {
  /** Data that is gzip already goes through as it is. */
  readonly isGzip: boolean;
  /** What the SHA-256 of the data as it comes must be; without it, that does not matter. */
  readonly expectedHash?: string | undefined;
  /** Most bytes that may come out. */
  readonly mostBytes: number;
  /** Called for each piece, with the bytes that have come in and the bytes that have gone out. Ends the stream by throwing. */
  readonly watch: (bytesIn: number, bytesOut: number) => void;
}

/**
 * The data, compressed by gzip, piece by piece. It ends with an error, and never with an end, when the data is not what is
 * expected, or too much; what has come out before is incomplete gzip then.
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
      if (bytesIn === 0) return done(new CloudError("The data is empty."));
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
  // What goes wrong anywhere ends the last step with the same error, which is where it is heard.
  pipeline(steps as [Readable, Transform], () => undefined);
  return tapOut;
}

function changedMeanwhile(): CloudError {
  return new CloudError(
    "The data has changed since the preview looked at it, so that this would make something else than what was planned. " +
      "Run `pulumi up` again when nothing writes to it.",
  );
}

/** The refusal of more than a number of bytes. */
export function tooLarge(mostBytes: number): CloudError {
  return new CloudError(
    `The compressed data is larger than ${mostBytes / 1024 ** 3} GiB, which is the most that the service takes.`,
  );
}
