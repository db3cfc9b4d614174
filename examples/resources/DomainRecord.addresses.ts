// The addresses of an instance
import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const zone = new compute.Domain("zone", { domain: "example.com", type: "master", soaEmail: "admin@example.com" });
const web = new compute.Instance("web", {
  region: "us-east",
  type: "g6-nanode-1",
  image: "compute/debian11",
  rootPass: new pulumi.Config().requireSecret("rootPass"),
});

new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: web.publicIpv4 });
new compute.DomainRecord("www6", { domainId: zone.id, type: "AAAA", name: "www", target: web.publicIpv6 });
