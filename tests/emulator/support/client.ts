import type { Emulator, EmulatorOptions } from "../../../emulator/index";
import { startEmulator } from "../../../emulator/index";
import type { Wire } from "../../support/ask";
import { checkAnswer } from "../../support/schemas/check-answer";

/** A response, reduced to what the tests read. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** A JSON body, typed with the fields that tests use. Whether they exist is for the tests to check. */
export interface Body {
  readonly [field: string]: unknown;
  readonly id: number;
  readonly label: string;
  readonly domain: string;
  readonly status: string;
  readonly created: string;
  readonly updated: string;
  readonly now: string;
  readonly nextDue: string;
  /** MB of a disk or an image. */
  readonly size: number;
  readonly ipv4: readonly string[];
  readonly capabilities: readonly string[];
  readonly specs: Wire;
  readonly alerts: Wire;
  readonly backups: Wire;
  readonly addons: Wire;
  readonly devices: Wire;
  /** As many as the test created. */
  readonly data: readonly [Body, Body, ...Body[]];
  readonly log: readonly Wire[];
  readonly errors: ReadonlyArray<{ readonly reason: string; readonly field?: string }>;
}

/** A second, independent client of the API: plain fetch. */
export interface Client {
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Reply>;
  readonly post: (path: string, body?: unknown) => Promise<Reply>;
  readonly put: (path: string, body?: unknown) => Promise<Reply>;
  readonly delete: (path: string) => Promise<Reply>;
  /** POST that must succeed; returns the body. */
  readonly create: (path: string, body?: unknown) => Promise<Body>;
  /** Any request; the path is appended to the origin as is. */
  readonly send: (method: string, path: string, init?: RequestInit) => Promise<Reply>;
}

/** A client and its emulator, which runs in this process. */
export interface Started extends Client {
  readonly emulator: Emulator;
  /** Those that it was started with. */
  readonly options: EmulatorOptions;
}

/** The minimal fields of an instance from an image. */
export const DEBIAN = {
  region: "us-east",
  type: "g6-nanode-1",
  image: "compute/debian11",
  root_pass: "correct horse",
} as const;

/** The minimal fields of a domain. */
export const DOMAIN = { domain: "example.org", type: "master", soa_email: "a@example.org" } as const;

/** How long an instance takes to become running on an emulator with a stepped clock. */
export const PROVISION_MS = 10_000;

const open: Emulator[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((emulator) => emulator.close()));
});

/** Starts an emulator with a clock that stands still; it is closed after the test. */
export async function start(options: EmulatorOptions = {}): Promise<Started> {
  const emulator = await startEmulator({ clock: "stepped", provisionMs: PROVISION_MS, ...options });
  open.push(emulator);
  const isScripted = (text: string) =>
    emulator.faults.list().some(({ effect }) => effect.kind === "status" && JSON.stringify(effect.body) === text);
  const { brand = "compute" } = options;
  return { ...clientOf(emulator.url, emulator.token, { brand, isScripted }), emulator, options };
}

/**
 * A client of any server at this API URL. A response that contradicts the documents fails the test.
 * @param isScripted whether a body comes from a fault rule instead of the emulator
 */
export function clientOf(
  url: string,
  token: string,
  { brand = "compute", isScripted = (_text: string): boolean => false } = {},
): Client {
  const origin = url.replace(/\/v4$/, "");
  const send: Client["send"] = async (method, path, init = {}) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const response = await fetch(origin + path, { method, ...init, headers: { ...headers, ...init.headers } });
    const text = await response.text();
    const isJson = response.headers.get("content-type") === "application/json" && method !== "HEAD";
    // The only place that trusts the response.
    const body = (isJson ? JSON.parse(text) : text) as Body;
    const { status } = response;
    if (isJson && !isScripted(text)) checkAnswer({ method, path, status, body, brand });
    return { status, headers: response.headers, body };
  };
  const withBody = (method: string) => (path: string, body?: unknown) =>
    send(method, `/v4${path}`, body === undefined ? {} : { body: JSON.stringify(body) });
  const client: Client = {
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

/** Another user of the same emulator, by token. */
export function asUser({ emulator }: Started, token: string): Client {
  return clientOf(emulator.url, token);
}

/** The reasons of an error body, by field; the empty key holds those without one. */
export function reasons(reply: Reply): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { field = "", reason } of reply.body.errors) (found[field] ??= []).push(reason);
  return found;
}
