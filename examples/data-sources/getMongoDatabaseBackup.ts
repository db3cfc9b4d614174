import * as compute from "pulumi-compute";

const backup = compute.getMongoDatabaseBackupOutput({ databaseId: 123, backupId: 456 });

export const created = backup.created;
