import { createServer, request } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Proxy = Awaited<ReturnType<typeof startProxy>>;

/**
 * A proxy on loopback that records the requested hosts, and reaches only the given ones.
 * @param known the local port for each `host:port`
 */
export async function startProxy(known: Readonly<Record<string, number>> = {}) {
  const hosts = new Set<string>();
  const server = createServer((incoming, outgoing) => {
    const { host } = new URL(incoming.url ?? "/", "http://unknown");
    hosts.add(host);
    const port = known[host];
    if (port === undefined) outgoing.writeHead(502).end();
    else forward(incoming, outgoing, port);
  });
  server.on("connect", ({ url = "" }, socket) => {
    hosts.add(url);
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Every requested `host:port`. */
    hosts: hosts as ReadonlySet<string>,
    close: () => server.close().closeAllConnections(),
  };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { pathname, search } = new URL(incoming.url ?? "/", "http://unknown");
  const { method, headers } = incoming;
  const forwarded = request({ host: "127.0.0.1", port, method, path: pathname + search, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  forwarded.on("error", () => outgoing.destroy());
  incoming.pipe(forwarded);
}
