import type { Values } from "../../provider/definition/values";
import { ROOT_PASSWORD } from "./secret-spellings";
import type { Service } from "./service";

/** Inputs of an instance without an image, and of one with an image. */
export const EMPTY = { region: "us-east", type: "g6-nanode-1" };
export const DEPLOYED = { ...EMPTY, image: "compute/debian11", rootPass: ROOT_PASSWORD };
export const MASTER = { domain: "shop.example", type: "master", soaEmail: "admin@shop.example" };
export const MONGO = { engine: "mongodb/4.4.10", region: "us-east", type: "g6-nanode-1" };
export const MYSQL = { ...MONGO, engine: "mysql/8.0.26" };

/** The zone of the tests' records. */
export const ZONE = "zone.example";

/** An asset as the engine passes it. */
export function asset(of: { path: string } | { text: string } | { uri: string }): Values {
  return { "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17", hash: "0".repeat(64), ...of };
}

/** Inputs as the API names them: `soaEmail` becomes `soa_email`. */
export function inWireNames(args: Values): Values {
  const entries = Object.entries(args).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    inNames(value),
  ]);
  return Object.fromEntries(entries) as Values;
}

function inNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inNames);
  return typeof value === "object" && value !== null ? inWireNames(value as Values) : value;
}

/** Creates the zone for the records, directly through the API. */
export async function aZone(service: Pick<Service, "ask" | "forget">, domain = ZONE): Promise<number> {
  const { id } = await service.ask("POST", "/domains", { domain, type: "master", soa_email: `admin@${domain}` });
  service.forget();
  return Number(id);
}

/** All items of a list. */
export async function listed(service: Service, path: string): Promise<Values[]> {
  return (await service.ask("GET", path)).data as Values[];
}

/** What users created in a collection: public images are not theirs. */
export async function ownIn(service: Service, list: string): Promise<Values[]> {
  return (await listed(service, `${list}?page_size=500`)).filter(({ is_public }) => is_public !== true);
}

/** The message of the error with which the promise rejects. */
export async function messageOf(promise: Promise<unknown>): Promise<string> {
  return (await errorOf(promise)).message;
}

export async function errorOf(promise: Promise<unknown>): Promise<Error> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error)) throw new Error("no error was thrown");
  return error;
}
