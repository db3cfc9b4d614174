import * as compute from "pulumi-compute";

const orders = new compute.MongoDatabase("orders", {
  engine: "mongodb/4.4.10",
  region: "us-east",
  type: "g6-standard-1",
  allowList: ["192.0.2.10"],
});

// Each new month resets the password.
const reset = new compute.MongoCredentialsReset("monthly", { databaseId: orders.id, triggers: ["2024-05"] });

export const password = reset.rootPassword;
