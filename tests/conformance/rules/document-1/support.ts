import type { EmulatorOptions } from "../../../../emulator/index";
import type { Body, Reply, Started } from "../../../emulator/support/client";
import { DEBIAN, PROVISION_MS } from "../../../emulator/support/client";
import type { ImageBody } from "../../../emulator/support/images";
import type { Backup, BackupList } from "../../../emulator/support/instances";
import { INSTANCES } from "../../../emulator/support/instances";
import { expectSuccess, LONG_MS } from "../../support";

export type { Backup, BackupList, ImageBody };
export { announce as startUpload } from "../../../emulator/support/images";

/** Ids of the first resources of a new emulator. */
export const FIRST = { instance: 10001, disk: 40001, config: 50001 } as const;

/** Options with these tokens in addition to the default one, which is unrestricted. */
export function withTokens(...tokens: NonNullable<EmulatorOptions["tokens"]>): EmulatorOptions {
  return { token: "all-allowed", tokens };
}

/** Advances the clock by as long as every job takes here; then the resource has this status, and is returned. */
export async function settled(service: Started, path: string, status: string): Promise<Body> {
  service.emulator.clock.advance(PROVISION_MS);
  const body = expectSuccess(await service.get(path));
  expect(body.status).toBe(status);
  return body;
}

/** An instance from an image, once it runs. */
export async function running(service: Started, fields: object = {}): Promise<Body> {
  const { id } = await service.create(INSTANCES, { ...DEBIAN, ...fields });
  return settled(service, `${INSTANCES}/${id}`, "running");
}

/** A running instance with a successful snapshot. */
export async function backedUp(service: Started, fields: object = {}): Promise<{ id: number; backup: Backup }> {
  const { id } = await running(service, { backups_enabled: true, ...fields });
  return { id, backup: await snapshotOf(service, id) };
}

/** Takes a snapshot and waits for its success. */
export async function snapshotOf(service: Started, id: number, label = "snapshot"): Promise<Backup> {
  const path = `${INSTANCES}/${id}/backups`;
  const { id: backup } = await service.create(path, { label });
  return (await settled(service, `${path}/${backup}`, "successful")) as Backup;
}

/** The disks and configs of an instance, as a snapshot shows them. */
export async function contentsOf(service: Started, id: number): Promise<Pick<Backup, "disks" | "configs">> {
  const instance = (await service.get(`${INSTANCES}/${id}`)).body;
  if (instance.backups["enabled"] !== true) expectSuccess(await service.post(`${INSTANCES}/${id}/backups/enable`));
  const { disks, configs } = await snapshotOf(service, id, "contents");
  return { disks, configs };
}

export async function backupsOf(service: Started, id: number): Promise<BackupList> {
  // The rules check its shape.
  return expectSuccess(await service.get(`${INSTANCES}/${id}/backups`)) as unknown as BackupList;
}

/** Restores a backup and waits until the restore has certainly ended. */
export async function restore(service: Started, source: number, backup: number, body: object): Promise<Reply> {
  const reply = await service.post(`${INSTANCES}/${source}/backups/${backup}/restore`, body);
  service.emulator.clock.advance(LONG_MS);
  return reply;
}

/** Boots an offline instance and waits until it runs. */
export async function boots(service: Started, id: number, body?: object): Promise<void> {
  expect(expectSuccess(await service.post(`${INSTANCES}/${id}/boot`, body))).toEqual({});
  await settled(service, `${INSTANCES}/${id}`, "running");
}

/** Captures the first disk of the first instance as a private image. */
export async function capture(service: Started, fields: object = {}): Promise<ImageBody> {
  const body = { disk_id: FIRST.disk, label: "captured", ...fields };
  return (await service.create("/images", body)) as unknown as ImageBody;
}

/** The same, once the image is available. */
export async function captured(service: Started, fields: object = {}): Promise<ImageBody> {
  const { id } = await capture(service, fields);
  return (await settled(service, `/images/${id}`, "available")) as unknown as ImageBody;
}
