import { MINUTE_MS } from "../../state/clock";
import type { Effects } from "../../state/progress";
import type { InstanceRow } from "../../state/rows/instances";
import type { World } from "../../world";
import { startBackup } from "./backup-flow";

/** Kind of the jobs that make daily backups, with the instance's id. No client waits for them. */
const SCHEDULE = "backup schedule";

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** When backups are made if no window was chosen: 02:00 UTC. */
const DEFAULT_HOUR = 2;

/** Day and window if they were not chosen, as the real service shows them. */
export const UNCHOSEN = "Scheduling";

/** The schedule is chosen by the service until the user chooses one. */
export function backupSettings(enabled: boolean): InstanceRow["backups"] {
  const chosen = enabled ? UNCHOSEN : null;
  return { enabled, last_successful: null, schedule: { day: chosen, window: chosen } };
}

/** Plans the next automatic backup: once a day, at the beginning of the window. Replaces an earlier plan. */
export function planBackups(world: World, row: InstanceRow, from = world.clock.now()): void {
  stopBackups(world, row);
  const steps = [{ afterMs: beginOfWindow(row, from) - from, effect: "backups.due" }];
  world.progress.start(SCHEDULE, row.id, "automatic backup", steps, { from, background: true });
}

/** Stops automatic backups. */
export function stopBackups(world: World, row: InstanceRow): void {
  world.progress.forget(SCHEDULE, row.id);
}

/** The daily backup: only if the instance has disks, and only while the service is on. */
export function backupScheduleEffects(world: World): Effects {
  return {
    "backups.due": (id, _data, at) => {
      const row = world.tables.instances.get(id);
      if (row === undefined || !row.backups.enabled) return;
      if (world.tables.disks.count("instance", id) > 0) startBackup(world, row, { type: "auto", label: null }, at);
      planBackups(world, row, at);
    },
  };
}

/** The next start of the window: `W22` begins at 22:00 UTC. */
function beginOfWindow(row: InstanceRow, after: number): number {
  const hour = Number(/^W(\d{1,2})$/.exec(row.backups.schedule.window ?? "")?.[1] ?? DEFAULT_HOUR) % 24;
  const begin = Math.floor(after / DAY_MS) * DAY_MS + hour * HOUR_MS;
  return begin > after ? begin : begin + DAY_MS;
}
