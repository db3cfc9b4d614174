import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();

const web = new compute.Instance("web", {
  region: "us-east",
  type: "g6-nanode-1",
  image: "compute/debian11",
  rootPass: config.requireSecret("rootPass"),
  tags: ["shop"],
  backupsEnabled: true,
});

export const address = web.ipv4[0];
