import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();
// The current name server of the zone, which must allow zone transfers. For the emulator, run `node old-name-server.mjs`.
const remoteNameserver = config.get("nameServer") ?? "127.0.0.1:5300";

// The records are imported once, when the domain is created. Later changes on the old server have no effect.
const zone = new compute.Domain("zone", {
  domain: "moving-example.com",
  type: "master",
  soaEmail: "admin@moving-example.com",
  importFrom: { remoteNameserver },
});

// New records are declared as usual, in addition to the imported ones.
const shop = new compute.DomainRecord("shop", {
  domainId: zone.id,
  type: "CNAME",
  name: "shop",
  target: "www.moving-example.com",
});

// To manage an imported record, declare it with its ID: { import: "domainId/recordId" }.
const { records } = compute.getDomainRecordsOutput({ domainId: zone.id }, { dependsOn: shop });
export const importIds = pulumi
  .all([zone.id, records])
  .apply(([domainId, all]) =>
    all.map(({ id, type, name, target }) => `${domainId}/${id}: ${type} ${name || "@"} ${target}`),
  );
