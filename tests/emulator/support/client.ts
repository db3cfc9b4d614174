import type { Emulator, EmulatorOptions } from "../../../emulator/index";
import { startEmulator } from "../../../emulator/index";

/** An answer, reduced to what the tests look at. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON body. */
  readonly body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- whatever the service answers
}

/** A second, independent client of the service: plain fetch. */
export interface Client {
  readonly emulator: Emulator;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body?: unknown): Promise<Reply>;
  put(path: string, body?: unknown): Promise<Reply>;
  delete(path: string): Promise<Reply>;
  /** POST that must succeed; returns the body. */
  create(path: string, body?: unknown): Promise<Reply["body"]>;
  /** Any request; the path is taken as it is, below the origin. */
  send(method: string, path: string, init?: RequestInit): Promise<Reply>;
}

/** What an instance needs at least, from an image. */
export const DEBIAN = {
  region: "us-east",
  type: "g6-nanode-1",
  image: "compute/debian11",
  root_pass: "correct horse",
} as const;

/** How long an instance takes to run on an emulator with a stepped clock. */
export const PROVISION_MS = 10_000;

const open: Emulator[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((emulator) => emulator.close()));
});

/** Starts an emulator with a clock that stands still; it is closed after the test. */
export async function start(options: EmulatorOptions = {}): Promise<Client> {
  const emulator = await startEmulator({ clock: "stepped", provisionMs: PROVISION_MS, ...options });
  open.push(emulator);
  return clientOf(emulator);
}

/** A client of a running emulator. */
export function clientOf(emulator: Emulator): Client {
  const origin = emulator.url.replace(/\/v4$/, "");
  const send: Client["send"] = async (method, path, init = {}) => {
    const headers = { Authorization: `Bearer ${emulator.token}`, "Content-Type": "application/json" };
    const response = await fetch(origin + path, { method, ...init, headers: { ...headers, ...init.headers } });
    const text = await response.text();
    const isJson = response.headers.get("content-type") === "application/json";
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  const withBody = (method: string) => (path: string, body?: unknown) =>
    send(method, `/v4${path}`, body === undefined ? {} : { body: JSON.stringify(body) });
  const client: Client = {
    emulator,
    send,
    get: (path, headers = {}) => send("GET", `/v4${path}`, { headers }),
    post: withBody("POST"),
    put: withBody("PUT"),
    delete: (path) => send("DELETE", `/v4${path}`),
    create: async (path, body) => {
      const reply = await client.post(path, body);
      if (reply.status !== 200) throw new Error(`POST ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
      return reply.body;
    },
  };
  return client;
}

/** The reasons of an error body, by field; the empty key holds those without one. */
export function reasons(reply: Reply): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { field = "", reason } of reply.body.errors) (found[field] ??= []).push(reason);
  return found;
}
