import type { Fields, Schema } from "./schema";
import { DATE, documented, FLAG, ID, INTEGER, integer, listOf, oneOf, TEXT, text, TEXT_OR_NULL } from "./schema";

/** A database engine (Linode API v4, Managed Database Engines). */
export const ENGINE: Schema = documented({
  id: { type: "string", pattern: "^[^/]+/[^/]+$" },
  engine: TEXT,
  version: TEXT,
});

const STATUS = oneOf(
  ...["provisioning", "active", "suspending", "suspended", "resuming", "restoring", "failed", "degraded"],
  ...["updating", "backing_up"],
);

/** An address without a prefix length is shown with /32 (Linode API v4, Managed Databases), which IPv6 addresses cannot have. */
const ALLOWED: Schema = { type: "string", pattern: "^(\\d+(\\.\\d+){3}/\\d+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(/\\d+)?)$" };

/** What every database shows (Linode API v4, Managed Databases). The hosts are null until they are assigned. */
const COMMON: Fields = {
  id: ID,
  label: text(3, 32),
  engine: oneOf("mongodb", "mysql"),
  version: TEXT,
  region: TEXT,
  type: TEXT,
  cluster_size: { type: "integer", enum: [1, 3] },
  encrypted: FLAG,
  ssl_connection: FLAG,
  allow_list: listOf(ALLOWED),
  hosts: documented({ primary: TEXT_OR_NULL, secondary: TEXT_OR_NULL }),
  port: integer(1, 65_535),
  status: STATUS,
  created: DATE,
  updated: DATE,
  // Allowed values and bounds: not documented.
  updates: documented({
    frequency: TEXT,
    duration: INTEGER,
    hour_of_day: INTEGER,
    day_of_week: INTEGER,
    week_of_month: { type: ["integer", "null"] },
  }),
};

const MONGODB_FIELDS: Fields = {
  ...COMMON,
  engine: oneOf("mongodb"),
  compression_type: oneOf("none", "snappy", "zlip"),
  storage_engine: oneOf("mmapv1", "wiredtiger"),
  replica_set: { ...TEXT_OR_NULL, maxLength: 64 },
  peers: listOf(TEXT),
};

const MYSQL_FIELDS: Fields = {
  ...COMMON,
  engine: oneOf("mysql"),
  replication_type: oneOf("none", "asynch", "semi_synch"),
};

/** The response to a creation may lack the status and the hosts (Linode API v4, Managed Databases). */
const LACKING = ["status", "hosts"];

export const MONGODB: Schema = documented(MONGODB_FIELDS);
export const NEW_MONGODB: Schema = documented(MONGODB_FIELDS, LACKING);
export const MYSQL: Schema = documented(MYSQL_FIELDS);
export const NEW_MYSQL: Schema = documented(MYSQL_FIELDS, LACKING);

/** A database in the list of all engines (Linode API v4, Managed Databases). */
export const LISTED_DATABASE: Schema = documented({
  ...COMMON,
  instance_uri: { type: "string", pattern: "/databases/(mongodb|mysql)/instances/\\d+$" },
});

/**
 * A backup of a database (Linode API v4, Managed MongoDB Database Backups). Its label has at most 30 letters and digits there, but
 * a snapshot is created with 3 to 64 characters: this schema accepts the longer one.
 */
export const DATABASE_BACKUP: Schema = documented({
  id: ID,
  label: text(1, 64),
  type: oneOf("snapshot", "auto"),
  created: DATE,
});

/** The root user (Linode API v4, Managed MongoDB Databases). */
export const CREDENTIALS: Schema = documented({ username: text(1, 64), password: text(1, 256) });

/** The CA certificate (Linode API v4, Managed MongoDB Databases); null without ssl_connection, as on the real service. */
export const CERTIFICATE: Schema = documented({
  ca_certificate: { type: "string", minLength: 1, pattern: "^[A-Za-z0-9+/]+=*$" },
});
