import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();
const rootPass = config.requireSecret("rootPass");

const web = new compute.Instance("web", {
  region: "us-east",
  type: "g6-nanode-1",
  image: "compute/debian11",
  rootPass,
  tags: ["quickstart"],
});
const address = web.ipv4[0];

const zone = new compute.Domain("zone", {
  domain: "quickstart-example.com",
  type: "master",
  soaEmail: "admin@quickstart-example.com",
});

const www = new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: address });
new compute.DomainRecord("mail", { domainId: zone.id, type: "MX", target: "www.quickstart-example.com", priority: 10 });
new compute.DomainRecord("spf", {
  domainId: zone.id,
  type: "TXT",
  target: pulumi.interpolate`v=spf1 ip4:${address} -all`,
});

export const instanceId = web.id;
export const domainId = zone.id;
export const recordId = www.recordId;
export { address };
