const pulumi = require("@pulumi/pulumi");
const compute = require("pulumi-compute");

const rootPass = pulumi.secret("a password for the emulator");
const common = { region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass };

const web = ["web-1", "web-2", "web-3"].map(
  (label) => new compute.Instance(label, { ...common, label, tags: ["shop", "web"], alerts: { cpu: 90 } }),
);
new compute.Instance("worker", { ...common, label: "worker", tags: ["shop"], booted: true });

const zone = new compute.Domain("shop", { domain: "shop.example", type: "master", soaEmail: "admin@shop.example" });
const record = (name, args) => new compute.DomainRecord(name, { domainId: zone.id, ...args });
record("www", { type: "A", name: "www", target: web[0].ipv4[0] });
record("api", { type: "A", name: "api", target: web[1].ipv4[0] });
record("mail", { type: "MX", target: "mail.shop.example", priority: 10 });

const orders = new compute.MongoDatabase("orders", {
  label: "orders",
  region: "us-east",
  type: "g6-standard-1",
  engine: "mongodb/4.4.10",
  allowList: ["198.51.100.0/24"],
});
new compute.MongoDatabaseBackup("before-release", { databaseId: orders.id, label: "beforeRelease" });
