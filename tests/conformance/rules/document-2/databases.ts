import type { Body, Started } from "../../../emulator/support/client";
import { PROVISION_MS } from "../../../emulator/support/client";
import type { Engine as Kind, Status } from "../../../emulator/support/databases";
import { advanceToMidnight, createDatabase } from "../../../emulator/support/databases";
import { expectSuccess, list, observedOnce, waitFor, waitForStatus } from "../../support";

export {
  advanceToMidnight,
  ALL_DATABASES,
  collection,
  createDatabase,
  order,
  ENGINES as KINDS,
  STATUSES,
  takeSnapshot,
} from "../../../emulator/support/databases";
export type { Engine as Kind, Status } from "../../../emulator/support/databases";

export const ENGINES = "/databases/engines";

/** The catalogue, which never changes. */
const catalogue = observedOnce((service) => list(service, ENGINES));

/** The id of an available version of this engine that satisfies the condition. */
export async function engineId(service: Started, kind: Kind, suits: (version: string) => boolean = () => true) {
  const found = (await catalogue(service)).find(({ engine, version }) => engine === kind && suits(String(version)));
  if (found === undefined) throw new Error(`the catalogue has no such ${kind}`);
  return String(found.id);
}

/** Advances the clock far enough that one read usually suffices, and then until the database has this status. */
export async function becomes(service: Started, status: Status, path: string): Promise<Body> {
  service.emulator.clock.advance(2 * PROVISION_MS);
  return waitForStatus(service, path, status);
}

/** A database that is ready for use. */
export async function activeDatabase(service: Started, kind: Kind, fields: object = {}) {
  const { path } = await createDatabase(service, kind, fields);
  return { path, body: await becomes(service, "active", path) };
}

export const mongodb = (service: Started) => activeDatabase(service, "mongodb");

/** Updates a database and waits until it is active again. */
export async function updateDatabase(service: Started, path: string, fields: object): Promise<Body> {
  expectSuccess(await service.put(path, fields));
  return waitForStatus(service, path, "active");
}

/** Waits for the next automatic backup, and until the database is active again. */
export async function waitForAuto(service: Started, path: string): Promise<Body> {
  const date = advanceToMidnight(service).toISOString().slice(0, 10);
  const isNew = ({ type, created }: Body) => type === "auto" && created.startsWith(date);
  const { body } = await waitFor(service, `${path}/backups`, (reply) => reply.body.data.some(isNew));
  await waitForStatus(service, path, "active");
  return body.data.find(isNew) as Body;
}
