import type { Emulator, RequestLogEntry } from "../../emulator/index";
import { ask } from "./ask";
import type { Wire } from "./ask";
import type { Ended } from "./engine-cli";

/** A resource in the API, with its id typed separately from its other fields. */
export type WireObject = Wire & { readonly id: number };

/** A command and the requests that it sent. */
export interface Counted extends Ended {
  readonly requests: number;
  /** The write requests, in the order of arrival. */
  readonly writes: readonly RequestLogEntry[];
  /** The same as "POST /domains" and so on. */
  readonly writeNames: readonly string[];
}

export async function counted(emulator: Emulator, run: () => Promise<Ended>): Promise<Counted> {
  emulator.resetRequests();
  const ended = await run();
  const { total, log } = emulator.requests();
  const writes = log.filter(({ method }) => method !== "GET");
  return {
    ...ended,
    requests: total,
    writes,
    writeNames: writes.map(({ method, route, path }) => `${method} ${route ?? path}`),
  };
}

/** Runs commands, each with its requests and with what `look` finds after it. */
export function stepsWith<T>(emulator: Emulator, look: () => T | Promise<T>) {
  return async (run: () => Promise<Ended>): Promise<Counted & { readonly after: T }> => ({
    ...(await counted(emulator, run)),
    after: await look(),
  });
}

export async function make(emulator: Emulator, path: string, body: Wire): Promise<WireObject> {
  return (await ask(emulator, "POST", path, body)) as WireObject;
}

/** A zone that somebody made by hand. */
export function makeZone(emulator: Emulator, domain: string, more: Wire = {}): Promise<WireObject> {
  return make(emulator, "/domains", { domain, type: "master", soa_email: "somebody@example.com", ...more });
}

/** All resources of a collection. */
export async function all(emulator: Emulator, path: string): Promise<WireObject[]> {
  return (await ask(emulator, "GET", `${path}?page_size=500`)).data as WireObject[];
}

export const instances = (emulator: Emulator): Promise<WireObject[]> => all(emulator, "/compute/instances");
export const domains = (emulator: Emulator): Promise<WireObject[]> => all(emulator, "/domains");

/** The first address of an instance. */
export const addressOf = ({ ipv4 }: Wire): string => (ipv4 as string[])[0] ?? "";

/** The records of all domains. */
export async function records(emulator: Emulator): Promise<WireObject[]> {
  const zones = await domains(emulator);
  return (await Promise.all(zones.map(({ id }) => all(emulator, `/domains/${id}/records`)))).flat();
}

/** The account's private images. */
export async function privateImages(emulator: Emulator): Promise<WireObject[]> {
  return (await all(emulator, "/images")).filter(({ is_public }) => is_public === false);
}

/** Advances the emulated clock until the command has exited. */
export async function whileTimeFlies(emulator: Emulator, run: () => Promise<Ended>): Promise<Ended> {
  const flying = setInterval(() => emulator.clock.advance(60_000), 50);
  try {
    return await run();
  } finally {
    clearInterval(flying);
  }
}
