import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const plan = { region: "us-east", type: "g6-nanode-1" };
const web = new compute.Instance("web", {
  ...plan,
  image: "compute/debian11",
  rootPass: new pulumi.Config().requireSecret("rootPass"),
  backupsEnabled: true,
});
const standby = new compute.Instance("standby", plan);
const snapshot = new compute.InstanceSnapshot("snapshot", { instanceId: web.id, label: "for-standby" });

new compute.InstanceRestore("onto-standby", {
  instanceId: web.id,
  backupId: snapshot.backupId,
  targetInstanceId: standby.id,
  overwrite: true,
});
