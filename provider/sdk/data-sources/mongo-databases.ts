import {
  getMongoDatabasesRule,
  getMongoDatabaseRule,
  getMongoDatabaseBackupsRule,
  getMongoDatabaseBackupRule,
  getMongoDatabaseCredentialsRule,
  getMongoDatabaseCertificateRule,
} from "../../data-sources/mongo-databases";
import type { DatabaseFilters } from "../../data-sources/databases";
import type {
  GetMongoDatabaseArgs,
  GetMongoDatabaseBackupArgs,
  GetMongoDatabaseBackupResult,
  GetMongoDatabaseBackupsArgs,
  GetMongoDatabaseBackupsResult,
  GetMongoDatabaseCertificateArgs,
  GetMongoDatabaseCertificateResult,
  GetMongoDatabaseCredentialsArgs,
  GetMongoDatabaseCredentialsResult,
  GetMongoDatabaseResult,
  GetMongoDatabasesResult,
} from "../../data-sources/mongo-databases";
import { dataSource, openDataSource } from "./data-source";

export type {
  GetMongoDatabaseResult,
  GetMongoDatabaseByLabelArgs,
  GetMongoDatabaseByIdArgs,
  GetMongoDatabaseArgs,
  GetMongoDatabasesResult,
  GetMongoDatabaseBackupResult,
  OfMongoDatabaseArgs,
  GetMongoDatabaseBackupArgs,
  GetMongoDatabaseBackupsArgs,
  GetMongoDatabaseBackupsResult,
  GetMongoDatabaseCredentialsArgs,
  GetMongoDatabaseCertificateArgs,
  GetMongoDatabaseCredentialsResult,
  GetMongoDatabaseCertificateResult,
} from "../../data-sources/mongo-databases";

const databases = openDataSource<DatabaseFilters, GetMongoDatabasesResult>(getMongoDatabasesRule);
const database = dataSource<GetMongoDatabaseArgs, GetMongoDatabaseResult>(getMongoDatabaseRule);
const backups = dataSource<GetMongoDatabaseBackupsArgs, GetMongoDatabaseBackupsResult>(getMongoDatabaseBackupsRule);
const backup = dataSource<GetMongoDatabaseBackupArgs, GetMongoDatabaseBackupResult>(getMongoDatabaseBackupRule);
const credentials = dataSource<GetMongoDatabaseCredentialsArgs, GetMongoDatabaseCredentialsResult>(
  getMongoDatabaseCredentialsRule,
);
const certificate = dataSource<GetMongoDatabaseCertificateArgs, GetMongoDatabaseCertificateResult>(
  getMongoDatabaseCertificateRule,
);

/** The account's MongoDB databases, optionally filtered (Linode API v4, Managed MongoDB Databases). */
export const getMongoDatabases = databases.now;

/** The account's MongoDB databases, optionally filtered, as an output. */
export const getMongoDatabasesOutput = databases.output;

/**
 * One MongoDB database, by its ID or its label (Linode API v4, Managed MongoDB Databases).
 * @throws when the database does not exist.
 */
export const getMongoDatabase = database.now;

/** One MongoDB database, as an output. */
export const getMongoDatabaseOutput = database.output;

/**
 * The backups of a MongoDB database, optionally filtered (Linode API v4, Managed MongoDB Databases). The token needs the scope
 * `databases:read_write`.
 * @throws when the database does not exist, or is still being provisioned.
 */
export const getMongoDatabaseBackups = backups.now;

/** The backups of a MongoDB database, optionally filtered, as an output. */
export const getMongoDatabaseBackupsOutput = backups.output;

/**
 * One backup of a MongoDB database (Linode API v4, Managed MongoDB Databases). The token needs the scope `databases:read_write`.
 * @throws when the database has no backup with this ID.
 */
export const getMongoDatabaseBackup = backup.now;

/** One backup of a MongoDB database, as an output. */
export const getMongoDatabaseBackupOutput = backup.output;

/**
 * The name and password of the root user of a MongoDB database (Linode API v4, Managed MongoDB Databases), always as a secret.
 * Waits until the database is active, for at most an hour.
 * @throws when the database does not exist, or its status will not become `active` without intervention.
 */
export const getMongoDatabaseCredentialsOutput = credentials.output;

/**
 * The CA certificate for verifying a MongoDB database (Linode API v4, Managed MongoDB Databases), always as a secret.
 * Waits until the database is active, for at most an hour.
 * @throws when the database does not exist, or its status will not become `active` without intervention.
 */
export const getMongoDatabaseCertificateOutput = certificate.output;
