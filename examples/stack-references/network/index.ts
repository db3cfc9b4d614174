import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();
const domain = config.get("domain") ?? "network-example.com";

const zone = new compute.Domain("zone", { domain, type: "master", soaEmail: `admin@${domain}` });
new compute.DomainRecord("mail", { domainId: zone.id, type: "MX", target: `mail.${domain}`, priority: 10 });

// Other stacks read these outputs. If you rename one, change those stacks too.
export { domain };
export const domainId = zone.id;
// The VLAN needs no resource: it exists once an instance in its region joins it.
export const vlan = { label: "backend", region: "us-southeast" };
