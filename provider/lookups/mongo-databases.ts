import { oneOf, objectId, word } from "../definition/types";
import { DATABASE_FILTERS } from "./database-filters";
import type { DatabaseFields, DatabaseFilters } from "./databases";
import { lookup, openLookup } from "./lookup";

/** A MongoDB database (Linode API v4, Managed MongoDB Databases). */
export interface GetMongoDatabaseResult extends DatabaseFields {
  /** How data is compressed: `none`, `snappy` or `zlip`. */
  compressionType: "none" | "snappy" | "zlip";
  /** How data is stored: `mmapv1` or `wiredtiger`. */
  storageEngine: "mmapv1" | "wiredtiger";
  /** Name of the replica set; null while there is none. */
  replicaSet: string | null;
  /** Addresses of the nodes. */
  peers: string[];
}

/** The MongoDB database with this label. */
export interface GetMongoDatabaseByLabelArgs {
  /** Its label, which is unique among the account's databases. */
  label: string;
  id?: undefined;
}

/** The MongoDB database with this id. */
export interface GetMongoDatabaseByIdArgs {
  /** Id of the database, as a number or a string of digits. */
  id: number | string;
  label?: undefined;
}

/** Selects a MongoDB database by its label or its id. */
export type GetMongoDatabaseArgs = GetMongoDatabaseByLabelArgs | GetMongoDatabaseByIdArgs;

/** The MongoDB databases that match. */
export interface GetMongoDatabasesResult {
  /** The databases, in the service's order. */
  databases: GetMongoDatabaseResult[];
}

/** A backup of a MongoDB database (Linode API v4, Managed MongoDB Database Backups). */
export interface GetMongoDatabaseBackupResult {
  /** Its id. */
  id: number;
  /** Its label. */
  label: string;
  /** `snapshot` if it was made on request, `auto` if the service made it by itself. */
  type: string;
  /** When it was created, in UTC. */
  created: string;
}

/** Selects a MongoDB database. */
export interface OfMongoDatabaseArgs {
  /** Id of the database, as a number or a string of digits. */
  databaseId: number | string;
}

/** Selects a backup of a MongoDB database. */
export interface GetMongoDatabaseBackupArgs extends OfMongoDatabaseArgs {
  /** Id of the backup, as a number or a string of digits. */
  backupId: number | string;
}

/** Only backups that match all given fields. */
export interface GetMongoDatabaseBackupsArgs extends OfMongoDatabaseArgs {
  /** `snapshot` for those made on request, `auto` for the others. */
  type?: "snapshot" | "auto" | undefined;
  /** When it was created, as the service writes it: `2024-05-06T07:08:09`. */
  created?: string | undefined;
}

/** The backups that match. */
export interface GetMongoDatabaseBackupsResult {
  /** The backups, in the service's order. */
  backups: GetMongoDatabaseBackupResult[];
}

/** Selects a MongoDB database. */
export type GetMongoDatabaseCredentialsArgs = OfMongoDatabaseArgs;

/** Selects a MongoDB database. */
export type GetMongoDatabaseCertificateArgs = OfMongoDatabaseArgs;

/** The root user of a MongoDB database (Linode API v4, Managed MongoDB Databases). */
export interface GetMongoDatabaseCredentialsResult {
  /** Name of the root user. */
  username: string;
  /** Its password. */
  password: string;
}

/** The CA certificate of a MongoDB database (Linode API v4, Managed MongoDB Databases). */
export interface GetMongoDatabaseCertificateResult {
  /** The certificate, in base64. */
  caCertificate: string;
}

const databasePath = "/databases/mongodb/instances/{databaseId}";
const noun = "MongoDB database";
const scope = "databases:read_only";
/** According to the documents, even for reading them. */
const backupScope = "databases:read_write";
const ofDatabase = { databaseId: objectId };

const databases = openLookup<DatabaseFilters, GetMongoDatabasesResult>({
  name: "getMongoDatabases",
  path: "/databases/mongodb/instances",
  noun,
  scope,
  list: { as: "databases", by: DATABASE_FILTERS },
});

const database = lookup<GetMongoDatabaseArgs, GetMongoDatabaseResult>({
  name: "getMongoDatabase",
  path: "/databases/mongodb/instances/{id}",
  noun,
  scope,
  ids: { id: objectId },
  knownBy: { name: "label", type: word },
});

const backups = lookup<GetMongoDatabaseBackupsArgs, GetMongoDatabaseBackupsResult>({
  name: "getMongoDatabaseBackups",
  path: `${databasePath}/backups`,
  noun,
  scope: backupScope,
  ids: ofDatabase,
  list: { as: "backups", by: { type: { type: oneOf("snapshot", "auto") }, created: { type: word } } },
});

const backup = lookup<GetMongoDatabaseBackupArgs, GetMongoDatabaseBackupResult>({
  name: "getMongoDatabaseBackup",
  path: `${databasePath}/backups/{backupId}`,
  noun: "backup of a MongoDB database",
  scope: backupScope,
  ids: { ...ofDatabase, backupId: objectId },
});

const credentials = lookup<GetMongoDatabaseCredentialsArgs, GetMongoDatabaseCredentialsResult>({
  name: "getMongoDatabaseCredentials",
  path: `${databasePath}/credentials`,
  noun,
  scope,
  ids: ofDatabase,
  isSecret: true,
  whileActive: databasePath,
});

const certificate = lookup<GetMongoDatabaseCertificateArgs, GetMongoDatabaseCertificateResult>({
  name: "getMongoDatabaseCertificate",
  path: `${databasePath}/ssl`,
  noun,
  scope,
  ids: ofDatabase,
  isSecret: true,
  whileActive: databasePath,
});

/** The account's MongoDB databases, or some of them (Linode API v4, Managed MongoDB Databases). */
export const getMongoDatabases = databases.now;

/** The account's MongoDB databases, or some of them, as an output. */
export const getMongoDatabasesOutput = databases.output;

/**
 * One MongoDB database (Linode API v4, Managed MongoDB Databases), by its id or its label.
 * @throws when there is no such database.
 */
export const getMongoDatabase = database.now;

/** One MongoDB database, as an output. */
export const getMongoDatabaseOutput = database.output;

/**
 * The backups of a MongoDB database, or some of them (Linode API v4, Managed MongoDB Databases). The token needs
 * `databases:read_write`.
 * @throws when there is no such database, or it is still being provisioned.
 */
export const getMongoDatabaseBackups = backups.now;

/** The backups of a MongoDB database, as an output. */
export const getMongoDatabaseBackupsOutput = backups.output;

/**
 * One backup of a MongoDB database (Linode API v4, Managed MongoDB Databases). The token needs `databases:read_write`.
 * @throws when the database has no such backup.
 */
export const getMongoDatabaseBackup = backup.now;

/** One backup of a MongoDB database, as an output. */
export const getMongoDatabaseBackupOutput = backup.output;

/**
 * The root user of a MongoDB database and its password (Linode API v4, Managed MongoDB Databases), always as a secret.
 * Waits until the database is active, for an hour at most.
 * @throws when there is no such database, or it is in a status that does not lead to `active`.
 */
export const getMongoDatabaseCredentialsOutput = credentials.output;

/**
 * The CA certificate to verify a MongoDB database with (Linode API v4, Managed MongoDB Databases), always as a secret.
 * Waits until the database is active, for an hour at most.
 * @throws when there is no such database, or it is in a status that does not lead to `active`.
 */
export const getMongoDatabaseCertificateOutput = certificate.output;
