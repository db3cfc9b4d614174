import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const web = new compute.Instance("web", {
  region: "us-east",
  type: "g6-nanode-1",
  image: "compute/debian11",
  rootPass: new pulumi.Config().requireSecret("rootPass"),
});

const zone = new compute.Zone("zone", {
  domain: "example.com",
  soaEmail: "admin@example.com",
  records: [
    { type: "A", name: "www", target: web.ipv4[0] },
    { type: "MX", target: "mail.example.com", priority: 10 },
    { type: "TXT", target: "v=spf1 mx -all" },
  ],
});

export const domainId = zone.domainId;
