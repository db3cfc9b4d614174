import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();
// The server that has the zone now; it must allow zone transfers. For the emulator: node old-name-server.mjs
const remoteNameserver = config.get("nameServer") ?? "127.0.0.1:5300";

// The records come with the zone, once: what the old server says later is not looked at.
const zone = new compute.Domain("zone", {
  domain: "moving-example.com",
  type: "master",
  soaEmail: "admin@moving-example.com",
  importFrom: { remoteNameserver },
});

// What is new since the move is declared as usual, beside the records that came with the zone.
const shop = new compute.DomainRecord("shop", {
  domainId: zone.id,
  type: "CNAME",
  name: "shop",
  target: "www.moving-example.com",
});

// A record that came with the zone is taken under control with its id, as in { import: "domainId/recordId" }.
const { records } = compute.getDomainRecordsOutput({ domainId: zone.id }, { dependsOn: shop });
export const importIds = pulumi
  .all([zone.id, records])
  .apply(([domainId, all]) =>
    all.map(({ id, type, name, target }) => `${domainId}/${id}: ${type} ${name || "@"} ${target}`),
  );
