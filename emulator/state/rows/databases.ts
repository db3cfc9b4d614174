import type { Row } from "../table";

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
  readonly status: DatabaseStatus;
  readonly created: string;
  readonly updated: string;
  readonly updates: MaintenanceWindow;
  /** The fields that only databases of its engine have, as requested. */
  readonly own: OwnFields;
  readonly password: string;
  /** How often the password was changed. */
  readonly password_changes: number;
  /** The CA certificate as the API returns it; null without `ssl_connection`. */
  readonly ca_certificate: string;
}

/** Linode API v4, Managed Databases. */
type DatabaseStatus =
  | "provisioning"
  | "active"
  | "suspending"
  | "suspended"
  | "resuming"
  | "restoring"
  | "failed"
  | "degraded"
  | "updating"
  | "backing_up";

/** When the service may patch a database (Linode API v4, Managed Databases, updates). */
export interface MaintenanceWindow {
  readonly frequency: string;
  readonly duration: number;
  readonly hour_of_day: number;
  readonly day_of_week: number;
  readonly week_of_month: number | null;
}

/**
 * The fields of a create request that are specific to one engine
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
  /** The `password_changes` of its database when it was made. */
  readonly password_changes: number;
}

/** The replica set of a MongoDB database: the requested one, or one of its own. */
export function replicaSetOf({ id, own }: DatabaseRow): string {
  return own["replica_set"] ?? `RS-${id}-0`;
}
