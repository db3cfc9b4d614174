// In a VLAN
import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const web = new compute.Instance("web", {
  region: "us-southeast",
  type: "g6-nanode-1",
  image: "compute/debian11",
  rootPass: new pulumi.Config().requireSecret("rootPass"),
  interfaces: [{ purpose: "public" }, { purpose: "vlan", label: "backend", ipamAddress: "10.0.0.1/24" }],
});

export const address = web.ipv4[0];
