import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();

const web = new compute.Instance("web", {
  region: "us-east",
  type: "g6-nanode-1",
  image: "compute/debian11",
  rootPass: config.requireSecret("rootPass"),
  backupsEnabled: true,
});

// Each new release takes a new snapshot.
const before = new compute.InstanceSnapshot("before", {
  instanceId: web.id,
  label: "before-release",
  triggers: [config.require("release")],
});

export const backupId = before.backupId;
