import { oneOf, objectId, word } from "../definition/types";
import { DATABASE_FILTERS } from "./database-filters";
import type { DatabaseFields, DatabaseFilters } from "./databases";
import { defineDataSource } from "./rule";

/** A MongoDB database (Linode API v4, Managed MongoDB Databases). */
export interface GetMongoDatabaseResult extends DatabaseFields {
  /** Data compression: `none`, `snappy` or `zlip` (the API's own spelling). */
  compressionType: "none" | "snappy" | "zlip";
  /** Storage engine: `mmapv1` or `wiredtiger`. */
  storageEngine: "mmapv1" | "wiredtiger";
  /** Name of the replica set; null while there is none. */
  replicaSet: string | null;
  /** Addresses of the replica set's nodes. */
  peers: string[];
}

/** The MongoDB database with this label. */
export interface GetMongoDatabaseByLabelArgs {
  /** Label, unique among the account's databases. */
  label: string;
  id?: undefined;
}

/** The MongoDB database with this ID. */
export interface GetMongoDatabaseByIdArgs {
  /** ID of the database, as a number or a string of digits. */
  id: number | string;
  label?: undefined;
}

/** Selects a MongoDB database by its label or its ID. */
export type GetMongoDatabaseArgs = GetMongoDatabaseByLabelArgs | GetMongoDatabaseByIdArgs;

/** The matching MongoDB databases. */
export interface GetMongoDatabasesResult {
  /** The databases, in the API's order. */
  databases: GetMongoDatabaseResult[];
}

/** A backup of a MongoDB database (Linode API v4, Managed MongoDB Database Backups). */
export interface GetMongoDatabaseBackupResult {
  /** ID of the backup. */
  id: number;
  /** Label of the backup. */
  label: string;
  /** `snapshot` for an on-demand backup, `auto` for one that the service created automatically. */
  type: string;
  /** When it was created, in UTC. */
  created: string;
}

/** Selects a MongoDB database. */
export interface OfMongoDatabaseArgs {
  /** ID of the database, as a number or a string of digits. */
  databaseId: number | string;
}

/** Selects a backup of a MongoDB database. */
export interface GetMongoDatabaseBackupArgs extends OfMongoDatabaseArgs {
  /** ID of the backup, as a number or a string of digits. */
  backupId: number | string;
}

/** Selects a MongoDB database and filters its backups; a backup must match all filters. */
export interface GetMongoDatabaseBackupsArgs extends OfMongoDatabaseArgs {
  /** `snapshot` for on-demand backups, `auto` for the others. */
  type?: "snapshot" | "auto" | undefined;
  /** When it was created, in the API's format: `2024-05-06T07:08:09`. */
  created?: string | undefined;
}

/** The matching backups. */
export interface GetMongoDatabaseBackupsResult {
  /** The backups, in the API's order. */
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
  /** Password of the root user. */
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
/** According to the API documents, even for reading them. */
const backupScope = "databases:read_write";
const ofDatabase = { databaseId: objectId };

/** The account's MongoDB databases, optionally filtered (Linode API v4, Managed MongoDB Databases). */
export const getMongoDatabasesRule = defineDataSource<DatabaseFilters, GetMongoDatabasesResult>({
  name: "getMongoDatabases",
  path: "/databases/mongodb/instances",
  noun,
  scope,
  list: { as: "databases", by: DATABASE_FILTERS },
});

/**
 * One MongoDB database, by its ID or its label (Linode API v4, Managed MongoDB Databases).
 * @throws when the database does not exist.
 */
export const getMongoDatabaseRule = defineDataSource<GetMongoDatabaseArgs, GetMongoDatabaseResult>({
  name: "getMongoDatabase",
  path: "/databases/mongodb/instances/{id}",
  noun,
  scope,
  ids: { id: objectId },
  knownBy: { name: "label", type: word },
});

/**
 * The backups of a MongoDB database, optionally filtered (Linode API v4, Managed MongoDB Databases). The token needs the scope
 * `databases:read_write`.
 * @throws when the database does not exist, or is still being provisioned.
 */
export const getMongoDatabaseBackupsRule = defineDataSource<GetMongoDatabaseBackupsArgs, GetMongoDatabaseBackupsResult>(
  {
    name: "getMongoDatabaseBackups",
    path: `${databasePath}/backups`,
    noun,
    scope: backupScope,
    ids: ofDatabase,
    list: { as: "backups", by: { type: { type: oneOf("snapshot", "auto") }, created: { type: word } } },
  },
);

/**
 * One backup of a MongoDB database (Linode API v4, Managed MongoDB Databases). The token needs the scope `databases:read_write`.
 * @throws when the database has no backup with this ID.
 */
export const getMongoDatabaseBackupRule = defineDataSource<GetMongoDatabaseBackupArgs, GetMongoDatabaseBackupResult>({
  name: "getMongoDatabaseBackup",
  path: `${databasePath}/backups/{backupId}`,
  noun: "backup of a MongoDB database",
  scope: backupScope,
  ids: { ...ofDatabase, backupId: objectId },
});

/**
 * The name and password of the root user of a MongoDB database (Linode API v4, Managed MongoDB Databases), always as a secret.
 * Waits until the database is active, for at most an hour.
 * @throws when the database does not exist, or its status will not become `active` without intervention.
 */
export const getMongoDatabaseCredentialsRule = defineDataSource<
  GetMongoDatabaseCredentialsArgs,
  GetMongoDatabaseCredentialsResult
>({
  name: "getMongoDatabaseCredentials",
  path: `${databasePath}/credentials`,
  noun,
  scope,
  ids: ofDatabase,
  isSecret: true,
  whileActive: databasePath,
});

/**
 * The CA certificate for verifying a MongoDB database (Linode API v4, Managed MongoDB Databases), always as a secret.
 * Waits until the database is active, for at most an hour.
 * @throws when the database does not exist, or its status will not become `active` without intervention.
 */
export const getMongoDatabaseCertificateRule = defineDataSource<
  GetMongoDatabaseCertificateArgs,
  GetMongoDatabaseCertificateResult
>({
  name: "getMongoDatabaseCertificate",
  path: `${databasePath}/ssl`,
  noun,
  scope,
  ids: ofDatabase,
  isSecret: true,
  whileActive: databasePath,
});
