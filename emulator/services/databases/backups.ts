import { DATABASES } from "../../access/guards";
import { serviceDate } from "../../state/clock";
import { databaseEntity } from "../entities";
import { listOf } from "../../interface/envelope";
import { notFound, Problems } from "../../interface/errors";
import type { Effects } from "../../state/progress";
import type { Call, Route } from "../../interface/router";
import { del, get, idOf, post } from "../../interface/router";
import type { DatabaseBackupRow, DatabaseRow } from "./rows";
import { databaseBackups, databases } from "./rows";
import { oneOf, parse, pattern, requireFields, text, undocumented } from "../../interface/validation";
import type { World } from "../../world";
import type { DatabaseKind } from "./kinds";
import { activeDatabaseOf, changeDatabase, provisionedDatabaseOf, startWork } from "./states";

/** Filterable fields (Linode API v4, Managed MongoDB Database Backups). */
const FILTERABLE = ["type", "created"];

/** Reading backups requires the read_write scope (Linode API v4, Access and Authentication). */
const LOOK = { ...DATABASES.view, scopes: DATABASES.change.scopes };

/** Label of a snapshot on the real service. */
const LABEL = /^[A-Za-z0-9]+([-_.][A-Za-z0-9]+)*$/;
const LABEL_REASON = "Must only use ASCII letters, numbers, and single dashes, underscores and periods between them";

/**
 * The body of a snapshot request (Linode API v4, Managed MongoDB Databases). A cluster of one node accepts either target, as on the
 * real service.
 */
const SNAPSHOT_SHAPE = {
  label: undocumented(pattern(text(3, 64), LABEL, LABEL_REASON), text(3, 64)),
  target: oneOf("primary", "secondary"),
};

/** Maximum length of a backup's label (Linode API v4, Managed Databases). */
const LONGEST_LABEL = 30;

/** Backups of one engine's databases: list, create, view, delete, restore (Linode API v4, Managed MongoDB Databases). */
export function backupRoutes(world: World, kind: DatabaseKind): Route[] {
  const all = `/databases/${kind.engine}/instances/{id}/backups`;
  const one = `${all}/{backupId}`;
  return [
    get(all, LOOK, (call) => {
      const { id } = provisionedDatabaseOf(world, call, kind);
      return listOf(world, call, databaseBackups.in(world).by("database", id), FILTERABLE, viewBackup);
    }),
    post(all, DATABASES.change, (call) => startSnapshot(world, activeDatabaseOf(world, call, kind), call)),
    get(one, LOOK, (call) => viewBackup(backupOf(world, provisionedDatabaseOf(world, call, kind), call))),
    del(one, DATABASES.change, (call) => deleteBackup(world, provisionedDatabaseOf(world, call, kind), call)),
    post(`${one}/restore`, DATABASES.change, (call) => startRestore(world, activeDatabaseOf(world, call, kind), call)),
  ];
}

/** The effect at the end of a backup job. */
export function backupEffects(world: World): Effects {
  return {
    "database.backedUp": (id, { label }, at) => {
      const row = databases.in(world).get(id);
      if (row === undefined) return;
      addBackup(world, row, { type: "snapshot", label: String(label), at });
      changeDatabase(world, row, { status: "active" }, at);
    },
  };
}

/** Stores a backup; its label keeps only ASCII letters and digits (Linode API v4, Managed MongoDB Database Backups). */
export function addBackup(
  world: World,
  { id: database_id, password_changes }: DatabaseRow,
  { type, label, at }: { type: DatabaseBackupRow["type"]; label: string; at: number },
): void {
  const id = databaseBackups.in(world).nextId();
  const kept = label.replace(/[^A-Za-z0-9]/g, "").slice(0, LONGEST_LABEL);
  const named = { id, label: kept === "" ? `${type}${id}` : kept, type };
  databaseBackups.in(world).put({ ...named, created: serviceDate(at), database_id, password_changes });
}

function viewBackup({ database_id: _database, password_changes: _changes, ...shown }: DatabaseBackupRow): unknown {
  return shown;
}

function backupOf(world: World, { id }: DatabaseRow, call: Call): DatabaseBackupRow {
  const row = databaseBackups.in(world).get(idOf(call, "backupId"));
  if (row?.database_id !== id) throw notFound();
  return row;
}

/** The backup is visible once it is complete (Linode API v4, Managed MongoDB Database Backups). */
function startSnapshot(world: World, row: DatabaseRow, call: Call): unknown {
  const problems = new Problems(world.documentedOnly);
  requireFields(["label"], call.body, problems);
  const { label } = parse(SNAPSHOT_SHAPE, call.body, problems);
  problems.throwIfAny();
  const changed = changeDatabase(world, row, { status: "backing_up" });
  startWork(world, changed, {
    job: "backup",
    event: "database_backup_create",
    effect: "database.backedUp",
    data: { label, status: "active" },
  });
  return {};
}

function deleteBackup(world: World, row: DatabaseRow, call: Call): unknown {
  databaseBackups.in(world).delete(backupOf(world, row, call).id);
  world.events.complete("database_backup_delete", databaseEntity(row));
  return {};
}

/**
 * Restoring a backup from before the last password reset leads to a failed cluster
 * (Linode API v4, Managed MongoDB Database Backup Restore).
 */
function startRestore(world: World, row: DatabaseRow, call: Call): unknown {
  const isOutdated = backupOf(world, row, call).password_changes !== row.password_changes;
  const changed = changeDatabase(world, row, { status: "restoring" });
  const data = { status: isOutdated ? "failed" : "active" };
  startWork(world, changed, { job: "restore", event: "database_backup_restore", data });
  return {};
}
