// The program of which the state is recorded: each kind of resource, and what else leaves something of its own in a state. The
// phase "finished" declares what is created as a whole, "all" also what is left unfinished, which its name says, and "changed" other
// arguments.
const compute = require("pulumi-compute");
const pulumi = require("@pulumi/pulumi");

const config = new pulumi.Config();
const phase = config.require("phase");
const changing = (before, after) => (phase === "changed" ? after : before);

const plan = { region: "us-southeast", type: "g6-nanode-1" };
const rootPass = config.requireSecret("rootPass");

// Instances: one with most arguments and a generated label, a clone of it, and two empty ones that the actions work on.
const web = new compute.Instance("web", {
  ...plan,
  image: "compute/debian11",
  rootPass,
  stackscriptId: "9001",
  stackscriptData: { site_name: "www.example.com" },
  authorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl somebody\n"],
  tags: changing(["web", "blue"], ["web", "green"]),
  backupsEnabled: true,
  backups: { schedule: { day: "Monday", window: "W4" } },
  alerts: { cpu: 50 },
  interfaces: [{ purpose: "public" }, { purpose: "vlan", label: "backend", ipamAddress: "10.0.0.1/24" }],
});
const standby = new compute.Instance(
  "standby",
  { ...plan, label: "standby", group: changing("spare", "ignored") },
  { ignoreChanges: ["group"], deleteBeforeReplace: true },
);
const twin = new compute.Instance("twin", { ...plan, label: "twin", booted: false }, { replaceOnChanges: ["region"] });
const copy = new compute.Instance("copy", {
  ...plan,
  label: changing("copy", "renamed-copy"),
  cloneFrom: { instanceId: web.id },
  booted: true,
});

// Actions on instances.
const snapshot = new compute.InstanceSnapshot(
  "snapshot",
  { instanceId: web.id, label: "release", triggers: [{ release: 1 }] },
  { dependsOn: copy },
);
const restore = new compute.InstanceRestore("restore", {
  instanceId: web.id,
  backupId: snapshot.backupId,
  targetInstanceId: standby.id,
  overwrite: true,
});
const clone = new compute.InstanceClone(
  "clone",
  { instanceId: web.id, targetInstanceId: twin.id },
  { dependsOn: restore },
);

// Images: captured, uploaded from a text, and uploaded from a file.
const { disks } = compute.getInstanceDisksOutput({ instanceId: web.id });
new compute.Image("captured", { diskId: disks[0].id, label: changing("captured", "relabelled") }, { dependsOn: clone });
const text = new pulumi.asset.StringAsset("the bytes of a disk\n");
const description = changing("Base of all machines", "Base");
new compute.Image("uploaded", { region: "us-east", source: text, description });
new compute.Image("file", { region: "us-east", source: "disk.img", label: "file" });

// Domains: with deadlines, imported, and of a provider with default tags and a token of its own.
const soaEmail = "admin@example.com";
const zone = new compute.Domain(
  "zone",
  {
    domain: "Zone.Example.com",
    type: "master",
    soaEmail,
    ttlSec: 400,
    axfrIps: ["2001:DB8::1"],
    description: changing("The zone", "The changed zone"),
  },
  { customTimeouts: { create: "2m", update: "3m", delete: "4m" } },
);
const adopted = new compute.Domain(
  "adopted",
  { domain: "adopted.example.com", type: "master", soaEmail: changing(soaEmail, "hostmaster@example.com") },
  { import: "2000001" },
);
const other = new compute.Provider("other", { token: config.requireSecret("otherToken"), defaultTags: ["team"] });
new compute.Domain(
  "elsewhere",
  { domain: "elsewhere.example.com", type: "master", soaEmail, tags: changing([], ["more"]) },
  { provider: other },
);

// Records, in spellings that the service answers differently; `double` is just like one that was there before.
const record = (name, args) => new compute.DomainRecord(name, { domainId: zone.id, ...args });
const secret = config.requireSecret("record");
record("a", { type: "A", name: "WWW", target: web.ipv4[0], ttlSec: changing(400, 4000) });
record("aaaa", { type: "AAAA", name: "www.Zone.example.com", target: "2001:DB8:0:0::1" });
record("mx", { type: "MX", name: "@", target: "Mail.example.com.", priority: changing(10, 20) });
record("txt", { type: "TXT", name: "key", target: secret, ttlSec: 1 });
record("srv", {
  type: "SRV",
  target: "sip.example.com.",
  service: "_sip",
  protocol: "_TCP",
  priority: 1,
  weight: 2,
  port: changing(5060, 5061),
});
record("caa", { type: "CAA", target: "ca.example.com", tag: "issue" });
record("double", { domainId: adopted.id, type: "A", name: "double", target: "192.0.2.9" });
new compute.DomainRecordSet("set", {
  domainId: zone.id,
  records: [
    { type: "CNAME", name: "Blog.zone.example.com", target: changing("WWW.zone.example.com.", "web.example.com") },
    { type: "TXT", name: "notes", target: secret, ttlSec: 400 },
    { type: "A", name: "office", target: "[remote_addr]" },
  ],
  exclusive: true,
  only: { types: ["A", "TXT", "CNAME"], names: ["office", "blog", "notes"] },
});

// Databases, and the actions on one of them.
const orders = new compute.MongoDatabase("orders", {
  region: "us-east",
  type: "g6-nanode-1",
  engine: "mongodb/4.4.10",
  allowList: changing(["192.0.2.1", "2001:DB8::/32"], ["192.0.2.2"]),
  updates: { dayOfWeek: 3 },
});
new compute.MysqlDatabase("shop", {
  region: "us-east",
  type: "g6-nanode-1",
  engine: "mysql/8.0.26",
  label: "shop",
  clusterSize: 3,
  allowList: ["192.0.2.1"],
  updates: { frequency: "monthly", weekOfMonth: 2, hourOfDay: changing(4, 5) },
});
const reset = new compute.MongoCredentialsReset("reset", { databaseId: orders.id });
const backup = new compute.MongoDatabaseBackup("backup", {
  databaseId: orders.id,
  label: "before-it",
  triggers: [reset.id],
});
const back = new compute.MongoDatabaseRestore("back", { databaseId: orders.id, backupId: backup.backupId });
const patch = new compute.MongoDatabasePatch("patch", { databaseId: orders.id }, { dependsOn: back });

// What is left unfinished: an object, an action and a set.
if (phase !== "finished") {
  const alerts = { cpu: 55 };
  new compute.Instance("unfinished-instance", { ...plan, image: "compute/debian11", rootPass, label: "late", alerts });
  new compute.MongoDatabaseBackup("unfinished-backup", { databaseId: orders.id, label: "late" }, { dependsOn: patch });
  new compute.DomainRecordSet("unfinished-set", {
    domainId: zone.id,
    records: [
      { type: "PTR", name: "One", target: "one.example.com." },
      { type: "PTR", name: "Two", target: "two.example.com." },
    ],
  });
}
