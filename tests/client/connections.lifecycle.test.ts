import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "../../provider/api/client";

const ONCE = { retries: 0, firstDelayMs: 1, longestDelayMs: 1 };
const TOKEN = "a-token-that-no-proxy-may-see";

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

describe("connections to the API", () => {
  let server: Server;
  const proxyBefore = process.env.HTTPS_PROXY;

  beforeEach(() => {
    server = createServer();
  });

  afterEach(async () => {
    if (proxyBefore === undefined) delete process.env.HTTPS_PROXY;
    else process.env.HTTPS_PROXY = proxyBefore;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test("are kept alive and reused", async () => {
    let connections = 0;
    server.on("connection", () => connections++);
    server.on("request", (_, response) => response.setHeader("content-type", "application/json").end("{}"));
    const url = `http://127.0.0.1:${await listening(server)}/v4`;
    const send = createClient({ url, brand: "compute", token: TOKEN }, { retries: ONCE });
    for (let i = 0; i < 5; i++) await send({ method: "GET", path: "/domains" });
    expect(connections).toBe(1);
  });

  test("tunnel through the environment's proxy, which sees neither path nor token", async () => {
    const seen: string[] = [];
    server.on("connect", (request, socket) => {
      seen.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    });
    process.env.HTTPS_PROXY = `http://127.0.0.1:${await listening(server)}`;
    const send = createClient({ url: "https://service.test/v4", brand: "compute", token: TOKEN }, { retries: ONCE });
    await expect(send({ method: "GET", path: "/domains" })).rejects.toThrow("GET /domains");
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatch(/^CONNECT service\.test:443 /);
    expect(seen[0]).not.toContain(TOKEN);
  });

  test("to localhost bypass the proxy", async () => {
    server.on("request", (_, response) => response.setHeader("content-type", "application/json").end("{}"));
    const url = `http://127.0.0.1:${await listening(server)}/v4`;
    process.env.HTTPS_PROXY = "http://127.0.0.1:9";
    process.env.HTTP_PROXY = "http://127.0.0.1:9";
    try {
      const send = createClient({ url, brand: "compute", token: TOKEN }, { retries: ONCE });
      await expect(send({ method: "GET", path: "/domains" })).resolves.toEqual({});
    } finally {
      delete process.env.HTTP_PROXY;
    }
  });

  test("that are refused are reported as requests that were not sent, which are safe to repeat", async () => {
    const send = createClient({ url: "http://127.0.0.1:1/v4", brand: "compute", token: TOKEN }, { retries: ONCE });
    await expect(send({ method: "POST", path: "/domains", body: {} })).rejects.toMatchObject({
      name: "NetworkError",
      sent: false,
    });
  });

  test("that time out are reported as requests that may have taken effect", async () => {
    server.on("request", () => undefined);
    const url = `http://127.0.0.1:${await listening(server)}/v4`;
    const send = createClient({ url, brand: "compute", token: TOKEN }, { retries: ONCE, timeoutMs: 20 });
    await expect(send({ method: "POST", path: "/domains", body: {} })).rejects.toMatchObject({
      name: "NetworkError",
      sent: true,
    });
  });
});
