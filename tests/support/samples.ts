import type { Definition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";

/** Valid inputs of a resource type, and for each of them another value that is valid with the rest. */
interface Variant {
  readonly args: Values;
  readonly others: Values;
}

/** What the contract tests need for a resource type besides its definition. */
interface Sample {
  /** Together they contain every input of the resource type; the first contains as many as can be combined. */
  readonly variants: readonly [Variant, ...Variant[]];
  /** What the API returns for a resource with these inputs, besides the inputs themselves. */
  readonly shows: (args: Values) => Values;
}

const TIMES = { created: "2024-05-06T07:08:09", updated: "2024-05-06T07:08:09" };

const instance: Sample = {
  variants: [
    {
      args: {
        region: "us-east",
        type: "g6-nanode-1",
        label: "web-1",
        group: "shop",
        tags: ["b", "a"],
        image: "compute/debian11",
        rootPass: "correct-horse-1",
        stackscriptId: 9001,
        stackscriptData: { site_name: "shop.example", Limits: { perMinute: 5, burst: [1, null, "many"] } },
        authorizedKeys: ["ssh-ed25519 AAAA one@example"],
        authorizedUsers: ["alice"],
        swapSize: 256,
        backupsEnabled: true,
        confirmBackupsDeletion: true,
        backups: { schedule: { day: "Monday", window: "W2" } },
        configId: "50001",
        booted: true,
        privateIp: true,
        interfaces: [
          { purpose: "public", label: "" },
          { purpose: "vlan", label: "back-1", ipamAddress: "10.0.0.1/24" },
        ],
        alerts: { cpu: 50, io: 0, networkIn: 1, networkOut: 2, transferQuota: 3 },
        watchdogEnabled: false,
      },
      others: {
        region: "eu-west",
        type: "g6-standard-1",
        label: "web-2",
        group: "blog",
        tags: ["a", "c"],
        image: "compute/ubuntu22.04",
        rootPass: "another-horse-2",
        stackscriptId: "9002",
        stackscriptData: { site_name: "shop.example", Limits: { perMinute: 5 } },
        authorizedKeys: ["ssh-ed25519 BBBB two@example"],
        authorizedUsers: ["bob"],
        swapSize: 512,
        backupsEnabled: false,
        confirmBackupsDeletion: false,
        backups: { schedule: { day: "Tuesday", window: "W4" } },
        configId: 50_002,
        booted: false,
        privateIp: false,
        interfaces: [{ purpose: "public" }, { purpose: "vlan", label: "back-1" }],
        alerts: { cpu: 60 },
        watchdogEnabled: true,
      },
    },
    { args: { region: "us-east", type: "g6-nanode-1" }, others: { region: "eu-west", type: "g6-standard-1" } },
    {
      args: { region: "us-east", type: "g6-nanode-1", backupId: 60_001, booted: true },
      others: { region: "eu-west", type: "g6-standard-1", backupId: "60002", booted: false },
    },
    {
      args: {
        region: "us-east",
        type: "g6-nanode-1",
        label: "web-1",
        cloneFrom: { instanceId: "12", disks: [3, "2"], configs: [9] },
      },
      others: { region: "eu-west", type: "g6-standard-1", label: "web-2", cloneFrom: { instanceId: 12, configs: [] } },
    },
  ],
  shows: ({ image, backupId, cloneFrom, booted, backupsEnabled, backups, privateIp, alerts }) => ({
    status: (image ?? backupId) !== undefined && booted !== false ? "running" : "offline",
    image: image ?? ((backupId ?? cloneFrom) === undefined ? null : "compute/debian11"),
    ipv4: ["192.0.2.10", ...(privateIp === true ? ["192.168.130.4"] : [])],
    ipv6: "2001:db8::10/128",
    specs: { disk: 25_600, memory: 1024, transfer: 1000, vcpus: 1 },
    hypervisor: "kvm",
    ...TIMES,
    alerts: { cpu: 90, io: 10_000, networkIn: 10, networkOut: 10, transferQuota: 80, ...(alerts as Values) },
    backups: { enabled: backupsEnabled === true, lastSuccessful: null, ...(backups as Values) },
  }),
};

const domain: Sample = {
  variants: [
    {
      args: {
        domain: "Example.com",
        type: "slave",
        status: "disabled",
        description: "The shop's zone",
        group: "shop",
        tags: ["b", "a"],
        soaEmail: "admin@example.com",
        masterIps: ["192.0.2.1", "2001:db8::1"],
        axfrIps: ["192.0.2.0/24"],
        expireSec: 604_800,
        refreshSec: 14_400,
        retrySec: 3600,
        ttlSec: 300,
      },
      others: {
        domain: "example.org",
        type: "master",
        status: "active",
        description: "Another zone",
        group: "blog",
        tags: ["a"],
        soaEmail: "hostmaster@example.com",
        masterIps: ["192.0.2.2"],
        axfrIps: [],
        expireSec: 1_209_600,
        refreshSec: 0,
        retrySec: 7200,
        ttlSec: 3600,
      },
    },
    {
      args: { domain: "example.com", type: "master", importFrom: { remoteNameserver: "ns1.example.com" } },
      others: { domain: "example.org", type: "slave", importFrom: { remoteNameserver: "192.0.2.53" } },
    },
    {
      args: { domain: "example.com", type: "slave", cloneFrom: "12" },
      others: { domain: "example.org", type: "master", cloneFrom: 13 },
    },
  ],
  shows: () => ({}),
};

const domainRecord: Sample = {
  variants: [
    {
      args: {
        domainId: 12,
        type: "SRV",
        target: "sip.example.com.",
        ttlSec: 400,
        priority: 0,
        weight: 65_535,
        port: 5060,
        service: "_sip",
        protocol: "tcp",
      },
      others: {
        domainId: 13,
        type: "MX",
        target: "sip2.example.com",
        ttlSec: 3600,
        priority: 255,
        weight: 0,
        port: 5061,
        service: "sips",
        protocol: "_udp",
      },
    },
    {
      args: { domainId: "12", type: "AAAA", name: "WWW", target: "2001:DB8:0::1", ttlSec: 0 },
      others: { domainId: "13", type: "TXT", name: "@", target: "2001:db8::2", ttlSec: 300 },
    },
    {
      args: { domainId: "12", type: "CAA", name: "@", target: "ca.example", tag: "issue" },
      others: { domainId: "13", type: "TXT", name: "www", target: "ca2.example", tag: "iodef" },
    },
  ],
  shows: () => TIMES,
};

const domainRecordSet: Sample = {
  variants: [
    {
      args: {
        domainId: 12,
        records: [
          { type: "A", name: "WWW.example.com", target: "192.0.2.1", ttlSec: 400 },
          { type: "SRV", target: "sip.", priority: 1, weight: 2, port: 5060, service: "_sip", protocol: "tcp" },
        ],
        exclusive: true,
        only: { types: ["A", "SRV"], names: ["www", "_sip._tcp"] },
      },
      others: {
        domainId: "13",
        records: [{ type: "A", name: "www", target: "192.0.2.1", ttlSec: 400 }],
        exclusive: false,
        only: { types: ["SRV", "A"] },
      },
    },
  ],
  shows: () => ({ recordIds: [34, 35] }),
};

/** An uploaded image, with and without a user's hash, and a captured one. */
const image: Sample = {
  variants: [
    {
      args: {
        label: "golden",
        description: "Base of all machines",
        region: "us-east",
        source: "package.json",
        sourceHash: "release 1",
      },
      others: {
        label: "silver, it's 2.0",
        description: "Another base",
        region: "eu-west",
        source: "https://example.com/disk.img",
        sourceHash: "release 2",
      },
    },
    {
      args: { label: "captured", description: "Of a disk", diskId: 25_001 },
      others: { label: "captured again", description: "Of another disk", diskId: "25002" },
    },
  ],
  shows: () => ({
    size: 25_088,
    status: "available",
    type: "manual",
    createdBy: "admin",
    ...TIMES,
    isPublic: false,
    deprecated: false,
    eol: null,
    expiry: null,
    vendor: null,
  }),
};

const database: Values = {
  label: "orders",
  region: "us-east",
  type: "g6-nanode-1",
  clusterSize: 3,
  encrypted: true,
  sslConnection: false,
  allowList: ["192.0.2.1", "198.51.100.0/24"],
  updates: { frequency: "monthly", duration: 1, hourOfDay: 0, dayOfWeek: 7, weekOfMonth: 4 },
};
const otherDatabase: Values = {
  label: "invoices",
  region: "eu-west",
  type: "g6-standard-1",
  clusterSize: 1,
  encrypted: false,
  sslConnection: true,
  allowList: ["192.0.2.1/32"],
  updates: { frequency: "weekly", hourOfDay: 23 },
};

function showsOfDatabase({ engine, updates, allowList }: Values): Values {
  const [name, version] = String(engine).split("/");
  return {
    engine: name,
    version,
    port: 27_017,
    status: "active",
    hosts: { primary: "one.example", secondary: null },
    allowList: Array.isArray(allowList) ? allowList.map((range) => String(range).replace(/^[^/]*$/, "$&/32")) : [],
    updates: {
      frequency: "weekly",
      duration: 3,
      hourOfDay: 20,
      dayOfWeek: 7,
      weekOfMonth: null,
      ...(updates as Values),
    },
    ...TIMES,
  };
}

const mongoDatabase: Sample = {
  variants: [
    {
      args: {
        ...database,
        engine: "mongodb/3.6.21",
        compressionType: "snappy",
        storageEngine: "mmapv1",
        replicaSet: "shop",
      },
      others: {
        ...otherDatabase,
        engine: "mongodb/3.4",
        compressionType: "zlip",
        storageEngine: "wiredtiger",
        replicaSet: "blog",
      },
    },
    {
      args: { engine: "mongodb/4.4.10", region: "us-east", type: "g6-nanode-1" },
      others: { engine: "mongodb/4.2.11", region: "eu-west", type: "g6-standard-1" },
    },
  ],
  shows: (args) => ({
    compressionType: "none",
    storageEngine: "wiredtiger",
    replicaSet: "RS-34-0",
    ...own(args, "compressionType", "storageEngine", "replicaSet"),
    ...showsOfDatabase(args),
    peers: ["one.example"],
  }),
};

const mysqlDatabase: Sample = {
  variants: [
    {
      args: { ...database, engine: "mysql/8.0.26", replicationType: "asynch" },
      others: { ...otherDatabase, engine: "mysql/5.7.30", replicationType: "semi_synch" },
    },
  ],
  shows: (args) => ({ replicationType: "none", ...own(args, "replicationType"), ...showsOfDatabase(args), port: 3306 }),
};

/** An action: a resource type for something that is done once. */
function action(args: Values, others: Values, shows: Values = {}): Sample {
  const triggers = ["2024-05", { release: 7, notes: null }];
  return {
    variants: [{ args: { ...args, triggers }, others: { ...others, triggers: ["2024-06"] } }],
    shows: () => shows,
  };
}

/** An action that can be declared to be done already. */
function repeatable(args: Values, others: Values, shows: Values = {}): Sample {
  return action({ ...args, alreadyDone: false }, { ...others, alreadyDone: true }, shows);
}

const SAMPLES: Readonly<Record<string, Sample>> = {
  Instance: instance,
  Image: image,
  Domain: domain,
  DomainRecord: domainRecord,
  DomainRecordSet: domainRecordSet,
  MongoDatabase: mongoDatabase,
  MysqlDatabase: mysqlDatabase,
  InstanceSnapshot: action(
    { instanceId: 12, label: "before" },
    { instanceId: "13", label: "after" },
    {
      ...TIMES,
      type: "snapshot",
      status: "successful",
      configs: ["My Debian"],
      disks: [{ label: "Debian", size: 25_000, filesystem: "ext4" }],
      finished: "2024-05-06T07:08:09",
    },
  ),
  InstanceRestore: repeatable(
    { instanceId: 12, backupId: 7, targetInstanceId: "14", overwrite: true },
    { instanceId: "13", backupId: "8", targetInstanceId: 15, overwrite: false },
  ),
  InstanceClone: repeatable(
    { instanceId: 12, targetInstanceId: "14", disks: [3, "2"], configs: [] },
    { instanceId: "13", targetInstanceId: 15, disks: [], configs: [9] },
  ),
  MongoDatabaseBackup: action(
    { databaseId: 12, label: "before-May.1_b", target: "primary" },
    { databaseId: "13", label: "before-May.2", target: "secondary" },
    { type: "snapshot", created: TIMES.created },
  ),
  MongoDatabaseRestore: repeatable({ databaseId: 12, backupId: 7 }, { databaseId: "13", backupId: "8" }),
  MongoCredentialsReset: repeatable(
    { databaseId: 12 },
    { databaseId: "13" },
    { username: "root", password: "a random password" },
  ),
  MongoDatabasePatch: repeatable({ databaseId: 12 }, { databaseId: "13" }),
};

/** @throws Error for a resource type without samples: add one here, and every contract test covers it. */
export function sampleOf({ kind }: Definition): Sample {
  const sample = SAMPLES[kind];
  if (!sample) throw new Error(`${kind} has no sample: add one to tests/support/samples.ts`);
  return sample;
}

function own(args: Values, ...names: string[]): Values {
  return Object.fromEntries(names.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])));
}
