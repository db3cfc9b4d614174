import { dataSourceRules } from "../../provider/data-sources/registry";
import type { Values } from "../../provider/definition/values";
import { anAccount } from "../support/data-source-account";
import type { AccountIds } from "../support/data-source-account";
import { dataSourceForms } from "../support/data-source-forms";
import { useDataSources } from "../support/data-sources";
import { misfits, schema } from "../support/package-schema";

const lookups = useDataSources();
const { output } = dataSourceForms(lookups);

/** Inputs of the data sources that need some. */
const INPUTS: Readonly<Record<string, (ids: AccountIds) => Values>> = {
  getRegion: () => ({ id: "us-east" }),
  getImage: () => ({ id: "compute/debian11" }),
  getInstance: ({ instance }) => ({ id: String(instance) }),
  getInstanceBackup: ({ instance, backup }) => ({ instanceId: instance, backupId: backup }),
  getInstanceBackups: ({ instance }) => ({ instanceId: instance }),
  getInstanceDisks: ({ instance }) => ({ instanceId: instance }),
  getDomain: () => ({ domain: "one.example" }),
  getDomainRecord: ({ domain, record }) => ({ domainId: domain, recordId: record }),
  getDomainRecords: ({ domain }) => ({ domainId: domain, tag: "issue" }),
  getDomainZoneFile: ({ domain }) => ({ domainId: domain }),
  getDatabaseEngine: () => ({ id: "mongodb/4.4.10" }),
  getMongoDatabase: ({ mongo }) => ({ id: mongo }),
  getMongoDatabaseBackup: ({ mongo, mongoBackup }) => ({ databaseId: mongo, backupId: mongoBackup }),
  getMongoDatabaseBackups: ({ mongo }) => ({ databaseId: mongo, type: "snapshot" }),
  getMongoDatabaseCertificate: ({ mongo }) => ({ databaseId: mongo }),
  getMongoDatabaseCredentials: ({ mongo }) => ({ databaseId: mongo }),
  getMysqlDatabase: ({ mysql }) => ({ id: mysql }),
};

test.each(dataSourceRules)(
  "the inputs and the result of $name have the types of the package schema",
  async ({ name }) => {
    const { inputs = { properties: {}, required: [] }, outputs } = schema.functions[`compute:index:${name}`] ?? {};
    const given = INPUTS[name]?.(await anAccount(lookups)) ?? {};
    expect(misfits(inputs, given)).toEqual([]);
    const result = await output(name, given);
    expect(outputs && misfits(outputs, result)).toEqual([]);
  },
);
