import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const web = compute.getInstanceOutput({ label: "web" });
const backups = compute.getInstanceBackupsOutput({ instanceId: web.id });

export const snapshotId = pulumi.output(backups).apply(({ snapshot }) => snapshot.current?.id);
