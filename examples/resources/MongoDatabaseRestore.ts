import * as compute from "pulumi-compute";

const orders = new compute.MongoDatabase("orders", {
  engine: "mongodb/4.4.10",
  region: "us-east",
  type: "g6-standard-1",
  allowList: ["192.0.2.10"],
});
const backup = new compute.MongoDatabaseBackup("before", { databaseId: orders.id, label: "before-migration" });

new compute.MongoDatabaseRestore("back", { databaseId: orders.id, backupId: backup.backupId });
