import { DAY_MS, HOUR_MS } from "../../support/time";
import type { Body, Client, Started } from "./client";
import { DEBIAN, PROVISION_MS, reasons } from "./client";

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

/** Advances the clock to a full hour of the day, UTC. */
export function advanceTo(client: Started, hour: number): void {
  const { clock } = client.emulator;
  const missing = (hour * HOUR_MS - (clock.now().getTime() % DAY_MS)) % DAY_MS;
  clock.advance(missing < 0 ? missing + DAY_MS : missing);
}

/** What can be asked of an instance. `action` is the rest of a path below its own. */
export function instanceAt(client: Client, id: number) {
  const path = `${INSTANCES}/${id}`;
  const post = (action: string, body?: object) => client.post(`${path}/${action}`, body);
  const list = async (kind: string) => (await client.get(`${path}/${kind}`)).body.data;
  return {
    id,
    path,
    view: async () => (await client.get(path)).body,
    status: () => statusOf(client, id),
    list,
    /** Without ids and dates. */
    disks: async () => (await list("disks")).map(({ label, filesystem, size }) => ({ label, filesystem, size })),
    put: (body: object) => client.put(path, body),
    post,
    /** POST that must succeed. */
    create: (action: string, body?: object) => client.create(`${path}/${action}`, body),
    /** The reasons against a POST. */
    refused: async (action: string, body?: object) => reasons(await post(action, body)),
  };
}

export type Instance = ReturnType<typeof instanceAt>;

/** A running instance from an image. */
export async function running(client: Started, fields: object = {}): Promise<Instance> {
  const { id } = await client.create(INSTANCES, { ...DEBIAN, ...fields });
  client.emulator.clock.advance(PROVISION_MS);
  return instanceAt(client, id);
}

/** An offline instance from an image. */
export const offline = (client: Started, fields: object = {}) => running(client, { booted: false, ...fields });

/** An instance without disks. */
export async function empty(client: Client, fields: object = {}): Promise<Instance> {
  return instanceAt(client, (await client.create(INSTANCES, { ...EMPTY, ...fields })).id);
}

/** A running instance with a successful snapshot. */
export async function backedUp(client: Started, fields: object = {}): Promise<Instance & { readonly backup: Backup }> {
  const instance = await running(client, { backups_enabled: true, ...fields });
  return { ...instance, backup: await snapshot(client, instance.id) };
}

/** A successful snapshot. */
export async function snapshot(client: Started, id: number, label = "before"): Promise<Backup> {
  const { id: backupId } = await client.create(`${INSTANCES}/${id}/backups`, { label });
  client.emulator.clock.advance(PROVISION_MS);
  return backupOf(client, id, backupId);
}

/** The status of an instance, or the HTTP status if it does not exist. */
export async function statusOf(client: Client, id: number): Promise<string | number> {
  const reply = await client.get(`${INSTANCES}/${id}`);
  return reply.status === 200 ? reply.body.status : reply.status;
}

async function backupOf(client: Client, id: number, backupId: number): Promise<Backup> {
  return (await client.get(`${INSTANCES}/${id}/backups/${backupId}`)).body as Backup;
}

export async function backupsOf(client: Client, id: number): Promise<BackupList> {
  return (await client.get(`${INSTANCES}/${id}/backups`)).body as unknown as BackupList;
}

/** The response of a busy instance. */
export const BUSY = { "": ["Compute busy."] };

/** The reason against more disks than fit, in MB. */
export const noSpace = (needed: number, free: number) =>
  `Insufficient space: ${needed} MB are needed, and ${free} MB are free.`;
