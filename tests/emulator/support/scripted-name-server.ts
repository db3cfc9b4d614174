import type { Answer } from "dns-packet";
import { decode, streamEncode } from "dns-packet";
import { once } from "node:events";
import type { AddressInfo, Server, Socket } from "node:net";
import { createServer } from "node:net";

/** What a scripted name server does with a request. */
export type Script = (socket: Socket, id: number) => void;

const open: Array<{ readonly server: Server; readonly sockets: Set<Socket> }> = [];

afterEach(async () => {
  const closed = open.splice(0).map(async ({ server, sockets }) => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  });
  await Promise.all(closed);
});

/** A name server that plays a script for every request. It is closed after the test. */
export async function startScripted(script: Script): Promise<{
  readonly port: number;
  /** In the format of an import. */
  readonly address: string;
  /** How many connections there were. */
  readonly connections: () => number;
  /** Resolves when the first connection has ended. */
  readonly ended: Promise<void>;
}> {
  const sockets = new Set<Socket>();
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => end());
    // Requests are small: they arrive in one piece.
    socket.once("data", (data) => script(socket, decode(data.subarray(2)).id ?? 0));
  });
  open.push({ server, sockets });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { port, address: `127.0.0.1:${port}`, connections: () => sockets.size, ended };
}

/** A message with these answers, preceded by its length. */
export function message(id: number, answers: readonly Answer[], flags = 0): Buffer {
  return streamEncode({ type: "response", id, flags, answers: [...answers] });
}

/** The SOA record of a zone, with the times of its minimum and of the record itself. */
export function soa(name: string, data: { readonly rname?: string; readonly minimum?: number } = {}): Answer {
  const times = { serial: 1, refresh: 300, retry: 300, expire: 300, minimum: 300 };
  return { type: "SOA", name, ttl: 300, data: { mname: "ns.invalid", rname: "admin.example.org", ...times, ...data } };
}
