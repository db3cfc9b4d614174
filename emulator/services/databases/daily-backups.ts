import { MINUTE_MS, serviceDate } from "../../state/clock";
import type { Effects } from "../../state/progress";
import type { DatabaseRow } from "./rows";
import { databaseBackups, databases } from "./rows";
import type { World } from "../../world";
import { addBackup } from "./backups";
import { DATABASE } from "./states";

const DAY_MS = 24 * 60 * MINUTE_MS;

/** How long an automatic backup is kept (Linode API v4, Managed Databases). */
const KEPT_MS = 7 * DAY_MS;

/** Statuses in which a database has nothing to back up. */
const WITHOUT_DATA: ReadonlyArray<DatabaseRow["status"]> = [
  ...(["provisioning", "suspending", "suspended", "resuming", "restoring", "failed"] as const),
];

/** Schedules the automatic backup at the next 0:00 UTC (Linode API v4, Managed MongoDB Database Backups). */
export function scheduleDailyBackup(world: World, id: number, from: number): void {
  const afterMs = DAY_MS - (from % DAY_MS);
  world.progress.start(DATABASE, id, "daily backup", [{ afterMs, effect: "database.daily" }], {
    from,
    background: true,
  });
}

/** The daily automatic backup. Also deletes expired backups and schedules the next one. The status does not change. */
export function dailyBackupEffects(world: World): Effects {
  return {
    "database.daily": (id, _data, at) => {
      const row = databases.in(world).get(id);
      if (row === undefined) return;
      const oldest = serviceDate(at - KEPT_MS);
      for (const backup of databaseBackups.in(world).by("database", id)) {
        if (backup.type === "auto" && backup.created <= oldest) databaseBackups.in(world).delete(backup.id);
      }
      const label = `auto${serviceDate(at).slice(0, 10)}`;
      if (!WITHOUT_DATA.includes(row.status)) addBackup(world, row, { type: "auto", label, at });
      scheduleDailyBackup(world, id, at);
    },
  };
}
