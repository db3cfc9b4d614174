import { serviceDate, MINUTE_MS } from "../clock";
import { notFound, refused } from "../errors";
import type { Effects, PlannedStep } from "../progress";
import type { Call } from "../router";
import { idOf } from "../router";
import type { ConfigRow, InstanceRow } from "../tables";
import type { World } from "../world";

/** Kind of an instance's jobs. */
export const INSTANCE = "instance";

/** What each job takes, as a part of the time from creation to running. The documents give no durations. */
const SHARE = { provision: 0.7, boot: 0.3, shutdown: 0.2, reboot: 0.4, migrate: 0.6, delete: 0.2 };

/** The watchdog gives up after more boot jobs than this within the window (document 1, Limits). */
const WATCHDOG_BOOTS = 5;
const WATCHDOG_WINDOW_MS = 15 * MINUTE_MS;

/** How long a job on an instance takes, in emulated milliseconds. */
export function durationOf(world: World, job: keyof typeof SHARE): number {
  return Math.round(world.provisionMs * SHARE[job]);
}

/** The instance that a path names. */
export function instanceOf(world: World, call: Call): InstanceRow {
  const row = world.tables.instances.get(idOf(call));
  if (row === undefined) throw notFound();
  return row;
}

/** @throws ApiError 400 while a job is in progress on the instance. */
export function refuseIfBusy(world: World, row: InstanceRow): void {
  if (world.progress.isBusy(INSTANCE, row.id)) throw refused(`${world.brand.title} busy.`);
}

/** Changes an instance. */
export function changeInstance(world: World, row: InstanceRow, patch: Partial<InstanceRow>, at?: number): InstanceRow {
  return world.tables.instances.put({ ...row, ...patch, updated: serviceDate(at ?? world.clock.now()) });
}

/** A step that sets the status. */
export function becomes(status: string, afterMs: number): PlannedStep {
  return { afterMs, effect: "instance.patch", data: { status } };
}

/** Issues a boot job: booting now, running after a while. */
export function startBoot(world: World, row: InstanceRow, config: ConfigRow | undefined, at?: number): void {
  const now = at ?? world.clock.now();
  const boot_jobs = [...recentBoots(row, now), now];
  const last_booted_config = config?.id ?? row.last_booted_config;
  changeInstance(world, row, { status: "booting", boot_jobs, last_booted_config }, now);
  world.progress.start(INSTANCE, row.id, "boot", [becomes("running", durationOf(world, "boot"))], now);
}

/** An unexpected power-off: the watchdog boots the instance again, unless it has done so too often (document 1, States). */
export function losePower(world: World, row: InstanceRow): void {
  world.progress.cancel(INSTANCE, row.id);
  const off = changeInstance(world, row, { status: "offline" });
  const gaveUp = recentBoots(row, world.clock.now()).length > WATCHDOG_BOOTS;
  if (row.watchdog_enabled && row.status === "running" && !gaveUp) startBoot(world, off, undefined);
}

/** Frees everything that belongs to an instance (document 1, rule 1). */
function removeInstance(world: World, id: number): void {
  const { instances, disks, configs } = world.tables;
  for (const disk of disks.by("instance", id)) disks.delete(disk.id);
  for (const config of configs.by("instance", id)) configs.delete(config.id);
  instances.delete(id);
}

/** What the steps of an instance's jobs do. */
export function instanceEffects(world: World): Effects {
  return {
    "instance.patch": (id, data, at) => {
      const row = world.tables.instances.get(id);
      if (row !== undefined) changeInstance(world, row, data, at);
    },
    "instance.remove": (id) => removeInstance(world, id),
  };
}

function recentBoots(row: InstanceRow, now: number): number[] {
  return row.boot_jobs.filter((time) => time > now - WATCHDOG_WINDOW_MS);
}
