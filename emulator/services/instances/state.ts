import { serviceDate, MINUTE_MS } from "../../state/clock";
import { configEntity, instanceEntity } from "../entities";
import { busy, notFound } from "../../interface/errors";
import { removeObject } from "../objects";
import type { Effects, PlannedStep } from "../../state/progress";
import type { Call } from "../../interface/router";
import { idOf } from "../../interface/router";
import type { EventEntity } from "../../state/events";
import type { ConfigRow, InstanceRow } from "./rows";
import { backups, configs, instances } from "./rows";
import type { World } from "../../world";

/** Resource type of an instance's jobs. */
export const INSTANCE = "instance";

/** Resource type of a backup's jobs. */
export const BACKUP = "backup";

/** Duration of each job, as a fraction of `provisionMs`. The documents give no durations. */
const SHARE = {
  boot: 0.3,
  shutdown: 0.2,
  reboot: 0.4,
  migrate: 0.6,
  delete: 0.2,
  disk: 0.2,
  rebuild: 0.7,
  backup: 0.8,
  restore: 0.8,
  clone: 0.8,
};

/** The watchdog gives up after more boot jobs than this within the window (Linode API v4, Linode Instances). */
const WATCHDOG_BOOTS = 5;
const WATCHDOG_WINDOW_MS = 15 * MINUTE_MS;

interface InstanceJob {
  /** Action of its event. Default: the brand and the action of the job, such as `compute_boot`. */
  readonly event?: string;
  /** Secondary entity of the event. */
  readonly secondary?: EventEntity | null;
  /** Start time. Default: now. */
  readonly from?: number;
}

/** Duration of an instance job, in emulated milliseconds. */
export function durationOf(world: World, job: keyof typeof SHARE): number {
  return Math.round(world.provisionMs * SHARE[job]);
}

/** The instance in the path. */
export function instanceOf(world: World, call: Call): InstanceRow {
  const row = instances.in(world).get(idOf(call));
  if (row === undefined) throw notFound();
  return row;
}

/**
 * @param besides an action whose jobs do not count
 * @throws ErrorResponse 400 while a job on the instance or a snapshot of it is in progress.
 */
export function refuseIfBusy(world: World, row: InstanceRow, besides?: string): void {
  const jobs = world.progress.jobsOn(INSTANCE, row.id).filter((job) => job.action !== besides);
  const own = backups.in(world).by("instance", row.id);
  if (jobs.length > 0 || own.some((backup) => world.progress.isBusy(BACKUP, backup.id))) {
    throw busy(`${world.brand.title} busy.`, world.documentedOnly);
  }
}

/** @throws ErrorResponse 400 while the instance is being deleted. */
export function refuseIfDeleting(world: World, row: InstanceRow): void {
  if (row.status === "deleting") refuseIfBusy(world, row);
}

/** Applies a patch and sets `updated`. */
export function changeInstance(world: World, row: InstanceRow, patch: Partial<InstanceRow>, at?: number): InstanceRow {
  return instances.in(world).put({ ...row, ...patch, updated: serviceDate(at ?? world.clock.now()) });
}

/** A step that sets the status. */
export function becomes(status: string, afterMs: number): PlannedStep {
  return { afterMs, effect: "instance.patch", data: { status } };
}

/** Starts a job on an instance, and the event that ends with it. */
export function startJob(
  world: World,
  row: InstanceRow,
  action: string,
  steps: readonly PlannedStep[],
  { event = world.brand.name(`_${action}`), secondary = null, from = world.clock.now() }: InstanceJob = {},
): void {
  const begun = world.events.begin(event, instanceEntity(world, row), secondary, from);
  world.progress.start(INSTANCE, row.id, action, steps, { from, event: begun });
}

/** Sets the status to booting, and starts a job that sets it to running. */
export function startBoot(world: World, row: InstanceRow, config: ConfigRow | undefined, job: InstanceJob = {}): void {
  const { from = world.clock.now() } = job;
  const boot_jobs = [...recentBoots(row, from), from];
  const last_booted_config = config?.id ?? row.last_booted_config;
  const secondary = config === undefined ? null : configEntity(world, config);
  changeInstance(world, row, { status: "booting", boot_jobs, last_booted_config }, from);
  startJob(world, row, "boot", [becomes("running", durationOf(world, "boot"))], { secondary, ...job });
}

/**
 * An unexpected power-off: the watchdog boots the instance again, unless there were too many boot jobs
 * (Linode API v4, Linode Instances).
 */
export function losePower(world: World, row: InstanceRow): void {
  world.progress.cancel(INSTANCE, row.id);
  const off = changeInstance(world, row, { status: "offline" });
  const gaveUp = recentBoots(row, world.clock.now()).length > WATCHDOG_BOOTS;
  if (!row.watchdog_enabled || row.status !== "running" || gaveUp) return;
  startBoot(world, off, undefined, { event: "lassie_reboot" });
}

/** Deletes a config, and clears it as the instance's last booted one (Linode API v4, Linode Boot). */
export function forgetConfig(world: World, config: ConfigRow): void {
  configs.in(world).delete(config.id);
  const row = instances.in(world).get(config.instance_id);
  if (row?.last_booted_config === config.id) changeInstance(world, row, { last_booted_config: null });
}

/** Effects of instance jobs. */
export function instanceEffects(world: World): Effects {
  return {
    "instance.patch": (id, data, at) => {
      const row = instances.in(world).get(id);
      if (row !== undefined) changeInstance(world, row, data, at);
    },
    // Also deletes everything that belongs to the instance (Linode API v4, Linode Delete).
    "instance.remove": (id) => removeObject(world, instances, id),
  };
}

function recentBoots(row: InstanceRow, now: number): number[] {
  return row.boot_jobs.filter((time) => time > now - WATCHDOG_WINDOW_MS);
}
