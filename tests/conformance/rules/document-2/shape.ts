import type { Shape } from "../../shapes";
import { isFlag, isInteger, isText, isTime, listOf, matching, objectOf, oneOf, orNull } from "../../shapes";
import type { Kind } from "./databases";
import { KINDS, STATUSES } from "./databases";

type Shapes = { readonly [field: string]: Shape };

/** The maintenance window of a database. */
export const WINDOW: Shapes = {
  frequency: isText,
  duration: isInteger,
  hour_of_day: isInteger,
  day_of_week: isInteger,
  week_of_month: orNull(isInteger),
};

/** The hosts of a database. */
export const HOSTS: Shapes = { primary: isText, secondary: orNull(isText) };

/** The fields of every database. */
export const COMMON: Shapes = {
  id: isInteger,
  label: isText,
  engine: oneOf(...KINDS),
  version: isText,
  region: isText,
  type: isText,
  cluster_size: oneOf(1, 3),
  encrypted: isFlag,
  ssl_connection: isFlag,
  allow_list: listOf(isText),
  hosts: objectOf(HOSTS),
  port: isInteger,
  status: oneOf(...STATUSES),
  created: isTime,
  updated: isTime,
  updates: objectOf(WINDOW),
};

/** The fields of one engine only. */
export const SPECIAL: { readonly [kind in Kind]: Shapes } = {
  mongodb: {
    compression_type: oneOf("none", "snappy", "zlip"),
    storage_engine: oneOf("mmapv1", "wiredtiger"),
    replica_set: orNull(isText),
    peers: listOf(isText),
  },
  mysql: { replication_type: oneOf("none", "asynch", "semi_synch") },
};

/** A ready database. */
export const databaseShape = (kind: Kind): Shape => objectOf({ ...COMMON, ...SPECIAL[kind] });

/** The response to a create, which may lack status and hosts. */
export function newDatabaseShape(kind: Kind): Shape {
  const { status: _status, hosts: _hosts, ...rest } = COMMON;
  return objectOf({ ...rest, ...SPECIAL[kind] });
}

export const ENGINE: Shapes = { id: matching(/^[^/]+\/[^/]+$/), engine: isText, version: isText };

export const BACKUP: Shapes = { id: isInteger, label: isText, type: oneOf("snapshot", "auto"), created: isTime };

export const CREDENTIALS: Shapes = { username: isText, password: isText };

/** Base64, with its padding. */
export const CERTIFICATE: Shapes = {
  ca_certificate: (value) =>
    typeof value === "string" && value !== "" && Buffer.from(value, "base64").toString("base64") === value,
};
