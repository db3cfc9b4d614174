import type { JsonObject } from "../../json";
import type { SeedList } from "../../seed/seed";
import { datesNow, filled, stored } from "../../seed/seed";
import type { World } from "../../world";
import { today } from "../../world";
import { newCertificate } from "./certificate";
import { newPassword } from "./credentials";
import { scheduleDailyBackup } from "./daily-backups";
import { DEFAULT_WINDOW } from "./fields";
import type { DatabaseKind } from "./kinds";
import { MONGODB, MYSQL } from "./kinds";
import type { DatabaseBackupRow, DatabaseRow, OwnFields } from "./rows";
import { databaseBackups, databases } from "./rows";
import { DATABASE } from "./states";

/** Engine-specific fields of an entry that does not have them. */
const OWN: { readonly [engine in DatabaseRow["engine"]]: OwnFields } = {
  mongodb: { compression_type: "none", storage_engine: "wiredtiger", replica_set: null },
  mysql: { replication_type: "none" },
};

/** What the emulator would derive from a database's ID. */
const DERIVED = ["hosts", "port", "peers"];

/** Statuses that last. */
const SETTLED: readonly string[] = ["active", "failed", "degraded", "suspended"] satisfies DatabaseRow["status"][];

export const databaseSeeds: readonly SeedList[] = [MONGODB, MYSQL].flatMap(seedsOf);

function seedsOf({ engine }: DatabaseKind): SeedList[] {
  const path = `/databases/${engine}/instances`;
  return [
    stored(
      databases,
      { path },
      (entry, { world }) => ({
        engine,
        ...filled(entry, {
          version: "",
          label: "",
          region: "",
          type: "",
          cluster_size: 1,
          encrypted: false,
          ssl_connection: false,
          allow_list: [],
          status: "active" as const,
          ...datesNow(world),
          updates: DEFAULT_WINDOW,
        }),
        own: filled(entry, OWN[engine]),
        password_changes: 0,
        // No list of the API has these, but a test may know them.
        ...filled(entry, {
          password: newPassword(),
          ca_certificate: newCertificate(),
        }),
        copied: derived(entry),
      }),
      begin,
    ),
    stored<DatabaseBackupRow>(
      databaseBackups,
      { path: `${path}/{id}/backups`, of: { path, has: ({ status }) => status !== "provisioning" } },
      (entry, { world, parentId }) => ({
        database_id: parentId,
        password_changes: 0,
        ...filled(entry, { label: "", type: "auto" as const, created: today(world) }),
      }),
    ),
  ];
}

/** A database that is being provisioned gets its hosts later. */
function derived(entry: JsonObject): JsonObject {
  if (entry["status"] === "provisioning") return {};
  return Object.fromEntries(Object.entries(entry).filter(([name, value]) => DERIVED.includes(name) && value !== null));
}

function begin(world: World, { id, status }: DatabaseRow): void {
  scheduleDailyBackup(world, id, world.clock.now());
  if (SETTLED.includes(status)) return;
  const end = { status: status === "suspending" ? "suspended" : "active" };
  const afterMs = world.databaseProvisionMs;
  world.progress.start(DATABASE, id, status, [{ afterMs, effect: "database.patch", data: end }]);
}
