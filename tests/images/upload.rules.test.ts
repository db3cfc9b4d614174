import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { createTransfer, createUpload } from "../../provider/api/transfer";
import { compress } from "../../provider/lifecycle/upload/compress";
import { preparePayload } from "../../provider/lifecycle/upload/payload";
import type { PayloadOptions } from "../../provider/lifecycle/upload/payload";
import { instantClock } from "../support/instant-clock";

const MOST = 1024 * 1024;
const sha256 = (data: Uint8Array): string => createHash("sha256").update(data).digest("hex");

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
      expect(gunzipSync(await buffer(packed(sources, { expectedHash: sha256(whole) })))).toEqual(whole);
    }),
  );
});

test("passes gzip data through unchanged", async () => {
  const data = gzipSync(randomBytes(100_000));
  expect(await buffer(packed([data], { isGzip: true }))).toEqual(data);
});

test("fails before it outputs more than the maximum", async () => {
  for (const isGzip of [true, false]) {
    let most = 0;
    const watch = (_: number, bytesOut: number) => void (most = bytesOut);
    const data = packed([randomBytes(MOST), randomBytes(MOST)], { isGzip, watch });
    await expect(buffer(data)).rejects.toThrow("larger than");
    expect(most).toBeLessThanOrEqual(MOST);
  }
});

test("fails on empty data, and on data that doesn't match the expected hash", async () => {
  const expectedHash = sha256(Buffer.from("other"));
  const changed = packed([Buffer.from("data")], { expectedHash });
  await expect(buffer(changed)).rejects.toThrow("has changed since preview read it");
  await expect(buffer(packed([]))).rejects.toThrow("empty");
});

test("determines the compressed size of local raw data, correctly on each attempt", async () => {
  const text = "the bytes of a disk".repeat(10_000);
  const payload = await preparePayload(payloadOptions(text));
  for (let attempt = 0; attempt < 2; attempt++) {
    const { data, bytes } = await payload.open();
    const sent = await buffer(data);
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

const DATA = Buffer.from("compressed data, so to say");
const SIGNATURE = "a-signature-that-nobody-may-read";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close().closeAllConnections()));

async function listening(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A storage server, not the emulator, which records the uploads and responds as the test defines. */
async function storage(...answers: Answer[]) {
  const requests: { headers: IncomingMessage["headers"]; body: Buffer }[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      requests.push({ headers: request.headers, body });
      answers[Math.min(requests.length, answers.length) - 1]?.(request, response);
    });
  });
  return { requests, address: `${await listening(server)}/bucket/1?signature=${SIGNATURE}` };
}

const says =
  (status: number, body = "", headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);
const breaksOff: Answer = (request) => void request.socket.destroy();

/** Uploads the data to the address, and counts how often it is opened. */
async function uploadedTo(address: string, { tellsLength = true, idleMs = 60_000, retries = 8 } = {}) {
  const told: string[] = [];
  let opened = 0;
  const delays = { retries, firstDelayMs: 1, longestDelayMs: 1 };
  const done = createUpload({ clock: instantClock(), retries: delays, idleMs })({
    address,
    open: () => {
      opened++;
      return Promise.resolve({ data: Readable.from([DATA]), bytes: tellsLength ? DATA.length : undefined });
    },
    signal: new AbortController().signal,
    deadlineMs: Infinity,
    onProgress: (message) => void told.push(message),
  });
  const error = await done.then(() => undefined).catch((thrown: Error) => thrown);
  for (const text of [...told, error?.message ?? "", error?.stack ?? "", JSON.stringify(error ?? {})]) {
    expect(text).not.toContain(SIGNATURE);
    expect(text).not.toContain("bucket");
  }
  return { error, told, opened };
}

async function sent(answers: Answer[], options: Parameters<typeof uploadedTo>[1] = {}) {
  const { requests, address } = await storage(...answers);
  return { requests, ...(await uploadedTo(address, options)) };
}

test("sends the data with the documented content type and its length, but without a token", async () => {
  const { requests, error } = await sent([says(200)]);
  expect(error).toBeUndefined();
  expect(requests).toHaveLength(1);
  expect(requests[0]?.body).toEqual(DATA);
  const { headers } = requests[0] ?? { headers: {} };
  expect(headers).toMatchObject({ "content-type": "application/octet-stream", "content-length": String(DATA.length) });
  expect(Object.keys(headers)).not.toContain("authorization");
  expect(Object.keys(headers)).not.toContain("transfer-encoding");
});

test.each([
  ["a 503", says(503)],
  ["a 429", says(429)],
  ["a broken connection", breaksOff],
  ["a page instead of a response", says(200, "<html>", { "content-type": "text/html" })],
])("after %s, sends the data again from the beginning", async (_, answer) => {
  const { requests, error, opened } = await sent([answer, says(200)]);
  expect(error).toBeUndefined();
  expect(opened).toBe(2);
  expect(requests.at(-1)?.body).toEqual(DATA);
});

test("a 409 counts as success only after an upload without a response", async () => {
  expect((await sent([breaksOff, says(409)])).error).toBeUndefined();
  expect((await sent([says(409)])).error?.message).toContain("HTTP 409");
});

test.each([301, 400, 403, 404, 411, 413])("doesn't retry a %i", async (status) => {
  const { error, opened } = await sent([says(status, "<Error><Code>EntityTooLarge</Code></Error>")]);
  expect(error?.message).toContain(`HTTP ${status}: EntityTooLarge`);
  expect(opened).toBe(1);
});

test("gives up after four attempts", async () => {
  const { error, opened, told } = await sent([says(500)]);
  expect(error?.message).toContain("HTTP 500");
  expect(opened).toBe(4);
  expect(told).toHaveLength(3);
});

test("gives up on an idle connection", async () => {
  const { error, opened } = await sent([() => undefined], { idleMs: 50 });
  expect(error?.message).toContain("got no response");
  expect(opened).toBe(4);
});

test.each([
  ["the size that the server sends", says(200, "data", { "content-length": "4" }), 4],
  ["no size if the server sends none", says(200, "data"), undefined],
])("a download has %s", async (_, answer, size) => {
  const { address } = await storage(answer);
  const { data, bytes } = await createTransfer({}).download(address, new AbortController().signal);
  expect(bytes).toBe(size);
  data.destroy();
});

test("the proxy from the environment also tunnels the upload, without seeing its URL", async () => {
  const seen: string[] = [];
  const proxy = createServer().on("connect", (request, socket) => {
    seen.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  const before = process.env.HTTPS_PROXY;
  process.env.HTTPS_PROXY = await listening(proxy);
  const { error } = await uploadedTo(`https://storage.test/bucket/1?signature=${SIGNATURE}`, { retries: 0 });
  if (before === undefined) delete process.env.HTTPS_PROXY;
  else process.env.HTTPS_PROXY = before;
  expect(error?.message).toContain("HTTP 502");
  expect(seen).toEqual([expect.stringMatching(/^CONNECT storage\.test:443 /)]);
  expect(seen.join()).not.toContain(SIGNATURE);
});

const UNSAFE = ["http://storage.example/bucket/1", "http://192.0.2.1:8080/bucket", "ftp://127.0.0.1/b", "file:///b"];

test.each(UNSAFE)("sends nothing to %s, because it isn't https", async (place) => {
  const { error, opened } = await uploadedTo(`${place}?signature=${SIGNATURE}`);
  expect(String(error)).toContain("does not use https");
  expect(String(error).includes("compute:allowHttp")).toBe(place.startsWith("http:"));
  expect(String(error)).not.toContain("signature");
  expect(opened).toBe(0);
});
