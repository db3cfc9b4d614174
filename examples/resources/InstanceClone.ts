import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const plan = { region: "us-east", type: "g6-nanode-1" };
const web = new compute.Instance("web", {
  ...plan,
  image: "compute/debian11",
  rootPass: new pulumi.Config().requireSecret("rootPass"),
});
// This instance is empty, so that it has room for the disks of the other one.
const standby = new compute.Instance("standby", plan);

new compute.InstanceClone("copy", { instanceId: web.id, targetInstanceId: standby.id });
