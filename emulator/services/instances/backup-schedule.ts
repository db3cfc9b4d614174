import { MINUTE_MS } from "../../state/clock";
import type { Effects } from "../../state/progress";
import type { InstanceRow } from "./rows";
import { disks, instances } from "./rows";
import type { World } from "../../world";
import { startBackup } from "./backup-flow";

/** Job type of daily backups; the ID is the instance's. */
const SCHEDULE = "backup schedule";

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Hour (UTC) at which backups start if no window was chosen. */
const DEFAULT_HOUR = 2;

/** The real service's value for a day or window that was not chosen. */
export const UNCHOSEN = "Scheduling";

/** The service chooses the schedule until the user does. */
export function backupSettings(enabled: boolean): InstanceRow["backups"] {
  const chosen = enabled ? UNCHOSEN : null;
  return { enabled, last_successful: null, schedule: { day: chosen, window: chosen } };
}

/** Schedules the next automatic backup: once a day, at the start of the window. Replaces an earlier schedule. */
export function planBackups(world: World, row: InstanceRow, from = world.clock.now()): void {
  stopBackups(world, row);
  const steps = [{ afterMs: beginOfWindow(row, from) - from, effect: "backups.due" }];
  world.progress.start(SCHEDULE, row.id, "automatic backup", steps, { from, background: true });
}

export function stopBackups(world: World, row: InstanceRow): void {
  world.progress.forget(SCHEDULE, row.id);
}

/** The daily backup: only if the instance has disks, and only while the backup service is enabled. */
export function backupScheduleEffects(world: World): Effects {
  return {
    "backups.due": (id, _data, at) => {
      const row = instances.in(world).get(id);
      if (row === undefined || !row.backups.enabled) return;
      if (disks.in(world).count("instance", id) > 0) startBackup(world, row, { type: "auto", label: null }, at);
      planBackups(world, row, at);
    },
  };
}

/** The next start of the window: `W22` starts at 22:00 UTC. */
function beginOfWindow(row: InstanceRow, after: number): number {
  const hour = Number(/^W(\d{1,2})$/.exec(row.backups.schedule.window ?? "")?.[1] ?? DEFAULT_HOUR) % 24;
  const begin = Math.floor(after / DAY_MS) * DAY_MS + hour * HOUR_MS;
  return begin > after ? begin : begin + DAY_MS;
}
