// The declarations of `pulumi-compute/native`, whose code is in native.ts: classes and functions have the types of those for dynamic
// resources, and thereby their descriptions in an editor.
export * from "./index";
export {
  Provider,
  Zone,
  DatabaseUpdatesFrequency,
  DomainRecordTag,
  DomainRecordType,
  DomainStatus,
  DomainType,
  InstanceBackupScheduleDay,
  InstanceBackupScheduleWindow,
  InstanceInterfacePurpose,
  MongoDatabaseBackupTarget,
  MongoDatabaseBackupsType,
  MongoDatabaseCompressionType,
  MongoDatabaseStorageEngine,
  MysqlDatabaseReplicationType,
} from "./native";
