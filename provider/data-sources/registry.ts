import { getDatabaseEnginesRule, getDatabaseEngineRule, getDatabasesRule } from "./databases";
import { getDomainRecordsRule, getDomainRecordRule } from "./domain-records";
import { getDomainsRule, getDomainRule, getDomainZoneFileRule } from "./domains";
import { getImagesRule, getImageRule } from "./images";
import { getInstanceBackupsRule, getInstanceBackupRule } from "./instance-backups";
import { getInstancesRule, getInstanceRule, getInstanceDisksRule } from "./instances";
import {
  getMongoDatabasesRule,
  getMongoDatabaseRule,
  getMongoDatabaseBackupsRule,
  getMongoDatabaseBackupRule,
  getMongoDatabaseCredentialsRule,
  getMongoDatabaseCertificateRule,
} from "./mongo-databases";
import { getMysqlDatabasesRule, getMysqlDatabaseRule } from "./mysql-databases";
import { getRegionsRule, getRegionRule } from "./regions";
import type { DataSourceRule } from "./rule";
import { getTypesRule } from "./types";

/** The rules of all data sources. */
export const dataSourceRules: readonly DataSourceRule[] = [
  getDatabaseEnginesRule,
  getDatabaseEngineRule,
  getDatabasesRule,
  getDomainRecordsRule,
  getDomainRecordRule,
  getDomainsRule,
  getDomainRule,
  getDomainZoneFileRule,
  getImagesRule,
  getImageRule,
  getInstanceBackupsRule,
  getInstanceBackupRule,
  getInstancesRule,
  getInstanceRule,
  getInstanceDisksRule,
  getMongoDatabasesRule,
  getMongoDatabaseRule,
  getMongoDatabaseBackupsRule,
  getMongoDatabaseBackupRule,
  getMongoDatabaseCredentialsRule,
  getMongoDatabaseCertificateRule,
  getMysqlDatabasesRule,
  getMysqlDatabaseRule,
  getRegionsRule,
  getRegionRule,
  getTypesRule,
];
