import * as compute from "pulumi-compute";

const backup = compute.getInstanceBackupOutput({ instanceId: 10001, backupId: 50001 });

export const status = backup.status;
