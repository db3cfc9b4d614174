import * as compute from "pulumi-compute";

const zone = new compute.Domain("zone", { domain: "example.com", type: "master", soaEmail: "admin@example.com" });

new compute.DomainRecordSet("records", {
  domainId: zone.id,
  records: [
    { type: "A", name: "www", target: "192.0.2.10" },
    { type: "AAAA", name: "www", target: "2001:db8::10" },
    { type: "MX", target: "mail.example.com", priority: 10 },
  ],
  exclusive: true,
  only: { types: ["A", "AAAA", "MX"] },
});
