import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();
const allowList = config.getObject<string[]>("allowList") ?? ["198.51.100.0/24"];

const web = new compute.Instance("web", {
  region: "us-east",
  type: "g6-nanode-1",
  image: "compute/debian11",
  rootPass: config.requireSecret("rootPass"),
  tags: ["shop"],
});

new compute.MysqlDatabase(
  "orders",
  { engine: "mysql/8.0.26", region: "us-east", type: "g6-standard-1", allowList },
  { protect: config.getBoolean("protect") ?? false },
);

new compute.Zone("zone", {
  domain: "policy-example.com",
  soaEmail: "admin@policy-example.com",
  records: [
    { type: "A", name: "www", target: web.ipv4[0], ttlSec: 300 },
    { type: "MX", target: "mail.policy-example.com", priority: 10, ttlSec: 3600 },
  ],
});
