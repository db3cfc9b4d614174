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

/** For each input, a value and another one. */
type Pairs = Readonly<Record<string, readonly [unknown, unknown]>>;

function sample(variants: readonly [Pairs, ...Pairs[]], shows: Sample["shows"] = () => ({})): Sample {
  const [first, ...more] = variants.map((pairs): Variant => {
    const column = (index: 0 | 1) => Object.entries(pairs).map(([name, pair]) => [name, pair[index]]);
    return { args: Object.fromEntries(column(0)) as Values, others: Object.fromEntries(column(1)) as Values };
  });
  return { variants: [first as Variant, ...more], shows };
}

const PLACE: Pairs = { region: ["us-east", "eu-west"], type: ["g6-nanode-1", "g6-standard-1"] };
const TIMES = { created: "2024-05-06T07:08:09", updated: "2024-05-06T07:08:09" };

const instance = sample(
  [
    {
      ...PLACE,
      label: ["web-1", "web-2"],
      group: ["shop", "blog"],
      tags: [
        ["b", "a"],
        ["a", "c"],
      ],
      image: ["compute/debian11", "compute/ubuntu22.04"],
      rootPass: ["correct-horse-1", "another-horse-2"],
      stackscriptId: [9001, "9002"],
      stackscriptData: [
        { site_name: "shop.example", Limits: { perMinute: 5, burst: [1, null, "many"] } },
        { site_name: "shop.example", Limits: { perMinute: 5 } },
      ],
      authorizedKeys: [["ssh-ed25519 AAAA one@example"], ["ssh-ed25519 BBBB two@example"]],
      authorizedUsers: [["alice"], ["bob"]],
      swapSize: [256, 512],
      backupsEnabled: [true, false],
      confirmBackupsDeletion: [true, false],
      backups: [{ schedule: { day: "Monday", window: "W2" } }, { schedule: { day: "Tuesday", window: "W4" } }],
      configId: ["50001", 50_002],
      booted: [true, false],
      privateIp: [true, false],
      interfaces: [
        [
          { purpose: "public", label: "" },
          { purpose: "vlan", label: "back-1", ipamAddress: "10.0.0.1/24" },
        ],
        [{ purpose: "public" }, { purpose: "vlan", label: "back-1" }],
      ],
      alerts: [{ cpu: 50, io: 0, networkIn: 1, networkOut: 2, transferQuota: 3 }, { cpu: 60 }],
      watchdogEnabled: [false, true],
    },
    PLACE,
    { ...PLACE, backupId: [60_001, "60002"], booted: [true, false] },
    {
      ...PLACE,
      label: ["web-1", "web-2"],
      cloneFrom: [
        { instanceId: "12", disks: [3, "2"], configs: [9] },
        { instanceId: 12, configs: [] },
      ],
    },
  ],
  ({ image, backupId, cloneFrom, booted, backupsEnabled, backups, privateIp, alerts }) => ({
    ...TIMES,
    status: (image ?? backupId) !== undefined && booted !== false ? "running" : "offline",
    image: image ?? ((backupId ?? cloneFrom) === undefined ? null : "compute/debian11"),
    ipv4: ["192.0.2.10", ...(privateIp === true ? ["192.168.130.4"] : [])],
    ipv6: "2001:db8::10/128",
    specs: { disk: 25_600, memory: 1024, transfer: 1000, vcpus: 1 },
    hypervisor: "kvm",
    alerts: { cpu: 90, io: 10_000, networkIn: 10, networkOut: 10, transferQuota: 80, ...(alerts as Values) },
    backups: { enabled: backupsEnabled === true, lastSuccessful: null, ...(backups as Values) },
  }),
);

/** An uploaded image, with and without a user's hash, and a captured one. */
const image = sample(
  [
    {
      label: ["golden", "silver, it's 2.0"],
      description: ["Base of all machines", "Another base"],
      region: ["us-east", "eu-west"],
      source: ["package.json", "https://example.com/disk.img"],
      sourceHash: ["release 1", "release 2"],
    },
    {
      label: ["captured", "captured again"],
      description: ["Of a disk", "Of another disk"],
      diskId: [25_001, "25002"],
    },
  ],
  () => ({
    ...TIMES,
    size: 25_088,
    status: "available",
    type: "manual",
    createdBy: "admin",
    isPublic: false,
    deprecated: false,
    eol: null,
    expiry: null,
    vendor: null,
  }),
);

const domain = sample([
  {
    domain: ["Example.com", "example.org"],
    type: ["slave", "master"],
    status: ["disabled", "active"],
    description: ["The shop's zone", "Another zone"],
    group: ["shop", "blog"],
    tags: [["b", "a"], ["a"]],
    soaEmail: ["admin@example.com", "hostmaster@example.com"],
    masterIps: [["192.0.2.1", "2001:db8::1"], ["192.0.2.2"]],
    axfrIps: [["192.0.2.0/24"], []],
    expireSec: [604_800, 1_209_600],
    refreshSec: [14_400, 0],
    retrySec: [3600, 7200],
    ttlSec: [300, 3600],
  },
  {
    domain: ["example.com", "example.org"],
    type: ["master", "slave"],
    importFrom: [{ remoteNameserver: "ns1.example.com" }, { remoteNameserver: "192.0.2.53" }],
  },
  { domain: ["example.com", "example.org"], type: ["slave", "master"], cloneFrom: ["12", 13] },
]);

