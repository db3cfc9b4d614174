import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { createTransfer, createUpload } from "../../provider/api/transfer";
import { instantClock } from "../support/instant-clock";

const DATA = Buffer.from("compressed data, so to say");
const SIGNATURE = "a-signature-that-nobody-may-read";

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

/** A storage server, not the emulator, which records the uploads and responds as the test defines. */
class Storage {
  readonly requests: { headers: IncomingMessage["headers"]; body: Buffer }[] = [];
  private readonly server: Server;
  constructor(...answers: Answer[]) {
    this.server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", () => {
        const body = Buffer.concat(pieces);
        this.requests.push({ headers: request.headers, body });
        answers[Math.min(this.requests.length, answers.length) - 1]?.(request, response, body);
      });
    });
  }
  async address(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/bucket/1?signature=${SIGNATURE}`;
  }
  close(): void {
    this.server.close().closeAllConnections();
  }
}

const storages: Storage[] = [];
afterEach(() => storages.splice(0).forEach((storage) => storage.close()));

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
  const error = await done.then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  for (const text of [...told, error?.message ?? "", error?.stack ?? "", JSON.stringify(error ?? {})]) {
    expect(text).not.toContain(SIGNATURE);
    expect(text).not.toContain("bucket");
  }
  return { error, told, opened };
}

async function sent(answers: Answer[], options: Parameters<typeof uploadedTo>[1] = {}) {
  const storage = new Storage(...answers);
  storages.push(storage);
  return { storage, ...(await uploadedTo(await storage.address(), options)) };
}

test("sends the data with the documented content type and its length, but without a token", async () => {
  const { storage, error } = await sent([says(200)]);
  expect(error).toBeUndefined();
  expect(storage.requests).toHaveLength(1);
  expect(storage.requests[0]?.body).toEqual(DATA);
  const { headers } = storage.requests[0] ?? { headers: {} };
  expect(headers).toMatchObject({ "content-type": "application/octet-stream", "content-length": String(DATA.length) });
  expect(Object.keys(headers)).not.toContain("authorization");
  expect(Object.keys(headers)).not.toContain("transfer-encoding");
});

test("omits an unknown length", async () => {
  const { storage, error } = await sent([says(200)], { tellsLength: false });
  expect(error).toBeUndefined();
  expect(storage.requests[0]?.headers).toMatchObject({ "transfer-encoding": "chunked" });
  expect(storage.requests[0]?.body).toEqual(DATA);
});

test.each([
  ["a 503", says(503)],
  ["a 429", says(429)],
  ["a broken connection", breaksOff],
  ["a page instead of a response", says(200, "<html>", { "content-type": "text/html" })],
])("after %s, sends the data again from the beginning", async (_, answer) => {
  const { storage, error, opened } = await sent([answer, says(200)]);
  expect(error).toBeUndefined();
  expect(opened).toBe(2);
  expect(storage.requests.at(-1)?.body).toEqual(DATA);
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

test("doesn't quote a response that repeats the upload URL", async () => {
  const reason = `<Error><Message>/bucket/1?signature=${SIGNATURE}</Message></Error>`;
  expect((await sent([says(403, reason)])).error?.message).toContain("no reason given");
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
  const storage = new Storage(answer);
  storages.push(storage);
  const { data, bytes } = await createTransfer({}).download(await storage.address(), new AbortController().signal);
  expect(bytes).toBe(size);
  data.destroy();
});

describe("the proxy from the environment", () => {
  const before = process.env.HTTPS_PROXY;
  afterEach(() => {
    if (before === undefined) delete process.env.HTTPS_PROXY;
    else process.env.HTTPS_PROXY = before;
  });

  test("also tunnels the upload, without seeing its URL", async () => {
    const seen: string[] = [];
    const proxy = createServer().on("connect", (request, socket) => {
      seen.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    process.env.HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { error } = await uploadedTo(`https://storage.test/bucket/1?signature=${SIGNATURE}`, { retries: 0 });
    expect(error?.message).toContain("HTTP 502");
    proxy.close().closeAllConnections();
    expect(seen).toEqual([expect.stringMatching(/^CONNECT storage\.test:443 /)]);
    expect(seen.join()).not.toContain(SIGNATURE);
  });
});

test.each([
  "http://storage.example/bucket/1",
  "http://192.0.2.1:8080/bucket",
  "ftp://127.0.0.1/bucket",
  "file:///bucket",
])("sends nothing to %s, because it isn't https", async (place) => {
  const { error, opened } = await uploadedTo(`${place}?signature=${SIGNATURE}`);
  expect(String(error)).toContain("does not use https");
  expect(String(error).includes("compute:allowHttp")).toBe(place.startsWith("http:"));
  expect(String(error)).not.toContain("signature");
  expect(opened).toBe(0);
});
