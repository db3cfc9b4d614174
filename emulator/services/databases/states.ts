import { serviceDate } from "../../state/clock";
import { databaseEntity } from "../entities";
import { notFound, refused } from "../../interface/errors";
import type { Effects } from "../../state/progress";
import type { Call } from "../../interface/router";
import { idOf } from "../../interface/router";
import type { DatabaseRow } from "./rows";
import { databases } from "./rows";
import type { JsonObject } from "../../json";
import type { World } from "../../world";
import type { DatabaseKind } from "./kinds";
import { isProvisioned } from "./kinds";

/** Resource type of a database's jobs. */
export const DATABASE = "database";

/** Duration of each job, as a fraction of `databaseProvisionMs`. The documents only give a duration for provisioning. */
const SHARE = { provision: 1, update: 0.04, patch: 0.06, backup: 0.08, restore: 0.3 };

/** A snapshot lasts at least this long, so that a client that polls each second sees it, unless provisioning is not much longer. */
const SNAPSHOT_MS = 1_200;

/** A job on a database. */
interface DatabaseJob {
  readonly job: keyof typeof SHARE;
  /** Action of its event. */
  readonly event: string;
  /** Effect at its end. Default: the database becomes active. */
  readonly effect?: string;
  readonly data?: JsonObject;
}

/** The database in the path. */
export function databaseOf(world: World, call: Call, kind: DatabaseKind): DatabaseRow {
  const row = databases.in(world).get(idOf(call));
  if (row?.engine !== kind.engine) throw notFound();
  return row;
}

/** The database in the path, for operations that require an active one (Linode API v4, Managed Databases). */
export function activeDatabaseOf(world: World, call: Call, kind: DatabaseKind): DatabaseRow {
  const row = databaseOf(world, call, kind);
  requireStatus(row, "active");
  return row;
}

/** The database in the path, for operations that are only rejected during provisioning (Linode API v4, Managed Databases). */
export function provisionedDatabaseOf(world: World, call: Call, kind: DatabaseKind): DatabaseRow {
  const row = databaseOf(world, call, kind);
  if (!isProvisioned(row)) throw notNow(row);
  return row;
}

/** @throws ErrorResponse 400 unless the database has one of these statuses. */
export function requireStatus(row: DatabaseRow, ...allowed: ReadonlyArray<DatabaseRow["status"]>): void {
  if (!allowed.includes(row.status)) throw notNow(row);
}

/** Applies a patch and sets `updated`. */
export function changeDatabase(
  world: World,
  row: DatabaseRow,
  patch: Partial<DatabaseRow>,
  at = world.clock.now(),
): DatabaseRow {
  return databases.in(world).put({ ...row, ...patch, updated: serviceDate(at) });
}

/** Starts a job on a database. The caller has already set the status. */
export function startWork(world: World, row: DatabaseRow, { job, event: action, ...ending }: DatabaseJob): void {
  const { effect = "database.patch", data = { status: "active" } } = ending;
  const event = world.events.announce(action, databaseEntity(row));
  const { databaseProvisionMs } = world;
  const leastMs = job === "backup" ? Math.min(SNAPSHOT_MS, databaseProvisionMs * 0.4) : 0;
  const afterMs = Math.round(Math.max(databaseProvisionMs * SHARE[job], leastMs));
  world.progress.start(DATABASE, row.id, job, [{ afterMs, effect, data: { ...data, event } }], { event });
}

/** The effect at the end of most jobs sets the next status. If that is `failed`, the event ends as failed, too. */
export function statusEffects(world: World): Effects {
  return {
    "database.patch": (id, { event, ...patch }, at) => {
      const row = databases.in(world).get(id);
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
