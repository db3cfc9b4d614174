import { INSTANCES } from "../../access/guards";
import { instanceEntity } from "../entities";
import { notFound, Problems, refused } from "../../interface/errors";
import type { Call, Route } from "../../interface/router";
import { get, idOf, post } from "../../interface/router";
import type { BackupRow, InstanceRow } from "./rows";
import { backups } from "./rows";
import { parse, requireFields, text } from "../../interface/validation";
import type { World } from "../../world";
import { deleteBackup, isUnfinished, snapshotsOf, startBackup } from "./backup-flow";
import { backupSettings, planBackups, stopBackups } from "./backup-schedule";
import { changeInstance, instanceOf, refuseIfBusy, refuseIfDeleting } from "./state";

/** Backups of an instance: list, snapshot, view, enable, cancel (Linode API v4, Linode Instances). */
export function backupRoutes(world: World): Route[] {
  return [
    get("/compute/instances/{id}/backups", INSTANCES.view, (call) => listBackups(world, instanceOf(world, call))),
    post("/compute/instances/{id}/backups", INSTANCES.change, (call) => viewBackup(world, createSnapshot(world, call))),
    get("/compute/instances/{id}/backups/{backupId}", INSTANCES.view, (call) =>
      viewBackup(world, backupOf(world, call)),
    ),
    post("/compute/instances/{id}/backups/enable", INSTANCES.change, (call) =>
      enableBackups(world, instanceOf(world, call)),
    ),
    post("/compute/instances/{id}/backups/cancel", INSTANCES.change, (call) =>
      cancelBackups(world, instanceOf(world, call)),
    ),
  ];
}

/** The backup in the path, which must belong to the instance in the path. */
export function backupOf(world: World, call: Call): BackupRow {
  const { id } = instanceOf(world, call);
  const backup = backups.in(world).get(idOf(call, "backupId"));
  if (backup?.instance_id !== id) throw notFound();
  return backup;
}

/** A backup in API responses (Linode API v4, Backup View). */
function viewBackup(world: World, row: BackupRow): unknown {
  const { id, type, status, created, updated, finished, label, region, disks, configs } = row;
  const shown = {
    id,
    type,
    status,
    created,
    updated,
    finished,
    label,
    disks: disks.map(({ label, filesystem, size }) => ({ label, filesystem, size })),
    configs: configs.map((one) => one.label),
  };
  return world.brand.showsUndocumentedFields ? { ...shown, region, available: status === "successful" } : shown;
}

function listBackups(world: World, row: InstanceRow): unknown {
  const view = (backup: BackupRow | undefined) => (backup === undefined ? null : viewBackup(world, backup));
  const snapshots = snapshotsOf(world, row);
  const automatic = backups
    .in(world)
    .by("instance", row.id)
    .filter(({ type }) => type === "auto");
  return {
    automatic: automatic.map(view),
    snapshot: {
      current: view(snapshots.find((backup) => !isUnfinished(backup))),
      in_progress: view(snapshots.find(isUnfinished)),
    },
  };
}

/** The previous snapshot is deleted as soon as the new one starts (Linode API v4, Backup View). */
function createSnapshot(world: World, call: Call): BackupRow {
  const row = instanceOf(world, call);
  const problems = new Problems(world.documentedOnly);
  const { label = null } = parse({ label: text(1, 255) }, call.body, problems);
  requireFields(["label"], call.body, problems);
  problems.throwIfAny();
  if (!row.backups.enabled && !world.documentedOnly) throw refused("The backup service is not enabled");
  refuseIfBusy(world, row);
  for (const previous of snapshotsOf(world, row)) deleteBackup(world, previous);
  return startBackup(world, row, { type: "snapshot", label });
}

/** If the backup service is already enabled, its schedule is kept. */
function enableBackups(world: World, row: InstanceRow): unknown {
  refuseIfDeleting(world, row);
  if (row.backups.enabled) return {};
  planBackups(world, changeInstance(world, row, { backups: backupSettings(true) }));
  world.events.note("backups_enable", instanceEntity(world, row));
  return {};
}

/** Permanently deletes all backups (Linode API v4, Backups Cancel). No changes if the backup service is not enabled. */
function cancelBackups(world: World, row: InstanceRow): unknown {
  refuseIfDeleting(world, row);
  if (!row.backups.enabled) return {};
  for (const backup of backups.in(world).by("instance", row.id)) deleteBackup(world, backup);
  stopBackups(world, row);
  changeInstance(world, row, { backups: backupSettings(false) });
  world.events.note("backups_cancel", instanceEntity(world, row));
  return {};
}
