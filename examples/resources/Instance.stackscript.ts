// With a StackScript
import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();

const app = new compute.Instance("app", {
  region: "us-east",
  type: "g6-standard-1",
  image: "compute/debian11",
  rootPass: config.requireSecret("rootPass"),
  stackscriptId: 9001,
  stackscriptData: { site_name: "www.example.org", greeting: config.require("release") },
});

export const address = app.ipv4[0];
