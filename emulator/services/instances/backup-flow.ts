import { serviceDate } from "../../state/clock";
import { instanceEntity } from "../entities";
import type { Effects } from "../../state/progress";
import type { BackupRow, InstanceRow } from "./rows";
import { backups, configs, disks, instances } from "./rows";
import type { World } from "../../world";
import { contentsOf } from "./contents";
import { BACKUP, durationOf } from "./state";

/** Number of automatic backups kept, as on the real service. The documents give no number. */
const KEPT = 3;

/**
 * The statuses of a backup, with the fraction of its duration after which each begins (Linode API v4, Backup View).
 */
const FLOW = [
  { after: 0.2, effect: "backup.running" },
  { after: 0.7, effect: "backup.read" },
  { after: 1, effect: "backup.successful" },
];

/** Statuses of a backup in progress. */
const UNFINISHED = ["paused", "pending", "running", "needsPostProcessing"];

export function isUnfinished(backup: BackupRow): boolean {
  return UNFINISHED.includes(backup.status);
}

/** The snapshots of an instance; at most one exists. */
export function snapshotsOf(world: World, row: InstanceRow): BackupRow[] {
  return backups
    .in(world)
    .by("instance", row.id)
    .filter(({ type }) => type === "snapshot");
}

/** Starts a backup. A snapshot keeps its instance busy; an automatic backup runs in the background. */
export function startBackup(
  world: World,
  row: InstanceRow,
  { type, label }: Pick<BackupRow, "type" | "label">,
  from = world.clock.now(),
): BackupRow {
  const backup = backups.in(world).add({
    instance_id: row.id,
    label,
    type,
    region: row.region,
    image: row.image,
    status: "pending",
    created: serviceDate(from),
    updated: serviceDate(from),
    finished: null,
    disks: [],
    configs: [],
  });
  const steps = FLOW.map(({ after, effect }) => ({ afterMs: Math.round(after * durationOf(world, "backup")), effect }));
  if (type === "auto") world.progress.start(BACKUP, backup.id, "backup", steps, { from, background: true });
  else {
    const event = world.events.begin(world.brand.name("_snapshot"), instanceEntity(world, row), null, from);
    world.progress.start(BACKUP, backup.id, "snapshot", steps, { from, event });
  }
  return backup;
}

/** Deletes a backup, and cancels it if it is in progress. */
export function deleteBackup(world: World, backup: BackupRow): void {
  world.progress.forget(BACKUP, backup.id);
  backups.in(world).delete(backup.id);
}

/** Effects of backup jobs. A backup contains what the instance has when `backup.read` runs. */
export function backupEffects(world: World): Effects {
  const change = (id: number, patch: Partial<BackupRow>, at: number): BackupRow | undefined => {
    const row = backups.in(world).get(id);
    return row && backups.in(world).put({ ...row, ...patch, updated: serviceDate(at) });
  };
  return {
    "backup.running": (id, _data, at) => void change(id, { status: "running" }, at),
    "backup.read": (id, _data, at) => {
      const instance = backups.in(world).get(id)?.instance_id ?? Number.NaN;
      const contents = contentsOf(disks.in(world).by("instance", instance), configs.in(world).by("instance", instance));
      change(id, { status: "needsPostProcessing", finished: serviceDate(at), ...contents }, at);
    },
    "backup.successful": (id, _data, at) => {
      const backup = change(id, { status: "successful" }, at);
      const row = instances.in(world).get(backup?.instance_id ?? Number.NaN);
      if (backup === undefined || row === undefined) return;
      instances.in(world).put({ ...row, backups: { ...row.backups, last_successful: backup.finished } });
      dropOldest(world, row);
    },
  };
}

function dropOldest(world: World, row: InstanceRow): void {
  const automatic = backups
    .in(world)
    .by("instance", row.id)
    .filter(({ type }) => type === "auto");
  for (const backup of automatic.filter((one) => !isUnfinished(one)).slice(0, -KEPT)) deleteBackup(world, backup);
}
