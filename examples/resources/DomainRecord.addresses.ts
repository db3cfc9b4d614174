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
// The API returns the IPv6 address with its prefix length, /128.
const ipv6 = web.ipv6.apply((address) => address?.replace("/128", "") ?? "");

new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: web.ipv4[0] });
new compute.DomainRecord("www6", { domainId: zone.id, type: "AAAA", name: "www", target: ipv6 });
