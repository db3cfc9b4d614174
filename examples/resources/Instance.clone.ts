// As a clone
import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const place = { region: "us-east", type: "g6-nanode-1" };
const blue = new compute.Instance("blue", {
  ...place,
  image: "compute/debian11",
  rootPass: new pulumi.Config().requireSecret("rootPass"),
});

const green = new compute.Instance("green", { ...place, cloneFrom: { instanceId: blue.id }, booted: true });

export const addresses = [blue.ipv4[0], green.ipv4[0]];
