import { DAY_MS, HOUR_MS } from "../../support/time";
import type { Body, Client, Reply, Started } from "./client";
import type { EmulatorOptions } from "../../../emulator/index";
import { DEBIAN, PROVISION_MS, start } from "./client";

export const INSTANCES = "/compute/instances";

/** The required fields of an instance without disks. */
export const EMPTY = { region: "us-east", type: "g6-nanode-1" } as const;

/** An instance without disks that has room for the disks of several small ones. */
export const ROOMY = { region: "us-east", type: "g6-standard-4" } as const;

/** A backup as the API shows it. */
export interface Backup extends Body {
  readonly type: string;
  readonly finished: string | null;
  readonly configs: readonly string[];
  readonly disks: ReadonlyArray<{ readonly label: string; readonly filesystem: string; readonly size: number }>;
}

/** The backups of an instance. */
export interface BackupList {
  readonly automatic: readonly Backup[];
  readonly snapshot: { readonly current: Backup | null; readonly in_progress: Backup | null };
}

/** Starts an emulator at an hour at which no automatic backup is due. */
export async function startAtNoon(options: EmulatorOptions = {}): Promise<Started> {
  const client = await start(options);
  advanceTo(client, 12);
  return client;
}

/** Advances the clock to a full hour of the day, UTC. */
export function advanceTo(client: Started, hour: number): void {
  const { clock } = client.emulator;
  const missing = (hour * HOUR_MS - (clock.now().getTime() % DAY_MS)) % DAY_MS;
  clock.advance(missing < 0 ? missing + DAY_MS : missing);
}

/** A running instance from an image. */
export async function running(client: Started, fields: object = {}): Promise<Body> {
  const { id } = await client.create(INSTANCES, { ...DEBIAN, ...fields });
  client.emulator.clock.advance(PROVISION_MS);
  return view(client, id);
}

/** The path of an offline instance from an image. */
export async function offline(client: Started, fields: object = {}): Promise<string> {
  const { id } = await client.create(INSTANCES, { ...DEBIAN, booted: false, ...fields });
  client.emulator.clock.advance(PROVISION_MS);
  return `${INSTANCES}/${id}`;
}

/** A running instance with a successful snapshot. */
export async function backedUp(client: Started, fields: object = {}): Promise<{ id: number; backup: Backup }> {
  const { id } = await running(client, { backups_enabled: true, ...fields });
  return { id, backup: await snapshot(client, id) };
}

/** A successful snapshot. */
export async function snapshot(client: Started, id: number, label = "before"): Promise<Backup> {
  const { id: backupId } = await client.create(`${INSTANCES}/${id}/backups`, { label });
  client.emulator.clock.advance(PROVISION_MS);
  return backupOf(client, id, backupId);
}

export function pathOf({ id }: { readonly id: number }): string {
  return `${INSTANCES}/${id}`;
}

export async function view(client: Client, id: number): Promise<Body> {
  return (await client.get(`${INSTANCES}/${id}`)).body;
}

/** The status of an instance, or the HTTP status if it does not exist. */
export async function statusOf(client: Client, id: number): Promise<string | number> {
  const reply = await client.get(`${INSTANCES}/${id}`);
  return reply.status === 200 ? reply.body.status : reply.status;
}

/** The disks of an instance, without their own ids and dates. */
export async function disksOf(client: Client, id: number): Promise<object[]> {
  const { data } = (await client.get(`${INSTANCES}/${id}/disks`)).body;
  return data.map(({ label, filesystem, size }) => ({ label, filesystem, size }));
}

export async function configsOf(client: Client, id: number): Promise<readonly Body[]> {
  return (await client.get(`${INSTANCES}/${id}/configs`)).body.data;
}

export async function backupOf(client: Client, id: number, backupId: number): Promise<Backup> {
  return (await client.get(`${INSTANCES}/${id}/backups/${backupId}`)).body as Backup;
}

export async function backupsOf(client: Client, id: number): Promise<BackupList> {
  return (await client.get(`${INSTANCES}/${id}/backups`)).body as unknown as BackupList;
}

/** The response of a busy instance. */
export const BUSY = { "": ["Compute busy."] };

/** Requests a clone. */
export function clone(client: Client, id: number, body: object = EMPTY): Promise<Reply> {
  return client.post(`${INSTANCES}/${id}/clone`, body);
}

/** Requests the restore of a backup. */
export function restore(client: Client, source: number, backup: number, body: object): Promise<Reply> {
  return client.post(`${INSTANCES}/${source}/backups/${backup}/restore`, body);
}
