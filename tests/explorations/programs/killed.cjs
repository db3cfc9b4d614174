/** A resource of most types, created one after another, so that the order of the requests is always the same. */
const pulumi = require("@pulumi/pulumi");
const compute = require("pulumi-compute");

const place = { region: "us-east", type: "g6-nanode-1" };
const zone = new compute.Domain("zone", { domain: "bench.example.com", type: "master", soaEmail: "admin@example.com" });
const www = new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: "192.0.2.10" });
const web = new compute.Instance(
  "web",
  { ...place, image: "compute/debian11", rootPass: pulumi.secret("a password for the bench"), backupsEnabled: true },
  { dependsOn: [www] },
);
const snapshot = new compute.InstanceSnapshot("snapshot", { instanceId: web.id, label: "before" });
const shop = new compute.MysqlDatabase("shop", { ...place, engine: "mysql/8.0.26" }, { dependsOn: [snapshot] });
const image = { label: "golden", region: "us-east", source: "disk.img.gz" };
const golden = new compute.Image("golden", image, { dependsOn: [shop] });
const other = { domain: "set.example.com", type: "master", soaEmail: "admin@example.com" };
const set = new compute.Domain("other", other, { dependsOn: [golden] });
const records = new compute.DomainRecordSet("records", {
  domainId: set.id,
  records: ["a", "b"].map((name) => ({ type: "A", name, target: "192.0.2.10" })),
});
const orders = new compute.MongoDatabase("orders", { ...place, engine: "mongodb/4.4.10" }, { dependsOn: [records] });
const backup = new compute.MongoDatabaseBackup("backup", { databaseId: orders.id, label: "nightly" });
/** Whether somebody found that the interrupted update had already patched the database. */
const alreadyDone = process.env.PATCHED === "true" ? { alreadyDone: true } : {};
new compute.MongoDatabasePatch("patch", { databaseId: orders.id, ...alreadyDone }, { dependsOn: [backup] });
