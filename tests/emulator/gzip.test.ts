import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { measureGzip } from "../../emulator/http/gzip";
import { uploadLimits } from "../../emulator/http/upload";

const NO_LIMITS = { compressed: Number.POSITIVE_INFINITY, uncompressed: Number.POSITIVE_INFINITY };
const ZERO = Buffer.alloc(300_000);
const RANDOM = randomBytes(300_000);

const measure = (chunks: readonly Buffer[], limits = NO_LIMITS) => measureGzip(Readable.from(chunks), limits);

/** Data in pieces of some size. */
function pieces(data: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(data.length / size) }, (_, n) => data.subarray(n * size, (n + 1) * size));
}

describe("gzip data", () => {
  test.each([
    ["in one piece", [gzipSync(RANDOM)]],
    ["byte by byte", pieces(gzipSync(ZERO), 1)],
    ["in many pieces", pieces(gzipSync(RANDOM), 1_000)],
    ["in several members", [gzipSync(RANDOM.subarray(0, 1_000)), gzipSync(RANDOM.subarray(1_000))]],
    ["in several members that share a piece", [Buffer.concat([gzipSync(ZERO.subarray(1)), gzipSync(Buffer.alloc(1))])]],
  ])("is counted %s", async (_how, chunks) => {
    expect(await measure(chunks)).toBe(300_000);
  });

  test.each([
    ["nothing", []],
    ["its first byte", [gzipSync(RANDOM).subarray(0, 1)]],
    ["anything but its last byte", [gzipSync(RANDOM).subarray(0, -1)]],
    ["other data", [RANDOM]],
    ["a wrong checksum", [Buffer.concat([gzipSync(RANDOM).subarray(0, -8), Buffer.alloc(8)])]],
    ["data and something more", [gzipSync(RANDOM), Buffer.from("more")]],
    ["data and the first byte of more data", [gzipSync(RANDOM), Buffer.from([0x1f])]],
    ["data and zeros", [gzipSync(RANDOM), ZERO]],
    ["data and endless zeros", [gzipSync(RANDOM), ...Array<Buffer>(50).fill(ZERO)]],
    ["data, zeros and data", [gzipSync(RANDOM), Buffer.alloc(10), gzipSync(RANDOM)]],
    ["data, zeros and data in one piece", [Buffer.concat([gzipSync(RANDOM), Buffer.alloc(10), gzipSync(RANDOM)])]],
  ])("is not %s", async (_what, chunks) => {
    await expect(measure(chunks)).rejects.toMatchObject({ status: 400 });
  });

  test("of which the sender goes away in the middle has no size", async () => {
    async function* sender() {
      yield gzipSync(RANDOM).subarray(0, 1_000);
      await Promise.reject(new Error("gone"));
    }
    expect(await measureGzip(Readable.from(sender()), NO_LIMITS)).toBeUndefined();
  });

  test("of which the sender has gone away before has no size", async () => {
    expect(await measureGzip(Readable.from([gzipSync(RANDOM)]).destroy(), NO_LIMITS)).toBeUndefined();
  });
});

describe("the limits of gzip data", () => {
  const data = gzipSync(RANDOM);
  const exact = { compressed: data.length, uncompressed: RANDOM.length };

  test("are what may just be reached", async () => {
    expect(await measure(pieces(data, 1_000), exact)).toBe(300_000);
  });

  test.each([
    ["compressed", { ...exact, compressed: exact.compressed - 1 }],
    ["uncompressed", { ...exact, uncompressed: exact.uncompressed - 1 }],
  ])("refuse too much of it, %s", async (what, limits) => {
    const reason = expect.stringMatching(new RegExp(`^The ${what} data is larger than \\d+ bytes$`));
    await expect(measure(pieces(data, 1_000), limits)).rejects.toMatchObject({ status: 413, message: reason });
  });

  test.each([
    { ...NO_LIMITS, compressed: 10_000 },
    { ...NO_LIMITS, uncompressed: 10_000_000 },
  ])("are noticed before the end of endless data, which is not read any further: %j", async (limits) => {
    const chunk = gzipSync(ZERO);
    const data = new Readable({ read: () => setImmediate(() => data.push(chunk)) });
    await expect(measureGzip(data, limits)).rejects.toMatchObject({ status: 413 });
    expect(data.isPaused()).toBe(true);
    data.destroy();
  });

  test("are 5 GB compressed; the size of the image itself is bounded by the real service alone", () => {
    expect(uploadLimits(false)).toEqual({ compressed: 5_368_709_120, uncompressed: 6_442_450_944 });
    expect(uploadLimits(true)).toEqual({ compressed: 5_368_709_120, uncompressed: Number.POSITIVE_INFINITY });
  });
});
