import * as client from "@linode/api-v4";
import { baseRequest, setToken } from "@linode/api-v4";
import type { Emulator, EmulatorOptions, RequestLogEntry } from "../../../../emulator/index";
import type { Body, Started } from "../client";
import { start } from "../client";
import { checkAnswer } from "../../../support/schemas/check-answer";
import { BRAND } from "./operations";

/** Where the client sends all requests; this is not configurable. */
const SERVICE = "https://api.linode.com";

/** The client's token cannot be changed: every emulator of a test file accepts it. */
const TOKEN = "token-of-the-client";

/** What was started, in order. */
const emulators: Emulator[] = [];

setToken(TOKEN);
baseRequest.interceptors.request.use((config) => {
  const emulator = emulators.at(-1);
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

/** Calls a function of the unmodified client, which sends its request to the emulator that was started last. */
export async function call(name: string, ...args: readonly unknown[]): Promise<Body> {
  return (Reflect.get(client, name) as (...args: readonly unknown[]) => Promise<Body>)(...args);
}

/** Starts an emulator of the client's brand, with a clock that stands still. */
export async function startForClient(options: EmulatorOptions = {}): Promise<Started> {
  const token = options.tokens === undefined ? { token: TOKEN } : {};
  const service = await start({ brand: BRAND, ...token, ...options });
  emulators.push(service.emulator);
  return service;
}

/** The user of the client's token, with fewer rights. */
export function clientUser(rights: object) {
  return { token: TOKEN, ...rights };
}

/** The requests that this test file has sent so far. */
export function requestsSoFar(): readonly RequestLogEntry[] {
  return emulators.flatMap((emulator) => emulator.requests().log);
}
