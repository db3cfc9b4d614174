import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "../../provider/api/client";

const ONCE = { retries: 0, firstDelayMs: 1, longestDelayMs: 1 };
const TOKEN = "a-token-that-no-proxy-may-see";
const answer: RequestListener = (_, response) => response.setHeader("content-type", "application/json").end("{}");

const send = (url: string, method: "GET" | "POST" = "GET", timeoutMs = 60_000): Promise<unknown> =>
  createClient({ url, brand: "compute", token: TOKEN }, { retries: ONCE, timeoutMs })({ method, path: "/domains" });

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
    const client = createClient({ url: `${origin}/v4`, brand: "compute", token: TOKEN }, { retries: ONCE });
    for (let i = 0; i < 5; i++) await client({ method: "GET", path: "/domains" });
    expect(connections).toBe(1);
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

  test("that are refused are reported as requests that were not sent, which are safe to repeat", async () => {
    await expect(send("http://127.0.0.1:1/v4", "POST")).rejects.toMatchObject({ name: "NetworkError", sent: false });
  });

  test("that time out are reported as requests that may have taken effect", async () => {
    server.on("request", () => undefined);
    await expect(send(`${origin}/v4`, "POST", 20)).rejects.toMatchObject({ name: "NetworkError", sent: true });
  });
});
