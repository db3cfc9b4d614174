import type { JsonObject } from "../../json";
import { kind } from "../../state/kind";
import type { Row } from "../../state/table";

/** A managed database (Linode API v4, Managed Databases). */
export interface DatabaseRow extends Row {
  readonly engine: "mongodb" | "mysql";
  readonly version: string;
  readonly label: string;
  readonly region: string;
  readonly type: string;
  readonly cluster_size: number;
  readonly encrypted: boolean;
  readonly ssl_connection: boolean;
  readonly allow_list: readonly string[];
  readonly status: (typeof DATABASE_STATUSES)[number];
  readonly created: string;
  readonly updated: string;
  readonly updates: MaintenanceWindow;
  /** Engine-specific fields, as requested. */
  readonly own: OwnFields;
  readonly password: string;
  /** Number of password resets. Restoring a backup from before the last one fails. */
  readonly password_changes: number;
  /** The CA certificate, base64-encoded as in API responses. */
  readonly ca_certificate: string;
  /** Of a database in a copy: what responses show although the emulator would derive something else. */
  readonly copied?: JsonObject;
}

/** Linode API v4, Managed Databases. */
export const DATABASE_STATUSES = [
  "provisioning",
  "active",
  "suspending",
  "suspended",
  "resuming",
  "restoring",
  "failed",
  "degraded",
  "updating",
  "backing_up",
] as const;

/** When the service may patch a database (Linode API v4, Managed Databases, updates). */
export interface MaintenanceWindow {
  readonly frequency: string;
  readonly duration: number;
  readonly hour_of_day: number;
  readonly day_of_week: number;
  readonly week_of_month: number | null;
}

/**
 * Engine-specific fields of a create request
 * (Linode API v4, Managed MongoDB Databases and Managed MySQL Databases).
 */
export interface OwnFields {
  readonly [field: string]: string | null;
}

/** A backup of a database (Linode API v4, Managed MongoDB Database Backups). */
export interface DatabaseBackupRow extends Row {
  readonly database_id: number;
  readonly label: string;
  readonly type: "snapshot" | "auto";
  readonly created: string;
  /** The `password_changes` of its database when the backup was created. */
  readonly password_changes: number;
}

export const databases = kind<DatabaseRow>({
  table: "databases",
  noun: "database",
  firstId: 80_001,
  indexes: {
    engine: (row) => [row.engine],
    label: (row) => [row.label],
    replicaSet: (row) => (row.engine === "mongodb" ? [replicaSetOf(row)] : []),
  },
});

export const databaseBackups = kind<DatabaseBackupRow>({
  table: "databaseBackups",
  noun: "database backup",
  firstId: 90_001,
  indexes: { database: (row) => [row.database_id] },
  of: { kind: databases, index: "database" },
});

/** The replica set of a MongoDB database: the requested one, or a generated name. */
export function replicaSetOf({ id, own }: DatabaseRow): string {
  return own["replica_set"] ?? `RS-${id}-0`;
}
