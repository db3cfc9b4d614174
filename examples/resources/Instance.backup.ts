// From a backup
import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();

// Use a fixed ID: with the ID of the latest backup, each new backup would replace the instance.
const restored = new compute.Instance("restored", {
  region: "us-east",
  type: "g6-standard-1",
  backupId: config.requireNumber("backupId"),
});

export const address = restored.ipv4[0];
