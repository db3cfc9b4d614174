import * as compute from "pulumi-compute";

const web = compute.getInstanceOutput({ label: "web" });
const backups = compute.getInstanceBackupsOutput({ instanceId: web.id });

export const snapshotId = backups.apply(({ snapshot }) => snapshot.current?.id);
