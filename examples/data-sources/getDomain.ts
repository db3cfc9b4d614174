import * as compute from "pulumi-compute";

const zone = compute.getDomainOutput({ domain: "example.com" });

new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: "192.0.2.10" });
