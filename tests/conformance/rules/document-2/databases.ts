import type { Body, Started } from "../../../emulator/support/client";
import { PROVISION_MS } from "../../../emulator/support/client";
import { list } from "../../lists";
import { expectSuccess, observedOnce, waitFor, waitForStatus } from "../../support";

/** The engines of document 2. */
export const KINDS = ["mongodb", "mysql"] as const;
export type Kind = (typeof KINDS)[number];

export const STATUSES = [
  ...["provisioning", "active", "suspending", "suspended", "resuming"],
  ...["restoring", "failed", "degraded", "updating", "backing_up"],
] as const;
export type Status = (typeof STATUSES)[number];

export const ENGINES = "/databases/engines";
export const ALL_DATABASES = "/databases/instances";
export const collection = (kind: Kind): string => `/databases/${kind}/instances`;

/** A database with its path. */
export interface Database {
  readonly path: string;
  readonly body: Body;
}

/** A test of each engine on an empty account: the document doesn't specify whether they may share a label. */
export function onEach(kinds: readonly Kind[], test: (service: Started, kind: Kind) => Promise<void>) {
  return async (service: Started): Promise<void> => {
    for (const kind of kinds) {
      service.emulator.reset();
      await test(service, kind);
    }
  };
}

/** The catalogue, which never changes. */
const catalogue = observedOnce((service) => list(service, ENGINES));

/** The id of an available version of this engine that satisfies the condition. */
export async function engineId(service: Started, kind: Kind, suits: (version: string) => boolean = () => true) {
  const found = (await catalogue(service)).find(({ engine, version }) => engine === kind && suits(String(version)));
  if (found === undefined) throw new Error(`the catalogue has no such ${kind}`);
  return String(found.id);
}

/** The minimal fields of a create, and these fields. */
export async function request(service: Started, kind: Kind, fields: object = {}): Promise<object> {
  const engine = await engineId(service, kind);
  return { engine, label: `orders-${kind}`, region: "us-east", type: "g6-nanode-1", ...fields };
}

/** A database that was just created. */
export async function createDatabase(service: Started, kind: Kind, fields: object = {}): Promise<Database> {
  const body = await service.create(collection(kind), await request(service, kind, fields));
  return { path: `${collection(kind)}/${body.id}`, body };
}

/** Advances the clock far enough that one read usually suffices, and then until the database has this status. */
export async function becomes(service: Started, status: Status, path: string): Promise<Body> {
  service.emulator.clock.advance(2 * PROVISION_MS);
  return waitForStatus(service, path, status);
}

/** A database that is ready for use. */
export async function activeDatabase(service: Started, kind: Kind, fields: object = {}): Promise<Database> {
  const { path } = await createDatabase(service, kind, fields);
  return { path, body: await becomes(service, "active", path) };
}

/** Updates a database and waits until it is active again. */
export async function updateDatabase(service: Started, path: string, fields: object): Promise<Body> {
  expectSuccess(await service.put(path, fields));
  return waitForStatus(service, path, "active");
}

/** Takes a snapshot of an active database and waits until it is visible and the database is active again. */
export async function takeSnapshot(service: Started, path: string, label = "Monday"): Promise<Body> {
  const known = new Set((await list(service, `${path}/backups`)).map(({ id }) => id));
  expectSuccess(await service.post(`${path}/backups`, { label }));
  return newBackup(service, path, ({ id, type }) => type === "snapshot" && !known.has(id));
}

/** Waits for a matching backup, and until the database is active again. */
async function newBackup(service: Started, path: string, wanted: (backup: Body) => boolean): Promise<Body> {
  const reply = await waitFor(
    service,
    `${path}/backups`,
    ({ status, body }) => status === 200 && body.data.some(wanted),
  );
  await waitForStatus(service, path, "active");
  return reply.body.data.find(wanted) as Body;
}

/** Advances the clock to just before the next 0:00 UTC and returns the date that then begins, `YYYY-MM-DD`. */
export function advanceToMidnight(service: Started): string {
  const now = service.emulator.clock.now();
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  service.emulator.clock.advance(midnight - now.getTime() - 1);
  return new Date(midnight).toISOString().slice(0, 10);
}

/** Waits for the next automatic backup. */
export async function waitForAuto(service: Started, path: string): Promise<Body> {
  const date = advanceToMidnight(service);
  return newBackup(service, path, ({ type, created }) => type === "auto" && created.startsWith(date));
}
