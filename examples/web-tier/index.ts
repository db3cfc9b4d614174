import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();
const rootPass = config.requireSecret("rootPass");
const instanceCount = config.getNumber("instanceCount") ?? 3;
// Before you delete instances, remove them from the name and wait until resolvers no longer cache their addresses.
const servedCount = Math.min(config.getNumber("servedCount") ?? instanceCount, instanceCount);
const domain = config.get("domain") ?? "web-tier-example.com";
const region = "us-east";

const instances = Array.from(
  { length: instanceCount },
  (_, index) =>
    new compute.Instance(`web-${index + 1}`, {
      region,
      type: "g6-nanode-1",
      image: "compute/debian11",
      rootPass,
      tags: ["web"],
    }),
);
const addresses = instances.map(({ ipv4 }) => ipv4[0]);

const database = new compute.MysqlDatabase("orders", {
  engine: "mysql/8.0.26",
  region,
  type: "g6-standard-1",
  // Only the listed addresses can connect.
  allowList: addresses.map((address) => pulumi.interpolate`${address}/32`),
});

const zone = new compute.Domain("zone", { domain, type: "master", soaEmail: `admin@${domain}` });
// One name with several A records: name servers rotate their order, so visitors spread over the instances.
new compute.DomainRecordSet(
  "www",
  {
    domainId: zone.id,
    records: addresses.slice(0, servedCount).map((target) => ({ type: "A", name: "www", target, ttlSec: 300 })),
  },
  // The name points to an instance only once the database accepts its connections.
  { dependsOn: database },
);

export const url = `http://www.${domain}/`;
export const databaseHost = database.hosts.primary;
export { addresses };
