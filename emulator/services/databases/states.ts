import { serviceDate } from "../../state/clock";
import { databaseEntity } from "../entities";
import { notFound, refused } from "../../interface/errors";
import type { Effects } from "../../state/progress";
import type { Call } from "../../interface/router";
import { idOf } from "../../interface/router";
import type { DatabaseRow } from "../../state/rows/databases";
import type { JsonObject } from "../../json";
import type { World } from "../../world";
import type { DatabaseKind } from "./kinds";
import { isProvisioned } from "./kinds";

/** Kind of a database's jobs. */
export const DATABASE = "database";

/** How long each job takes, as a fraction of the time from creation to active. The documents give no other durations. */
const SHARE = { provision: 1, update: 0.04, patch: 0.06, backup: 0.08, restore: 0.3 };

/** Something that takes time. */
interface Work {
  readonly job: keyof typeof SHARE;
  /** Action of its event. */
  readonly event: string;
  /** What happens at its end. Default: the database becomes active. */
  readonly effect?: string;
  readonly data?: JsonObject;
}

/** The database that a path names. */
export function databaseOf(world: World, call: Call, kind: DatabaseKind): DatabaseRow {
  const row = world.tables.databases.get(idOf(call));
  if (row?.engine !== kind.engine) throw notFound();
  return row;
}

/** The database that a path names, for operations that need an active one (Linode API v4, Managed Databases). */
export function activeDatabaseOf(world: World, call: Call, kind: DatabaseKind): DatabaseRow {
  const row = databaseOf(world, call, kind);
  requireStatus(row, "active");
  return row;
}

/** The database that a path names, for operations that are only refused during provisioning (Linode API v4, Managed Databases). */
export function provisionedDatabaseOf(world: World, call: Call, kind: DatabaseKind): DatabaseRow {
  const row = databaseOf(world, call, kind);
  if (!isProvisioned(row)) throw notNow(row);
  return row;
}

/** @throws ApiError 400 unless the database has one of these statuses. */
export function requireStatus(row: DatabaseRow, ...allowed: ReadonlyArray<DatabaseRow["status"]>): void {
  if (!allowed.includes(row.status)) throw notNow(row);
}

/** Changes a database. */
export function changeDatabase(
  world: World,
  row: DatabaseRow,
  patch: Partial<DatabaseRow>,
  at = world.clock.now(),
): DatabaseRow {
  return world.tables.databases.put({ ...row, ...patch, updated: serviceDate(at) });
}

/** Starts a job on a database that already shows the job's status. */
export function startWork(world: World, row: DatabaseRow, { job, event: action, ...ending }: Work): void {
  const { effect = "database.patch", data = { status: "active" } } = ending;
  const event = world.events.announce(action, databaseEntity(row));
  const afterMs = Math.round(world.databaseProvisionMs * SHARE[job]);
  world.progress.start(DATABASE, row.id, job, [{ afterMs, effect, data: { ...data, event } }], { event });
}

/** The effect at the end of most jobs: the next status. If that is a failure, the event also shows one. */
export function statusEffects(world: World): Effects {
  return {
    "database.patch": (id, { event, ...patch }, at) => {
      const row = world.tables.databases.get(id);
      if (row === undefined) return;
      const { status } = changeDatabase(world, row, patch, at);
      if (status === "failed") world.events.end(Number(event), "failed", at);
    },
  };
}

function notNow(row: DatabaseRow) {
  const wanted = isProvisioned(row) ? "it becomes active" : "provisioning is complete";
  return refused(`Your database is ${row.status}; please wait until ${wanted} to perform this operation.`);
}
