import { DAY_MS } from "../../support/time";
import type { Body, Client, Started } from "./client";
import { PROVISION_MS } from "./client";

/** The engines, as they appear in paths. */
export const ENGINES = ["mongodb", "mysql"] as const;
export type Engine = (typeof ENGINES)[number];

export const STATUSES = [
  ...["provisioning", "active", "suspending", "suspended", "resuming"],
  ...["restoring", "failed", "degraded", "updating", "backing_up"],
] as const;
export type Status = (typeof STATUSES)[number];

/** How long a database takes to become active on an emulator with a stepped clock. */
export const DATABASE_MS = 2 * PROVISION_MS;

const VERSIONS = { mongodb: "4.4.10", mysql: "8.0.26" };

/** The path of one engine's databases. */
export const collection = (engine: Engine): string => `/databases/${engine}/instances`;

/** The path of the databases of all engines. */
export const ALL_DATABASES = "/databases/instances";

/** The minimal fields of a database. */
export function order(engine: Engine, fields: object = {}): object {
  const needed = { label: `${engine}-db`, region: "us-east", type: "g6-nanode-1" };
  return { ...needed, engine: `${engine}/${VERSIONS[engine]}`, ...fields };
}

/** Creates a database; `body` is the response, `view` its current view. */
export async function createDatabase(client: Client, engine: Engine, fields: object = {}) {
  const body = await client.create(collection(engine), order(engine, fields));
  const path = `${collection(engine)}/${body.id}`;
  return { id: body.id, path, body, view: async () => (await client.get(path)).body };
}

export type Database = Awaited<ReturnType<typeof createDatabase>>;

/** Creates a database and advances the clock until it is active. */
export async function activeDatabase(client: Started, engine: Engine, fields: object = {}): Promise<Database> {
  const database = await createDatabase(client, engine, fields);
  client.emulator.clock.advance(DATABASE_MS);
  return database;
}

/** Takes a snapshot and advances the clock until it is visible. */
export async function takeSnapshot(client: Started, { path }: Pick<Database, "path">, label = "Monday"): Promise<Body> {
  await client.create(`${path}/backups`, { label });
  client.emulator.clock.advance(DATABASE_MS);
  return (await snapshots(client, { path })).at(-1) as Body;
}

/** The snapshots of a database. Whether it also has automatic backups depends on the hour at which a test runs. */
async function snapshots(client: Client, { path }: Pick<Database, "path">): Promise<readonly Body[]> {
  return (await client.get(`${path}/backups`, { "X-Filter": '{"type":"snapshot"}' })).body.data;
}

/** Advances the clock to just before the next 0:00 UTC, and returns that moment. */
export function advanceToMidnight({ emulator }: Started): Date {
  const now = emulator.clock.now().getTime();
  const midnight = now - (now % DAY_MS) + DAY_MS;
  emulator.clock.advance(midnight - now - 1);
  return new Date(midnight);
}
