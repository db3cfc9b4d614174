import * as compute from "pulumi-compute";

const orders = new compute.MongoDatabase("orders", {
  engine: "mongodb/4.4.10",
  region: "us-east",
  type: "g6-standard-1",
  clusterSize: 3,
  allowList: ["192.0.2.10"],
  updates: { frequency: "weekly", dayOfWeek: 7, hourOfDay: 3 },
});

export const host = orders.hosts.primary;
export const password = orders.rootPassword;
