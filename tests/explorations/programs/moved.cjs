/** The programs of the bridged provider's recorded stacks, with this package's classes. */
const pulumi = require("@pulumi/pulumi");

const { FRONT_END, VERSION, EXTRA_ZONES = "0", HAS_PROVIDER, WEB_REGION } = process.env;
const compute = require(FRONT_END);

const isOld = VERSION === "3.12.0";
const region = "us-east";
const rootPass = pulumi.secret(process.env.ROOT_PASS);
const provider = HAS_PROVIDER ? new compute.Provider("explicit", {}) : undefined;
const opts = { ...(provider && { provider }) };
const nanode = { region, type: "g6-nanode-1", image: "linode/debian11", rootPass };

const web = new compute.Instance(
  "web",
  {
    ...nanode,
    region: WEB_REGION ?? region,
    label: "web",
    tags: ["shop", "blue"],
    group: "fleet",
    authorizedKeys: [
      "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl made-up@example.com",
    ],
    swapSize: 256,
  },
  opts,
);
const inner = new compute.Instance(
  "inner",
  { ...nanode, label: "inner", image: "linode/ubuntu22.04", privateIp: true },
  opts,
);
const interfaces = [{ purpose: "public" }, { purpose: "vlan", label: "lan-1", ipamAddress: "10.0.0.1/24" }];
new compute.Instance("lan", { ...nanode, label: "lan", region: "us-southeast", interfaces }, opts);
new compute.Instance("cold", { label: "cold", region, type: "g6-nanode-1", booted: false }, opts);
new compute.Instance(
  "watched",
  {
    ...nanode,
    type: "g6-standard-1",
    backupsEnabled: true,
    watchdogEnabled: false,
    tags: ["zone-b", "area-a"],
    alerts: { cpu: 80, io: 9000, networkIn: 5, networkOut: 6, transferQuota: 70 },
  },
  opts,
);
new compute.Instance("guarded", { ...nanode, label: "guarded", booted: true }, { ...opts, protect: true });
new compute.Instance("generated", { ...nanode, label: "generated" }, opts);

new compute.Image("captured", { label: "captured", description: "from web", diskId: isOld ? 40001 : 40003 }, opts);
new compute.Image("uploaded", { label: "uploaded", description: "from a file", region, source: "disk.img.gz" }, opts);

const mysql = { engine: "mysql/8.0.26", region, type: "g6-nanode-1" };
// 3.12.0 counts Sunday as 1, 5.1.1 Monday.
const wednesday = isOld ? 4 : 3;
new compute.MysqlDatabase(
  "orders",
  {
    ...mysql,
    label: "orders",
    clusterSize: 3,
    replicationType: "semi_synch",
    encrypted: true,
    sslConnection: true,
    allowList: [pulumi.interpolate`${web.ipv4[0]}/32`, "192.0.2.0/24"],
    updates: { frequency: "monthly", dayOfWeek: wednesday, hourOfDay: 3, duration: 2, weekOfMonth: 2 },
  },
  opts,
);
const updates = isOld ? {} : { updates: { frequency: "weekly", dayOfWeek: 7, hourOfDay: 20, duration: 3 } };
new compute.MysqlDatabase("plain", { ...mysql, label: "plain", sslConnection: false, ...updates }, opts);
if (isOld) {
  new compute.MongoDatabase(
    "docs",
    {
      label: "docs",
      engine: "mongodb/4.4.10",
      region,
      type: "g6-nanode-1",
      clusterSize: 1,
      compressionType: "snappy",
      storageEngine: "wiredtiger",
      encrypted: true,
      sslConnection: true,
      allowList: ["198.51.100.7/32"],
      updates: { frequency: "weekly", dayOfWeek: 1, hourOfDay: 20, duration: 3 },
    },
    opts,
  );
}

class ZoneOf extends pulumi.ComponentResource {
  constructor(name, domain) {
    super("acme:dns:ZoneOf", name, {}, opts);
    const zone = new compute.Domain(
      `${name}-zone`,
      {
        domain,
        type: "master",
        soaEmail: "admin@example.com",
        description: "all fields",
        group: "dns",
        tags: ["two", "one"],
        status: "active",
        axfrIps: ["192.0.2.53", "192.0.2.52"],
        ttlSec: 300,
        refreshSec: 14400,
        retrySec: 3600,
        expireSec: 604800,
      },
      { ...opts, parent: this },
    );
    const record = (part, args) =>
      new compute.DomainRecord(`${name}-${part}`, { domainId: zone.id, ...args }, { ...opts, parent: zone });
    record("www", { type: "A", name: "www", target: web.ipv4[0], ttlSec: 300 });
    record("wild", { type: "A", name: "*", target: web.ipv4[0] });
    record("apex", { type: "A", name: "", target: web.ipv4[0] });
    record("unnamed-apex", { type: "AAAA", target: web.publicIpv6 });
    record("six", { type: "AAAA", name: "six", target: "2001:db8::10", ttlSec: 3600 });
    record("ns", { type: "NS", name: "sub", target: "ns1.example.net" });
    record("mx", { type: "MX", name: "", target: "mail.example.com", priority: 10 });
    record("mx0", { type: "MX", target: "mail2.example.com", priority: 0 });
    record("alias", { type: "CNAME", name: "alias", target: `www.${domain}`, ttlSec: 0 });
    record("txt", { type: "TXT", name: "txt", target: "v=spf1 -all" });
    const key = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A".repeat(12);
    record("long", { type: "TXT", name: "long", target: `k=rsa; p=${key}` });
    const sip = { service: "sip", protocol: "tcp", target: `sip.${domain}`, priority: 10, weight: 5, port: 5060 };
    record("srv", { type: "SRV", ...sip });
    record("ptr", { type: "PTR", name: "10", target: "host.example.com" });
    record("caa", { type: "CAA", name: "", tag: "issue", target: "letsencrypt.org" });
    record("secret-txt", { type: "TXT", name: "token", target: pulumi.secret(process.env.SITE_TOKEN) });
    record("zeros", { type: "A", name: "zeros", target: "192.0.2.77" });
  }
}
new ZoneOf("main", "bridged.example.com");
const axfrIps = ["192.0.2.53"];
const masterIps = ["192.0.2.1", "192.0.2.2"];
new compute.Domain("slave", { domain: "slave.example.com", type: "slave", masterIps, axfrIps }, opts);
const soa = { type: "master", soaEmail: "admin@example.com" };
const bare = new compute.Domain("bare", { domain: "bare.example.com", ...soa }, { ...opts, protect: true });
const renamed = new compute.Domain(
  "renamed",
  { domain: "renamed.example.com", ...soa },
  { ...opts, aliases: [{ name: "old-name" }] },
);
new compute.DomainRecord(
  "renamed-www",
  { domainId: renamed.id, type: "A", name: "www", target: isOld ? inner.ipv4[0] : inner.publicIpv4 },
  {
    ...opts,
    dependsOn: [bare],
    deleteBeforeReplace: true,
    ignoreChanges: ["ttlSec"],
    customTimeouts: { create: "5m" },
  },
);

for (let zone = 1; zone <= Number(EXTRA_ZONES); zone++) {
  const { id: domainId } = new compute.Domain(`extra-${zone}`, { domain: `extra-${zone}.example.com`, ...soa }, opts);
  for (let record = 1; record <= 9; record++) {
    const args = { domainId, type: "A", name: `host-${record}`, target: `192.0.2.${record}` };
    new compute.DomainRecord(`extra-${zone}-${record}`, args, opts);
  }
}
