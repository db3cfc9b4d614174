import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { decode, streamEncode } from "dns-packet";
import type { Answer } from "dns-packet";
import { temporaryFolder } from "../../support/temporary-folder";

const running: Array<() => Promise<void>> = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((stop) => stop()));
});

/**
 * Starts BIND with a zone file, on 127.0.0.1 and a free port. It is stopped after the test.
 * @param transfer who may transfer the zone
 * @returns its address, as an import takes it
 */
export async function startBind(
  program: string,
  domain: string,
  lines: readonly string[],
  transfer: "any" | "none" = "any",
): Promise<string> {
  const port = await freePort();
  const zone = `zone "${domain}" { type master; file "zone"; allow-transfer { ${transfer}; }; };`;
  const folder = temporaryFolder({ zone: `${lines.join("\n")}\n` });
  writeFileSync(join(folder, "named.conf"), configuration(folder, port, zone));
  const child = spawn(program, ["-g", "-n", "1", "-c", join(folder, "named.conf")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "close");
  running.push(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  await ready(child, ended);
  return `127.0.0.1:${port}`;
}

/** BIND prints this line when all zones are loaded and all ports open. */
const READY = /\brunning$/m;
const FAILED = /address in use|not loaded due to errors|permission denied/;

async function ready(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  let log = "";
  const found = new Promise<void>((resolve, reject) => {
    child.stderr?.on("data", (data) => {
      log += String(data);
      if (FAILED.test(log)) reject(new Error(`named failed: ${log}`));
      else if (READY.test(log)) resolve();
    });
  });
  const early = ended.then(() => Promise.reject(new Error(`named ended early: ${log}`)));
  await Promise.race([found, early]);
}

function configuration(folder: string, port: number, zone: string): string {
  return [
    `options { directory "${folder}"; pid-file none; listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; };`,
    `recursion no; notify no; dnssec-validation no; };`,
    `controls { };`,
    zone,
  ].join("\n");
}

/** A port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** What a scripted name server does with a request. */
export type Script = (socket: Socket, id: number) => void;

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
  running.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  });
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
