import type * as dynamic from "./index";
import { enumOf, nativeClass, nativeFunction, NativeProvider } from "./sdk/native";
import { Zone as DynamicZone } from "./sdk/resources/zone";

// The same names as in index.ts, with the same inputs and outputs, for the native plugin. See docs/guide/native-plugin.md. Their types and
// descriptions are in native-declarations.ts.

/** A separate account for some resources and data sources. */
export const Provider = NativeProvider;
export type Provider = NativeProvider;

export const Domain = nativeClass<typeof dynamic.Domain>("Domain");
export const DomainRecord = nativeClass<typeof dynamic.DomainRecord>("DomainRecord");
export const DomainRecordSet = nativeClass<typeof dynamic.DomainRecordSet>("DomainRecordSet");
export const Image = nativeClass<typeof dynamic.Image>("Image");
export const Instance = nativeClass<typeof dynamic.Instance>("Instance");
export const InstanceClone = nativeClass<typeof dynamic.InstanceClone>("InstanceClone");
export const InstanceRestore = nativeClass<typeof dynamic.InstanceRestore>("InstanceRestore");
export const InstanceSnapshot = nativeClass<typeof dynamic.InstanceSnapshot>("InstanceSnapshot");
export const MongoCredentialsReset = nativeClass<typeof dynamic.MongoCredentialsReset>("MongoCredentialsReset");
export const MongoDatabase = nativeClass<typeof dynamic.MongoDatabase>("MongoDatabase");
export const MongoDatabaseBackup = nativeClass<typeof dynamic.MongoDatabaseBackup>("MongoDatabaseBackup");
export const MongoDatabasePatch = nativeClass<typeof dynamic.MongoDatabasePatch>("MongoDatabasePatch");
export const MongoDatabaseRestore = nativeClass<typeof dynamic.MongoDatabaseRestore>("MongoDatabaseRestore");
export const MysqlDatabase = nativeClass<typeof dynamic.MysqlDatabase>("MysqlDatabase");

/** A domain with its records declared inline, as in the package's main entry. */
export class Zone extends DynamicZone {
  /** @internal */
  protected override get classes() {
    return { Domain, DomainRecord };
  }
}

export const { now: getDatabaseEngine, output: getDatabaseEngineOutput } = nativeFunction<
  typeof dynamic.getDatabaseEngine,
  typeof dynamic.getDatabaseEngineOutput
>("getDatabaseEngine");
export const { now: getDatabaseEngines, output: getDatabaseEnginesOutput } = nativeFunction<
  typeof dynamic.getDatabaseEngines,
  typeof dynamic.getDatabaseEnginesOutput
>("getDatabaseEngines");
export const { now: getDatabases, output: getDatabasesOutput } = nativeFunction<
  typeof dynamic.getDatabases,
  typeof dynamic.getDatabasesOutput
>("getDatabases");
export const { now: getDomain, output: getDomainOutput } = nativeFunction<
  typeof dynamic.getDomain,
  typeof dynamic.getDomainOutput
>("getDomain");
export const { now: getDomainRecord, output: getDomainRecordOutput } = nativeFunction<
  typeof dynamic.getDomainRecord,
  typeof dynamic.getDomainRecordOutput
>("getDomainRecord");
export const { now: getDomainRecords, output: getDomainRecordsOutput } = nativeFunction<
  typeof dynamic.getDomainRecords,
  typeof dynamic.getDomainRecordsOutput
>("getDomainRecords");
export const { now: getDomainZoneFile, output: getDomainZoneFileOutput } = nativeFunction<
  typeof dynamic.getDomainZoneFile,
  typeof dynamic.getDomainZoneFileOutput
>("getDomainZoneFile");
export const { now: getDomains, output: getDomainsOutput } = nativeFunction<
  typeof dynamic.getDomains,
  typeof dynamic.getDomainsOutput
>("getDomains");
export const { now: getImage, output: getImageOutput } = nativeFunction<
  typeof dynamic.getImage,
  typeof dynamic.getImageOutput
>("getImage");
export const { now: getImages, output: getImagesOutput } = nativeFunction<
  typeof dynamic.getImages,
  typeof dynamic.getImagesOutput
>("getImages");
export const { now: getInstance, output: getInstanceOutput } = nativeFunction<
  typeof dynamic.getInstance,
  typeof dynamic.getInstanceOutput
>("getInstance");
export const { now: getInstanceBackup, output: getInstanceBackupOutput } = nativeFunction<
  typeof dynamic.getInstanceBackup,
  typeof dynamic.getInstanceBackupOutput
>("getInstanceBackup");
export const { now: getInstanceBackups, output: getInstanceBackupsOutput } = nativeFunction<
  typeof dynamic.getInstanceBackups,
  typeof dynamic.getInstanceBackupsOutput
