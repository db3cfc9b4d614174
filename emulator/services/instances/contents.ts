import { refused } from "../../interface/errors";
import type { ConfigFields, ConfigRow, Contents, Device, DiskRow, InstanceRow } from "./rows";
import { configs, disks, instances } from "./rows";
import type { World } from "../../world";
import { today } from "../../world";
import { changeInstance, forgetConfig } from "./state";

/** Copies disks and configs without their IDs. A config keeps only references to the copied disks. */
export function contentsOf(disks: readonly DiskRow[], configs: readonly ConfigRow[]): Contents {
  const positions = new Map(disks.map((disk, position) => [disk.id, position]));
  return {
    disks: disks.map(({ label, filesystem, size, used }) => ({ label, filesystem, size, used })),
    configs: configs.map(({ id: _id, instance_id: _instanceId, created: _created, updated: _updated, ...fields }) =>
      withDisks(fields, positions),
    ),
  };
}

/** Adds disks and configs to an instance, and returns the configs. */
export function putContents(world: World, instance_id: number, contents: Contents): ConfigRow[] {
  const dates = { created: today(world), updated: today(world) };
  const ids = contents.disks.map(({ label, filesystem, size, used }, position): [number, number] => {
    const row = { id: disks.in(world).nextId(), instance_id, label, status: "ready", filesystem, size, used, ...dates };
    return [position, disks.in(world).put(row).id];
  });
  return contents.configs.map((config) =>
    configs.in(world).add({ instance_id, ...withDisks(config, new Map(ids)), ...dates }),
  );
}

/** Deletes all disks and configs of an instance, and returns the updated instance. */
export function dropContents(world: World, row: InstanceRow): InstanceRow {
  for (const disk of disks.in(world).by("instance", row.id)) disks.in(world).delete(disk.id);
  for (const config of configs.in(world).by("instance", row.id)) forgetConfig(world, config);
  return changeInstance(world, instances.in(world).get(row.id) ?? row, { image: null });
}

/** Records which image the disks of an instance come from, unless one is already recorded. */
export function noteImage(world: World, row: InstanceRow, image: string | null): InstanceRow {
  return row.image === null && image !== null ? changeInstance(world, row, { image }) : row;
}

/** The total size of disks, in MB. */
export function sizeOf(disks: ReadonlyArray<{ readonly size: number }>): number {
  return disks.reduce((sum, disk) => sum + disk.size, 0);
}

/** The reason for an error if the needed MB exceed the free MB. */
export function shortageOf(needed: number, free: number): string | undefined {
  return needed > free ? `Insufficient space: ${needed} MB are needed, and ${free} MB are free.` : undefined;
}

/**
 * @param needed MB
 * @param field the field to report, if any
 * @throws ErrorResponse 400 when it does not fit next to the existing disks of an instance (Linode API v4, Backup Restore).
 */
export function refuseWithoutRoom(world: World, row: InstanceRow, needed: number, field?: string): void {
  const disk = world.catalogue.types.get(row.type)?.disk ?? 0;
  const shortage = shortageOf(needed, disk - sizeOf(disks.in(world).by("instance", row.id)));
  if (shortage !== undefined) throw refused(shortage, field);
}

/** Replaces a config's disk IDs. Omits disks without a new ID, and volumes, which are never copied. */
function withDisks(config: ConfigFields, ids: ReadonlyMap<number, number>): ConfigFields {
  const devices = Object.entries(config.devices).flatMap(([slot, { disk_id }]): Array<[string, Device]> => {
    const id = ids.get(disk_id ?? Number.NaN);
    return id === undefined ? [] : [[slot, { disk_id: id, volume_id: null }]];
  });
  const initrd = ids.get(config.initrd ?? Number.NaN) ?? null;
  return { ...config, devices: Object.fromEntries(devices), initrd };
}
