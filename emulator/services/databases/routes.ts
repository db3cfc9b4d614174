import { DATABASES } from "../../access/guards";
import { listOf } from "../../interface/envelope";
import { visible } from "../../access/grants";
import type { Effects } from "../../state/progress";
import type { Route } from "../../interface/router";
import type { World } from "../../world";
import { backupEffects, backupRoutes } from "./backups";
import { credentialRoutes } from "./credentials";
import { dailyBackupEffects } from "./daily-backups";
import { instanceRoutes } from "./instances";
import type { DatabaseKind } from "./kinds";
import { MONGODB, MYSQL } from "./kinds";
import { activeDatabaseOf, changeDatabase, DATABASE, startWork, statusEffects } from "./states";
import { DATABASE_FILTERABLE, viewListed } from "./view";

/** The documented operations on databases (Linode API v4, Managed Databases). For MySQL, they are fewer than for MongoDB. */
export function databaseRoutes(world: World): Route[] {
  return [
    listOfAll(world),
    ...instanceRoutes(world, MONGODB),
    ...operationRoutes(world, MONGODB),
    ...instanceRoutes(world, MYSQL),
  ];
}

/** Backups, credentials and patches. */
export function operationRoutes(world: World, kind: DatabaseKind): Route[] {
  return [...backupRoutes(world, kind), ...credentialRoutes(world, kind), patchRoute(world, kind)];
}

/** Effects of database jobs. */
export function databaseEffects(world: World): Effects {
  return { ...statusEffects(world), ...backupEffects(world), ...dailyBackupEffects(world) };
}

/** The list of the databases of all engines (Linode API v4, Managed Databases). */
function listOfAll(world: World): Route {
  return {
    method: "GET",
    path: "/databases/instances",
    access: DATABASES.list,
    handle: (call) => {
      const rows = visible(world, call, DATABASE, world.tables.databases.all());
      return listOf(world, call, rows, DATABASE_FILTERABLE, (row) => viewListed(world, row));
    },
  };
}

/** Security patches, outside of the maintenance window (Linode API v4, Managed MongoDB Database Patch). */
function patchRoute(world: World, kind: DatabaseKind): Route {
  return {
    method: "POST",
    path: `/databases/${kind.engine}/instances/{id}/patch`,
    access: DATABASES.change,
    handle: (call) => {
      const row = changeDatabase(world, activeDatabaseOf(world, call, kind), { status: "updating" });
      startWork(world, row, { job: "patch", event: "database_update" });
      return {};
    },
  };
}
