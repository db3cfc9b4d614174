import { once } from "node:events";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { createServer as createTcpServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import tls from "node:tls";
import { createClient } from "../../provider/api/client";
import type { ClientOptions, Request, Send } from "../../provider/api/client";
import { realClock } from "../../provider/api/clock";
import { CancelledError } from "../../provider/api/errors";
import { CERTIFICATE, KEY } from "../support/certificate";

const ONCE = { retries: 0, firstDelayMs: 1, longestDelayMs: 1 };
const TOKEN = "a-token-that-no-proxy-may-see";
const answer: RequestListener = (_, response) => response.setHeader("content-type", "application/json").end("{}");

const clientOf = (url: string, options: ClientOptions = {}): Send =>
  createClient({ url, brand: "compute", token: TOKEN }, { retries: ONCE, ...options });

const send = (url: string, method: "GET" | "POST" = "GET"): Promise<unknown> =>
  clientOf(url)({ method, path: "/domains" });

describe("connections to the API", () => {
  let server: Server;
  let origin: string;
  const before = { ...process.env };

  beforeEach(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    process.env = { ...before };
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test("are kept alive and reused", async () => {
    let connections = 0;
    server.on("connection", () => connections++);
    server.on("request", answer);
    const client = clientOf(`${origin}/v4`);
    for (let i = 0; i < 5; i++) await client({ method: "GET", path: "/domains" });
    expect(connections).toBe(1);
  });

  test("are closed once the run has ended: the idle ones at once, those in use with their responses", async () => {
    // The server closes none.
    server.keepAliveTimeout = 0;
    const closed: Promise<unknown>[] = [];
    server.on("connection", (socket: Socket) => closed.push(once(socket, "close")));
    const held: (() => void)[] = [];
    server.on("request", (request, response) => {
      if (request.url === "/v4/regions") held.push(() => answer(request, response));
      else answer(request, response);
    });
    const run = new AbortController();
    const client = clientOf(`${origin}/v4`, { signal: run.signal });
    const slow = client({ method: "GET", path: "/regions" });
    await client({ method: "GET", path: "/domains" });
    run.abort();
    await closed[1];
    held[0]?.();
    await expect(slow).resolves.toEqual({});
    await closed[0];
  });

  test("tunnel through the environment's proxy, which sees neither path nor token", async () => {
    const seen: string[] = [];
    server.on("connect", (request, socket) => {
      seen.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    });
    process.env.HTTPS_PROXY = origin;
    await expect(send("https://service.test/v4")).rejects.toThrow("GET /domains");
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatch(/^CONNECT service\.test:443 /);
    expect(seen[0]).not.toContain(TOKEN);
  });

  test("to localhost bypass the proxy", async () => {
    server.on("request", answer);
    process.env.HTTPS_PROXY = process.env.HTTP_PROXY = "http://127.0.0.1:9";
    await expect(send(`${origin}/v4`)).resolves.toEqual({});
  });

  test.each(["EHOSTUNREACH", "ENETUNREACH", "ECONNRESET", "ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC"])(
    "that fail with %s are reported as not sent only if they were not open yet, even if earlier requests used them",
    async (code) => {
      const client = clientOf(`${origin}/v4`);
      const opened: Socket[] = [];
      const failure = Object.assign(new Error(code), { code });
      const fail = (): void => process.nextTick(() => opened.at(-1)?.destroy(failure));
      const note = (message: unknown): void => void opened.push((message as { readonly socket: Socket }).socket);
      subscribe("net.client.socket", note);
      subscribe("net.client.socket", fail);
      try {
        await expect(client({ method: "POST", path: "/domains" })).rejects.toMatchObject({ sent: false });
      } finally {
        unsubscribe("net.client.socket", fail);
      }
      server.once("request", answer);
      await client({ method: "GET", path: "/domains" });
      for (let request = 1; request <= 2; request++) {
        server.once("request", fail);
        const ambiguous = { sent: true, remedy: undefined };
        await expect(client({ method: "POST", path: "/domains" })).rejects.toMatchObject(ambiguous);
      }
      unsubscribe("net.client.socket", note);
      expect(opened).toHaveLength(3);
    },
  );

  describe.each(["GET", "POST"] as const)("on which a response to %s never ends", (method) => {
    const stopped = new CancelledError("Canceled.");
    const ctrlC = new AbortController();
    const ambiguous = { name: "NetworkError", sent: true };

    test.each<[string, ClientOptions, Partial<Request>, object]>([
      ["are closed after Ctrl-C", { graceMs: 100 }, { stop: ctrlC.signal }, method === "GET" ? stopped : ambiguous],
      ["are closed when an attempt takes too long", { timeoutMs: 50 }, {}, ambiguous],
      ["are closed after the deadline", { graceMs: 100 }, { deadlineMs: realClock.now() }, ambiguous],
    ])("%s", async (_, options, limits, failure) => {
      server.on("request", (_, response) => {
        const trickle = setInterval(() => response.write(" "), 5);
        response.on("close", () => clearInterval(trickle));
        response.write(" ", () => ctrlC.abort(stopped));
      });
      const client = clientOf(`${origin}/v4`, options);
      await expect(client({ method, path: "/domains", ...limits })).rejects.toMatchObject(failure);
    });
  });
});

describe("an API with TLS", () => {
  const wires: Socket[] = [];
  const secure = createSecureServer({ key: KEY, cert: CERTIFICATE });
  const front = createTcpServer((wire) => secure.emit("connection", wires[wires.push(wire) - 1]));
  const url = (): string => `https://127.0.0.1:${(front.address() as AddressInfo).port}/v4`;

  beforeAll(() => new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve)));
  afterEach(() => {
    jest.restoreAllMocks();
    for (const wire of wires.splice(0)) wire.destroy();
  });
  afterAll(() => new Promise((resolve) => front.close(resolve)));

  test("may have carried out a request if the encryption fails afterwards", async () => {
    const connect = tls.connect.bind(tls) as (options: tls.ConnectionOptions) => tls.TLSSocket;
    jest
      .spyOn(tls, "connect")
      .mockImplementation(((options: tls.ConnectionOptions) => connect({ ...options, ca: CERTIFICATE })) as never);
    const aForgedRecord = Buffer.from([0x17, 3, 3, 0, 32, ...Array.from({ length: 32 }, () => 7)]);
    secure.once("request", () => wires.at(-1)?.write(aForgedRecord));
    const error = await send(url(), "POST").catch((failure: unknown) => failure);
    expect(error).toMatchObject({ sent: true, remedy: undefined, message: expect.stringContaining("ERR_SSL_") });
  });

  test.each<[string, string, () => void]>([
    ["its certificate is not trusted", "NODE_EXTRA_CA_CERTS", () => undefined],
    [
      "it responds without TLS",
      "handshake",
      () => front.once("connection", (wire) => wire.end("HTTP/1.1 400 \r\n\r\n")),
    ],
  ])("has not received a request if %s", async (_, remedy, prepare) => {
    prepare();
    const error = await send(url(), "POST").catch((failure: unknown) => failure);
    expect(error).toMatchObject({ sent: false, remedy: expect.stringContaining(remedy) });
  });
});
