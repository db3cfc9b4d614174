const pulumi = require("@pulumi/pulumi");
const compute = require("pulumi-compute");

const rootPass = pulumi.secret("a password for the emulator");
const common = { region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass };

/** The next release: a larger instance, one in another region, one less, and a larger database. */
const isNext = process.env.RELEASE === "next";

const machine = { ...common, tags: ["shop", "web"] };
const one = new compute.Instance("web-1", {
  ...machine,
  ...(isNext && { type: "g6-standard-2" }),
  label: "web-1",
  alerts: { cpu: 90 },
});
const two = new compute.Instance("web-2", { ...machine, ...(isNext && { region: "eu-west" }), label: "web-2" });
if (!isNext) new compute.Instance("web-3", { ...machine, label: "web-3" });
new compute.Instance("worker", { ...common, label: "worker", tags: ["shop"], booted: true });

const zone = new compute.Domain("shop", { domain: "shop.example", type: "master", soaEmail: "admin@shop.example" });
new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: one.ipv4[0] });
new compute.DomainRecord("api", { domainId: zone.id, type: "A", name: "api", target: two.ipv4[0] });
new compute.DomainRecord("mail", { domainId: zone.id, type: "MX", target: "mail.shop.example", priority: 10 });

const orders = new compute.MongoDatabase("orders", {
  label: "orders",
  region: "us-east",
  type: isNext ? "g6-standard-2" : "g6-standard-1",
  engine: "mongodb/4.4.10",
  allowList: ["198.51.100.0/24"],
});
new compute.MongoDatabaseBackup("before-release", { databaseId: orders.id, label: "beforeRelease" });
