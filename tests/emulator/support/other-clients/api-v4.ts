import * as client from "@linode/api-v4";
import { baseRequest, setToken } from "@linode/api-v4";
import type { EmulatorOptions, RequestLogEntry } from "../../../../emulator/index";
import type { Body, Started } from "../client";
import { start } from "../client";
import { checkAnswer } from "../../../support/schemas/check-answer";
import type { ServedFunction } from "./calls";
import { CALLS } from "./calls";
import { BRAND, operationOf } from "./operations";

/** The client's functions. They accept what the client's own types declare, and return the API's response. */
type Api = { readonly [name in ServedFunction]: (...args: readonly unknown[]) => Promise<Body> };

/** Where the client sends all requests; this is not configurable. */
const SERVICE = "https://api.linode.com";

/** The client's token cannot be changed: every emulator of a test file accepts it. */
const TOKEN = "token-of-the-client";

let emulator: Started["emulator"] | undefined;
const requests: RequestLogEntry[] = [];
const called = new Set<ServedFunction>();

setToken(TOKEN);
baseRequest.interceptors.request.use((config) => {
  if (emulator === undefined) throw new Error("no emulator was started");
  return { ...config, url: config.url?.replace(SERVICE, new URL(emulator.url).origin) ?? "", proxy: false };
});
// A response that contradicts the documents fails the test.
baseRequest.interceptors.response.use((response) => {
  const { method = "GET", url = "" } = response.config;
  const request = { method: method.toUpperCase(), path: new URL(url).pathname, brand: BRAND };
  checkAnswer({ ...request, status: response.status, body: response.data as unknown });
  return response;
});

/** The unmodified client, which calls the emulator that was started last. Every call must match the table. */
export const api = Object.fromEntries(
  (Object.keys(CALLS) as ServedFunction[]).map((name) => [name, (...args: unknown[]) => call(name, args)]),
) as Api;

/** Starts an emulator of the client's brand, with a clock that stands still. */
export async function startForClient(options: EmulatorOptions = {}): Promise<Started> {
  const token = options.tokens === undefined ? { token: TOKEN } : {};
  const service = await start({ brand: BRAND, ...token, ...options });
  ({ emulator } = service);
  return service;
}

/** The user of the client's token, with fewer rights. */
export function clientUser(rights: object) {
  return { token: TOKEN, ...rights };
}

/** The functions called and requests sent by this test file so far. */
export function done(): { readonly called: ReadonlySet<string>; readonly requests: readonly RequestLogEntry[] } {
  return { called, requests };
}

async function call(name: ServedFunction, args: readonly unknown[]): Promise<unknown> {
  const before = emulator?.requests().total ?? 0;
  const result = (Reflect.get(client, name) as (...args: readonly unknown[]) => Promise<unknown>)(...args);
  await result.catch(() => undefined);
  const { total = 0, log = [] } = emulator?.requests() ?? {};
  const request = log.at(-1);
  // What the client itself rejects is never sent.
  if (total > before && request !== undefined) note(name, args, request);
  return result;
}

function note(name: ServedFunction, args: readonly unknown[], request: RequestLogEntry): void {
  const operation = operationOf(request);
  const expected = CALLS[name].replace("{engine}", String(args[0]));
  if (operation !== expected) throw new Error(`${name} called ${operation}, not ${expected}`);
  called.add(name);
  requests.push(request);
}
