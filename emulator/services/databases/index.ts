import { DATABASES } from "../../access/guards";
import { listOf } from "../../interface/envelope";
import { visible } from "../../access/grants";
import type { Service } from "../../service";
import { shown } from "../../service";
import type { Route } from "../../interface/router";
import { get, post } from "../../interface/router";
import type { World } from "../../world";
import { backupEffects, backupRoutes } from "./backups";
import { credentialRoutes } from "./credentials";
import { dailyBackupEffects } from "./daily-backups";
import { instanceRoutes } from "./instances";
import type { DatabaseKind } from "./kinds";
import { MONGODB, MYSQL } from "./kinds";
import { databaseSeeds } from "./seeds";
import { activeDatabaseOf, changeDatabase, DATABASE, startWork, statusEffects } from "./states";
import { DATABASE_FILTERABLE, viewListed } from "./view";
import { DATABASE_STATUSES, databaseBackups, databases } from "./rows";

/** Managed databases (Linode API v4, Managed Databases). For MySQL, the documents describe fewer operations than for MongoDB. */
export const databaseService: Service = {
  routes: [
    listOfAll,
    (world) => instanceRoutes(world, MONGODB),
    (world) => operationRoutes(world, MONGODB),
    (world) => instanceRoutes(world, MYSQL),
  ],
  effects: [statusEffects, backupEffects, dailyBackupEffects],
  seeds: databaseSeeds,
  shown: [
    shown(databases, {
      heading: "Databases",
      title: (row) => row.label,
      status: (row) => row.status,
      facts: {
        Engine: (row) => `${row.engine} ${row.version}`,
        Plan: (row) => row.type,
        Region: (row) => row.region,
        Nodes: (row) => row.cluster_size,
      },
      outOfBand: {
        edit: ["label", "allow_list"],
        buttons: {
          Fail: { status: "failed" },
          Degrade: { status: "degraded" },
          Suspend: { status: "suspended" },
          Activate: { status: "active" },
        },
        statuses: DATABASE_STATUSES,
        secret: ["password"],
      },
    }),
    shown(databaseBackups, {
      heading: "Backups",
      nested: true,
      title: (row) => row.label,
      facts: { Type: (row) => row.type, Created: (row) => row.created },
    }),
  ],
};

/** The same operations of MySQL, which the documents do not describe (Linode API v4, Managed MySQL Databases). */
export const mysqlService: Service = {
  beyondDocuments: true,
  routes: [(world) => operationRoutes(world, MYSQL)],
};

/** Backups, credentials and patches. */
function operationRoutes(world: World, kind: DatabaseKind): Route[] {
  return [...backupRoutes(world, kind), ...credentialRoutes(world, kind), patchRoute(world, kind)];
}

/** The list of the databases of all engines (Linode API v4, Managed Databases). */
function listOfAll(world: World): Route[] {
  return [
    get("/databases/instances", DATABASES.list, (call) => {
      const rows = visible(world, call, DATABASE, databases.in(world).all());
      return listOf(world, call, rows, DATABASE_FILTERABLE, (row) => viewListed(world, row));
    }),
  ];
}

/** Security patches, outside of the maintenance window (Linode API v4, Managed MongoDB Database Patch). */
function patchRoute(world: World, kind: DatabaseKind): Route {
  return post(`/databases/${kind.engine}/instances/{id}/patch`, DATABASES.change, (call) => {
    const row = changeDatabase(world, activeDatabaseOf(world, call, kind), { status: "updating" });
    startWork(world, row, { job: "patch", event: "database_update" });
    return {};
  });
}
