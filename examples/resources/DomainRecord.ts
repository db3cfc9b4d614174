import * as compute from "pulumi-compute";

const zone = new compute.Domain("zone", { domain: "example.com", type: "master", soaEmail: "admin@example.com" });

new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: "192.0.2.10", ttlSec: 300 });
new compute.DomainRecord("mail", { domainId: zone.id, type: "MX", target: "mail.example.com", priority: 10 });
new compute.DomainRecord("sip", {
  domainId: zone.id,
  type: "SRV",
  service: "sip",
  protocol: "tcp",
  priority: 10,
  weight: 5,
  port: 5060,
  target: "sip.example.com",
});