const domainRecord = sample(
  [
    {
      domainId: [12, 13],
      type: ["SRV", "MX"],
      target: ["sip.example.com.", "sip2.example.com"],
      ttlSec: [400, 3600],
      priority: [0, 255],
      weight: [65_535, 0],
      port: [5060, 5061],
      service: ["_sip", "sips"],
      protocol: ["tcp", "_udp"],
    },
    {
      domainId: ["12", "13"],
      type: ["AAAA", "TXT"],
      name: ["WWW", "@"],
      target: ["2001:DB8:0::1", "2001:db8::2"],
      ttlSec: [0, 300],
    },
    {
      domainId: ["12", "13"],
      type: ["CAA", "TXT"],
      name: ["@", "www"],
      target: ["ca.example", "ca2.example"],
      tag: ["issue", "iodef"],
    },
  ],
  () => TIMES,
);

const domainRecordSet = sample(
  [
    {
      domainId: [12, "13"],
      records: [
        [
          { type: "A", name: "WWW.example.com", target: "192.0.2.1", ttlSec: 400 },
          { type: "SRV", target: "sip.", priority: 1, weight: 2, port: 5060, service: "_sip", protocol: "tcp" },
        ],
        [{ type: "A", name: "www", target: "192.0.2.1", ttlSec: 400 }],
      ],
      exclusive: [true, false],
      only: [{ types: ["A", "SRV"], names: ["www", "_sip._tcp"] }, { types: ["SRV", "A"] }],
    },
  ],
  () => ({ recordIds: [34, 35] }),
);

const database: Pairs = {
  ...PLACE,
  label: ["orders", "invoices"],
  clusterSize: [3, 1],
  encrypted: [true, false],
  sslConnection: [false, true],
  allowList: [["192.0.2.1", "198.51.100.0/24"], ["192.0.2.1/32"]],
  updates: [
    { frequency: "monthly", duration: 1, hourOfDay: 0, dayOfWeek: 7, weekOfMonth: 4 },
    { frequency: "weekly", hourOfDay: 23 },
  ],
};

function showsOfDatabase({ engine, updates, allowList }: Values): Values {
  const [name, version] = String(engine).split("/");
  const weekly = { frequency: "weekly", duration: 3, hourOfDay: 20, dayOfWeek: 7, weekOfMonth: null };
  return {
    ...TIMES,
    engine: name,
    version,
    port: 27_017,
    status: "active",
    hosts: { primary: "one.example", secondary: null },
    allowList: Array.isArray(allowList) ? allowList.map((range) => String(range).replace(/^[^/]*$/, "$&/32")) : [],
    updates: { ...weekly, ...(updates as Values) },
  };
}

const mongoDatabase = sample(
  [
    {
      ...database,
      engine: ["mongodb/3.6.21", "mongodb/3.4"],
      compressionType: ["snappy", "zlip"],
      storageEngine: ["mmapv1", "wiredtiger"],
      replicaSet: ["shop", "blog"],
    },
    { ...PLACE, engine: ["mongodb/4.4.10", "mongodb/4.2.11"] },
  ],
  (args) => ({
    compressionType: "none",
    storageEngine: "wiredtiger",
    replicaSet: "RS-34-0",
    ...own(args, "compressionType", "storageEngine", "replicaSet"),
    ...showsOfDatabase(args),
    peers: ["one.example"],
  }),
);

const mysqlDatabase = sample(
  [{ ...database, engine: ["mysql/8.0.26", "mysql/5.7.30"], replicationType: ["asynch", "semi_synch"] }],
  (args) => ({ replicationType: "none", ...own(args, "replicationType"), ...showsOfDatabase(args), port: 3306 }),
);

/** An action: a resource type for something that is done once. */
function action(pairs: Pairs, shows: Values = {}): Sample {
  return sample([{ ...pairs, triggers: [["2024-05", { release: 7, notes: null }], ["2024-06"]] }], () => shows);
}

const ALREADY: Pairs = { alreadyDone: [false, true] };
const OF_INSTANCE: Pairs = { instanceId: [12, "13"] };
const OF_DATABASE: Pairs = { databaseId: [12, "13"] };

const SAMPLES: Readonly<Record<string, Sample>> = {
  Instance: instance,
  Image: image,
  Domain: domain,
  DomainRecord: domainRecord,
  DomainRecordSet: domainRecordSet,
  MongoDatabase: mongoDatabase,
  MysqlDatabase: mysqlDatabase,
  InstanceSnapshot: action(
    { ...OF_INSTANCE, label: ["before", "after"] },
    {
      ...TIMES,
      type: "snapshot",
      status: "successful",
      configs: ["My Debian"],
      disks: [{ label: "Debian", size: 25_000, filesystem: "ext4" }],
      finished: TIMES.created,
    },
  ),
  InstanceRestore: action({
    ...OF_INSTANCE,
    ...ALREADY,
    backupId: [7, "8"],
    targetInstanceId: ["14", 15],
    overwrite: [true, false],
  }),
  InstanceClone: action({
    ...OF_INSTANCE,
    ...ALREADY,
    targetInstanceId: ["14", 15],
    disks: [[3, "2"], []],
    configs: [[], [9]],
  }),
  MongoDatabaseBackup: action(
    { ...OF_DATABASE, label: ["before-May.1_b", "before-May.2"], target: ["primary", "secondary"] },
    { type: "snapshot", created: TIMES.created },
  ),
  MongoDatabaseRestore: action({ ...OF_DATABASE, ...ALREADY, backupId: [7, "8"] }),
  MongoCredentialsReset: action({ ...OF_DATABASE, ...ALREADY }, { username: "root", password: "a random password" }),
  MongoDatabasePatch: action({ ...OF_DATABASE, ...ALREADY }),
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