>("getInstanceBackups");
export const { now: getInstanceDisks, output: getInstanceDisksOutput } = nativeFunction<
  typeof dynamic.getInstanceDisks,
  typeof dynamic.getInstanceDisksOutput
>("getInstanceDisks");
export const { now: getInstances, output: getInstancesOutput } = nativeFunction<
  typeof dynamic.getInstances,
  typeof dynamic.getInstancesOutput
>("getInstances");
export const { now: getMongoDatabase, output: getMongoDatabaseOutput } = nativeFunction<
  typeof dynamic.getMongoDatabase,
  typeof dynamic.getMongoDatabaseOutput
>("getMongoDatabase");
export const { now: getMongoDatabaseBackup, output: getMongoDatabaseBackupOutput } = nativeFunction<
  typeof dynamic.getMongoDatabaseBackup,
  typeof dynamic.getMongoDatabaseBackupOutput
>("getMongoDatabaseBackup");
export const { now: getMongoDatabaseBackups, output: getMongoDatabaseBackupsOutput } = nativeFunction<
  typeof dynamic.getMongoDatabaseBackups,
  typeof dynamic.getMongoDatabaseBackupsOutput
>("getMongoDatabaseBackups");
export const { output: getMongoDatabaseCertificateOutput } = nativeFunction<
  never,
  typeof dynamic.getMongoDatabaseCertificateOutput
>("getMongoDatabaseCertificate");
export const { output: getMongoDatabaseCredentialsOutput } = nativeFunction<
  never,
  typeof dynamic.getMongoDatabaseCredentialsOutput
>("getMongoDatabaseCredentials");
export const { now: getMongoDatabases, output: getMongoDatabasesOutput } = nativeFunction<
  typeof dynamic.getMongoDatabases,
  typeof dynamic.getMongoDatabasesOutput
>("getMongoDatabases");
export const { now: getMysqlDatabase, output: getMysqlDatabaseOutput } = nativeFunction<
  typeof dynamic.getMysqlDatabase,
  typeof dynamic.getMysqlDatabaseOutput
>("getMysqlDatabase");
export const { now: getMysqlDatabases, output: getMysqlDatabasesOutput } = nativeFunction<
  typeof dynamic.getMysqlDatabases,
  typeof dynamic.getMysqlDatabasesOutput
>("getMysqlDatabases");
export const { now: getRegion, output: getRegionOutput } = nativeFunction<
  typeof dynamic.getRegion,
  typeof dynamic.getRegionOutput
>("getRegion");
export const { now: getRegions, output: getRegionsOutput } = nativeFunction<
  typeof dynamic.getRegions,
  typeof dynamic.getRegionsOutput
>("getRegions");
export const { now: getTypes, output: getTypesOutput } = nativeFunction<
  typeof dynamic.getTypes,
  typeof dynamic.getTypesOutput
>("getTypes");

// The values of some inputs, under the names that programs written by `pulumi import` use.
/** Values of `updates.frequency` of a database. */
export const DatabaseUpdatesFrequency = enumOf("weekly", "monthly");
/** Values of `tag` of a CAA record. */
export const DomainRecordTag = enumOf("issue", "issuewild", "iodef");
/** Values of `type` of a record. */
export const DomainRecordType = enumOf("A", "AAAA", "NS", "MX", "CNAME", "TXT", "SRV", "PTR", "CAA");
export type DomainRecordType = dynamic.DomainRecordType;
/** Values of `status` of a domain. */
export const DomainStatus = enumOf("active", "disabled");
/** Values of `type` of a domain. */
export const DomainType = enumOf("master", "slave");
/** Values of `backups.schedule.day` of an instance. */
export const InstanceBackupScheduleDay = enumOf(
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
);
/** Values of `backups.schedule.window` of an instance. */
export const InstanceBackupScheduleWindow = enumOf(
  "W0",
  "W2",
  "W4",
  "W6",
  "W8",
  "W10",
  "W12",
  "W14",
  "W16",
  "W18",
  "W20",
  "W22",
);
/** Values of `interfaces[].purpose` of an instance. */
export const InstanceInterfacePurpose = enumOf("public", "vlan");
/** Values of `target` of a backup of a MongoDB database. */
export const MongoDatabaseBackupTarget = enumOf("primary", "secondary");
/** Values of `type` of a backup of a MongoDB database. */
export const MongoDatabaseBackupsType = enumOf("snapshot", "auto");
/** Values of `compressionType` of a MongoDB database. */
export const MongoDatabaseCompressionType = enumOf("none", "snappy", "zlip");
/** Values of `storageEngine` of a MongoDB database. */
export const MongoDatabaseStorageEngine = enumOf("mmapv1", "wiredtiger");
/** Values of `replicationType` of a MySQL database. */
export const MysqlDatabaseReplicationType = enumOf("none", "asynch", "semi_synch");
