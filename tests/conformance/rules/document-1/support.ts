import type { EmulatorOptions } from "../../../../emulator/index";
import type { Body, Reply, Started } from "../../../emulator/support/client";
import { PROVISION_MS } from "../../../emulator/support/client";
import type { ImageBody } from "../../../emulator/support/images";
import type { Backup } from "../../../emulator/support/instances";
import { INSTANCES, snapshot } from "../../../emulator/support/instances";
import { expectSuccess, LONG_MS } from "../../support";

export { backedUp, backupsOf, running, snapshot as snapshotOf } from "../../../emulator/support/instances";
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

/** The disks and configs of an instance, as a snapshot shows them. */
export async function contentsOf(service: Started, id: number): Promise<Pick<Backup, "disks" | "configs">> {
  const instance = (await service.get(`${INSTANCES}/${id}`)).body;
  if (instance.backups["enabled"] !== true) expectSuccess(await service.post(`${INSTANCES}/${id}/backups/enable`));
  const { disks, configs } = await snapshot(service, id, "contents");
  return { disks, configs };
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
