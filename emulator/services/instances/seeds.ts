import type { JsonObject } from "../../json";
import { isObject } from "../../json";
import type { SeedList } from "../../seed/seed";
import { datesNow, filled, stored } from "../../seed/seed";
import type { World } from "../../world";

import { findImage } from "../images/images";
import { isUnfinished } from "./backup-flow";
import { backupSettings, planBackups } from "./backup-schedule";
import { devicesOf, newConfig } from "./config-fields";
import { putContents } from "./contents";
import { imageContents } from "./origin";
import type { ConfigRow, InstanceRow } from "./rows";
import { backups, configs, disks, instances } from "./rows";
import { BACKUP, becomes, durationOf, INSTANCE } from "./state";

/** What becomes of an instance that was in transition when it was read. */
const OUTCOME: { readonly [status: string]: string | undefined } = {
  provisioning: "running",
  booting: "running",
  rebooting: "running",
  migrating: "running",
  rebuilding: "running",
  cloning: "running",
  restoring: "running",
  shutting_down: "offline",
};

/** The disks stand before the instances, which otherwise get those of a new one. */
export const instanceSeeds: readonly SeedList[] = [
  stored(
    disks,
    { path: "/compute/instances/{id}/disks", isDetail: true, of: { path: "/compute/instances", has: () => true } },
    (entry, { world, parentId }) => ({
      instance_id: parentId,
      ...filled(entry, {
        label: "",
        status: "ready",
        filesystem: "ext4",
        size: 0,
        ...datesNow(world),
      }),
    }),
  ),
  stored(
    instances,
    { path: "/compute/instances" },
    (entry, { world }) => ({
      ...filled(entry, {
        label: "",
        group: "",
        tags: [],
        region: "",
        type: "",
        image: null,
        status: "running",
        ...datesNow(world),
        ipv4: [],
        ipv6: null,
        alerts: { cpu: 90, io: 10_000, network_in: 10, network_out: 10, transfer_quota: 80 },
        backups: backupSettings(false),
        watchdog_enabled: true,
      }),
      last_booted_config: null,
      boot_jobs: [],
      copied: derived(world, entry),
    }),
    begin,
  ),
  {
    path: "/compute/instances/{id}/backups",
    isSingle: true,
    of: { path: "/compute/instances", has: ({ backups }) => isObject(backups) && backups["enabled"] === true },
    put: (world, { automatic, snapshot }, instanceId) => {
      const instance = instances.in(world).get(instanceId);
      if (instance === undefined) return;
      const { current, in_progress } = isObject(snapshot) ? snapshot : {};
      const all = [...(Array.isArray(automatic) ? (automatic as unknown[]) : []), current, in_progress];
      for (const entry of all.filter(isObject)) putBackup(world, instance, entry);
    },
  },
];

/** The host is not known here, and neither are the specs of a plan that the service no longer lists. */
function derived(world: World, { host_uuid, specs, type }: JsonObject): JsonObject {
  return {
    ...(world.brand.showsUndocumentedFields && host_uuid !== undefined ? { host_uuid } : {}),
    ...(specs !== undefined && !world.catalogue.types.has(String(type)) ? { specs } : {}),
  };
}

function begin(world: World, row: InstanceRow): void {
  const config = startConfig(world, row);
  if (config && row.status !== "offline") instances.in(world).put({ ...row, last_booted_config: config.id });
  if (row.backups.enabled) planBackups(world, row);
  const outcome = OUTCOME[row.status];
  const afterMs = world.provisionMs;
  if (outcome !== undefined) world.progress.start(INSTANCE, row.id, row.status, [becomes(outcome, afterMs)]);
  if (row.status === "deleting") {
    world.progress.start(INSTANCE, row.id, "delete", [{ afterMs, effect: "instance.remove" }]);
  }
}

/** Config profiles, and usually disks, are not read, because that would take requests for each instance: they are those of a new one. */
function startConfig(world: World, row: InstanceRow): ConfigRow | undefined {
  const image = findImage(world, row.image ?? "") ?? { label: row.label, size: 0 };
  const diskMb = world.catalogue.types.get(row.type)?.disk ?? 0;
  const contents = imageContents(world, image, { diskMb });
  const own = disks.in(world).by("instance", row.id);
  if (own.length > 0) {
    const devices = devicesOf(own.map(({ id }) => id));
    const dates = { created: row.created, updated: row.updated };
    return contents.configs.map((one) => configs.in(world).add({ ...one, ...dates, instance_id: row.id, devices }))[0];
  }
  const isEmpty = row.image === null && row.status === "offline";
  return isEmpty ? undefined : putContents(world, row.id, contents)[0];
}

function putBackup(world: World, { id: instance_id, region, image }: InstanceRow, entry: JsonObject): void {
  const found = filled(entry, { disks: [] as { label: string; filesystem: string; size: number }[], configs: [""] });
  const row = backups.in(world).put({
    id: Number(entry["id"]),
    instance_id,
    region,
    image,
    ...filled(entry, {
      label: null,
      type: "auto" as const,
      status: "successful",
      ...datesNow(world),
      finished: null,
    }),
    disks: found.disks,
    configs: found.configs.map((label) => ({
      ...newConfig(world.brand.name("/grub2"), label),
      devices: devicesOf([...found.disks.keys()]),
    })),
  });
  if (!isUnfinished(row)) return;
  const end = { afterMs: durationOf(world, "backup"), effect: "backup.successful" };
  world.progress.start(BACKUP, row.id, row.type === "auto" ? "backup" : "snapshot", [end], {
    background: row.type === "auto",
  });
}
