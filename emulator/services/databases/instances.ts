import { DATABASES } from "../../access/guards";
import { databaseEntity } from "../entities";
import { listOf } from "../../interface/envelope";
import { Problems } from "../../interface/errors";
import { visible } from "../../access/grants";
import { removeObject } from "../objects";
import type { Call, Route } from "../../interface/router";
import { del, get, post, put } from "../../interface/router";
import type { DatabaseRow } from "./rows";
import { databases } from "./rows";
import { parse } from "../../interface/validation";
import type { World } from "../../world";
import { createDatabase } from "./create";
import { asRanges, changedWindow, checkUniqueLabel, UPDATE_SHAPE } from "./fields";
import type { DatabaseKind } from "./kinds";
import { activeDatabaseOf, changeDatabase, DATABASE, databaseOf, requireStatus, startWork } from "./states";
import { DATABASE_FILTERABLE, viewCreated, viewDatabase } from "./view";

/** Only unrestricted users may delete a database (Linode API v4, Managed Databases). */
const DELETE = { ...DATABASES.change, unrestricted: true } as const;

/** Databases of one engine: list, create, view, update, delete (Linode API v4, Managed Databases). */
export function instanceRoutes(world: World, kind: DatabaseKind): Route[] {
  const all = `/databases/${kind.engine}/instances`;
  const one = `${all}/{id}`;
  const view = (row: DatabaseRow) => viewDatabase(world, row);
  return [
    get(all, DATABASES.list, (call) => {
      const rows = visible(world, call, DATABASE, databases.in(world).by("engine", kind.engine));
      return listOf(world, call, rows, DATABASE_FILTERABLE, view);
    }),
    post(all, DATABASES.create, (call) => viewCreated(world, createDatabase(world, call, kind))),
    get(one, DATABASES.view, (call) => view(databaseOf(world, call, kind))),
    put(one, DATABASES.change, (call) => view(updateDatabase(world, call, kind))),
    del(one, DELETE, (call) => deleteDatabase(world, call, kind)),
  ];
}

/** The new values are visible immediately (Linode API v4, Managed Databases). */
function updateDatabase(world: World, call: Call, kind: DatabaseKind): DatabaseRow {
  const row = activeDatabaseOf(world, call, kind);
  const problems = new Problems(world.documentedOnly);
  const { label = row.label, allow_list, updates } = parse(UPDATE_SHAPE, call.body, problems);
  checkUniqueLabel(world, label, problems, row.id);
  const changed = {
    label,
    allow_list: allow_list === undefined ? row.allow_list : asRanges(allow_list),
    updates: changedWindow(row.updates, updates, problems),
  };
  problems.throwIfAny();
  const after = changeDatabase(world, row, { ...changed, status: "updating" });
  startWork(world, after, { job: "update", event: "database_update" });
  return after;
}

/** Also deletes the backups. The documents have no status for a database that is being deleted, so this is immediate. */
function deleteDatabase(world: World, call: Call, kind: DatabaseKind): unknown {
  const row = databaseOf(world, call, kind);
  requireStatus(row, "active", "failed", "degraded");
  removeObject(world, databases, row.id);
  world.events.complete("database_delete", databaseEntity(row));
  return {};
}
