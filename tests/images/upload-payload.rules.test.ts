import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { compress } from "../../provider/lifecycle/upload/compress";
import { preparePayload } from "../../provider/lifecycle/upload/payload";
import type { PayloadOptions } from "../../provider/lifecycle/upload/payload";

const MOST = 1024 * 1024;
const sha256 = (data: Uint8Array): string => createHash("sha256").update(data).digest("hex");

async function collect(data: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of data) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

const packed = (pieces: readonly Buffer[], more: Partial<Parameters<typeof compress>[1]> = {}): Readable =>
  compress(Readable.from(pieces), { isGzip: false, maxBytes: MOST, watch: () => undefined, ...more });

const payloadOptions = (text: string, more: Partial<PayloadOptions> = {}): PayloadOptions => ({
  source: { kind: "text", text },
  expectedHash: undefined,
  maxBytes: MOST,
  download: () => Promise.reject(new Error("not used")),
  signal: new AbortController().signal,
  checkTime: () => undefined,
  progress: () => undefined,
  ...more,
});

test("compresses any data, in any chunks, with gzip", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ minLength: 1, maxLength: 5000 }), { minLength: 1 }), async (pieces) => {
      const whole = Buffer.concat(pieces);
      const sources = pieces.map((piece) => Buffer.from(piece));
      expect(gunzipSync(await collect(packed(sources, { expectedHash: sha256(whole) })))).toEqual(whole);
    }),
  );
});

test("passes gzip data through unchanged", async () => {
  const data = gzipSync(randomBytes(100_000));
  expect(await collect(packed([data], { isGzip: true }))).toEqual(data);
});

test("fails before it outputs more than the maximum", async () => {
  for (const isGzip of [true, false]) {
    let most = 0;
    const watch = (_: number, bytesOut: number) => void (most = bytesOut);
    const data = packed([randomBytes(MOST), randomBytes(MOST)], { isGzip, watch });
    await expect(collect(data)).rejects.toThrow("larger than");
    expect(most).toBeLessThanOrEqual(MOST);
  }
});

test("fails on empty data, and on data that doesn't match the expected hash", async () => {
  const expectedHash = sha256(Buffer.from("other"));
  const changed = packed([Buffer.from("data")], { expectedHash });
  await expect(collect(changed)).rejects.toThrow("has changed since preview read it");
  await expect(collect(packed([]))).rejects.toThrow("empty");
});

test("determines the compressed size of local raw data, correctly on each attempt", async () => {
  const text = "the bytes of a disk".repeat(10_000);
  const payload = await preparePayload(payloadOptions(text));
  for (let attempt = 0; attempt < 2; attempt++) {
    const { data, bytes } = await payload.open();
    const sent = await collect(data);
    expect(sent.length).toBe(bytes);
    expect(gunzipSync(sent).toString()).toBe(text);
  }
});

test("rejects raw data that is too large when compressed, before the upload starts", async () => {
  const text = randomBytes(MOST).toString("base64");
  await expect(preparePayload(payloadOptions(text))).rejects.toThrow("larger than");
});

test("doesn't download gzip data whose URL reports too large a size", async () => {
  let taken = 0;
  const endless = Readable.from(
    (function* () {
      yield gzipSync("beginning");
      for (;;) {
        taken += 1024;
        yield Buffer.alloc(1024);
      }
    })(),
    { objectMode: false },
  );
  const download = () => Promise.resolve({ data: endless, bytes: MOST + 1 });
  const source = { kind: "url", url: "https://example.com/disk.img.gz" } as const;
  const payload = await preparePayload(payloadOptions("", { source, download }));
  await expect(payload.open()).rejects.toThrow("larger than");
  expect(taken).toBeLessThan(MOST);
  if (!endless.destroyed) await once(endless, "close");
});

test("checks the timeout and Ctrl-C while it determines the size", async () => {
  const late = new Error("too late");
  const checkTime = (): void => {
    throw late;
  };
  await expect(preparePayload(payloadOptions("data", { checkTime }))).rejects.toThrow(late);
  const stopped = AbortSignal.abort(new Error("stopped"));
  await expect(preparePayload(payloadOptions("data", { signal: stopped }))).rejects.toThrow("stopped");
});
