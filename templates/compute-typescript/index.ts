import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();
const domain = config.require("domain");

const web = new compute.Instance("web", {
  region: "us-east",
  type: "g6-nanode-1",
  image: "compute/debian11",
  rootPass: config.requireSecret("rootPass"),
});

const zone = new compute.Domain("zone", { domain, type: "master", soaEmail: `admin@${domain}` });
new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: web.ipv4[0] });

export const name = `www.${domain}`;
export const address = web.ipv4[0];
