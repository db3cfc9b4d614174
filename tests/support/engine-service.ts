import type { Emulator, RequestLogEntry } from "../../emulator/index";

/** A JSON object as the service answers it. */
export type Wire = Record<string, unknown>;

/** One object of the service, its id told apart from its other fields. */
export type WireObject = Wire & { readonly id: number };

/** Requests that change something. */
export function writes(emulator: Emulator): RequestLogEntry[] {
  return emulator.requests().log.filter(({ method }) => method !== "GET");
}

/** "POST /domains" and so on, in the order of arrival. */
export function writeNames(emulator: Emulator): string[] {
  return writes(emulator).map(({ method, route, path }) => `${method} ${route ?? path}`);
}

/** Asks the service as somebody other than Pulumi would. */
export async function ask(emulator: Emulator, method: string, path: string, body?: Wire): Promise<Wire> {
  const response = await fetch(`${emulator.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${emulator.token}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Wire;
  if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

export async function make(emulator: Emulator, path: string, body: Wire): Promise<WireObject> {
  return (await ask(emulator, "POST", path, body)) as WireObject;
}

/** Every object of a collection. */
export async function all(emulator: Emulator, path: string): Promise<WireObject[]> {
  return (await ask(emulator, "GET", `${path}?page_size=500`)).data as WireObject[];
}

export const instances = (emulator: Emulator): Promise<WireObject[]> => all(emulator, "/compute/instances");
export const domains = (emulator: Emulator): Promise<WireObject[]> => all(emulator, "/domains");
