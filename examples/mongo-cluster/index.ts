import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();
const region = "us-east";
const rootPass = config.requireSecret("rootPass");
// A different release creates a new backup and deletes the previous one.
const release = config.get("release") ?? "1";

const shop = new compute.Instance("shop", { region, type: "g6-nanode-1", image: "compute/debian11", rootPass });

const orders = new compute.MongoDatabase(
  "orders",
  {
    engine: "mongodb/4.4.10",
    region,
    type: "g6-standard-1",
    clusterSize: 3,
    encrypted: true,
    sslConnection: true,
    // Only the instance and the office can connect.
    allowList: [pulumi.interpolate`${shop.ipv4[0]}/32`, "198.51.100.0/24"],
    updates: { frequency: "weekly", dayOfWeek: 7, hourOfDay: 3, duration: 3 },
  },
  // If protected, a change that would replace the cluster, and so delete its data, fails.
  { protect: config.getBoolean("protect") ?? false },
);

const backup = new compute.MongoDatabaseBackup("before-release", {
  databaseId: orders.id,
  label: `before${release}`,
  target: "secondary",
});

export const hosts = orders.hosts;
export const backupId = backup.backupId;
// This output is a secret. To print it: pulumi stack output --show-secrets connection
export const connection = pulumi.interpolate`mongodb://${orders.rootUsername}:${orders.rootPassword}@${orders.hosts.primary}:${orders.port}/?tls=true`;
