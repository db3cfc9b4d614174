import type { Values } from "../../provider/definition/values";
import { actions } from "../../provider/resources/registry";
import { ACTION_KINDS, anInstance, aSnapshot, aWorldFor } from "./action-programs";
import { anOriginal, PLACE } from "./clones";
import { aDisk } from "./image-data";
import { aSource, shopNameserver } from "./origins";
import { aZone, DEPLOYED, EMPTY, MASTER, MONGO, MYSQL } from "./programs";
import type { Service } from "./service";

/** Valid inputs that include the one to be removed. */
type Program = (service: Service) => Values | Promise<Values>;

const WITH_VLANS = { ...DEPLOYED, region: "us-southeast" };
const SCRIPTED = { ...DEPLOYED, stackscriptId: 9002 };
const SLAVE = { domain: MASTER.domain, type: "slave", masterIps: ["192.0.2.1"] };
const UPLOAD = { region: "us-east", source: "package.json" };
const CLUSTER = { clusterSize: 3, type: "g6-standard-1" };

async function fromBackup(service: Service): Promise<Values> {
  const instance = await anInstance(service, "source");
  const backupId = await aSnapshot(service, instance);
  return { ...EMPTY, backupId };
}
/** The user of the tests, with a new SSH key. */
async function aUserWithKey(service: Service): Promise<string> {
  const key = Buffer.from(`\0\0\0\x0bssh-ed25519\0\0\0 ${"k".repeat(32)}`).toString("base64");
  await service.ask("POST", "/profile/sshkeys", { label: "laptop", ssh_key: `ssh-ed25519 ${key}` });
  return "admin";
}

const records =
  (args: Values): Program =>
  async (service) => ({ domainId: await aZone(service), ...args });
const databases = (kind: Values): Readonly<Record<string, Program>> => ({
  label: () => ({ ...kind, label: "orders" }),
  clusterSize: () => ({ ...kind, ...CLUSTER }),
  encrypted: () => ({ ...kind, encrypted: true }),
  sslConnection: () => ({ ...kind, sslConnection: false }),
  allowList: () => ({ ...kind, allowList: ["192.0.2.1"] }),
  updates: () => ({ ...kind, updates: { frequency: "monthly", weekOfMonth: 2 } }),
});

/** For each optional input of a resource type, a program that sets it and does not need it. */
const PROGRAMS: Readonly<Record<string, Readonly<Record<string, Program>>>> = {
  Instance: {
    label: () => ({ ...EMPTY, label: "web-1" }),
    group: () => ({ ...EMPTY, group: "shop" }),
    tags: () => ({ ...EMPTY, tags: ["blue"] }),
    image: () => DEPLOYED,
    rootPass: async (service) => ({ ...(await fromBackup(service)), rootPass: "another-horse-2" }),
    stackscriptId: () => SCRIPTED,
    stackscriptData: () => ({ ...SCRIPTED, stackscriptData: { note: "x" } }),
    backupId: fromBackup,
    cloneFrom: async (service) => ({ ...PLACE, cloneFrom: { instanceId: await anOriginal(service) } }),
    authorizedKeys: () => ({ ...DEPLOYED, authorizedKeys: ["ssh-ed25519 AAAA one@example"] }),
    authorizedUsers: async (service) => ({ ...DEPLOYED, authorizedUsers: [await aUserWithKey(service)] }),
    swapSize: () => ({ ...DEPLOYED, swapSize: 256 }),
    backupsEnabled: () => ({ ...EMPTY, backupsEnabled: true }),
    confirmBackupsDeletion: () => ({ ...EMPTY, confirmBackupsDeletion: true }),
    backups: () => ({ ...EMPTY, backupsEnabled: true, backups: { schedule: { day: "Monday", window: "W2" } } }),
    configId: () => ({ ...DEPLOYED, configId: 50_001 }),
    booted: () => ({ ...DEPLOYED, booted: false }),
    privateIp: () => ({ ...EMPTY, privateIp: true }),
    interfaces: () => ({ ...WITH_VLANS, interfaces: [{ purpose: "vlan", label: "back" }] }),
    alerts: () => ({ ...EMPTY, alerts: { cpu: 50 } }),
    watchdogEnabled: () => ({ ...EMPTY, watchdogEnabled: false }),
  },
  Domain: {
    status: () => ({ ...MASTER, status: "disabled" }),
    description: () => ({ ...MASTER, description: "The shop" }),
    group: () => ({ ...MASTER, group: "shop" }),
    tags: () => ({ ...MASTER, tags: ["blue"] }),
    soaEmail: () => ({ ...SLAVE, soaEmail: "admin@shop.example" }),
    masterIps: () => ({ ...MASTER, masterIps: ["192.0.2.1"] }),
    axfrIps: () => ({ ...MASTER, axfrIps: ["192.0.2.1"] }),
    expireSec: () => ({ ...MASTER, expireSec: 604_800 }),
    refreshSec: () => ({ ...MASTER, refreshSec: 14_400 }),
    retrySec: () => ({ ...MASTER, retrySec: 3600 }),
    ttlSec: () => ({ ...MASTER, ttlSec: 300 }),
    importFrom: async () => ({ ...MASTER, importFrom: { remoteNameserver: (await shopNameserver()).address } }),
    cloneFrom: async (service) => ({ ...MASTER, cloneFrom: await aSource(service) }),
  },
  DomainRecord: {
    name: records({ type: "A", name: "www", target: "192.0.2.1" }),
    target: records({ type: "A", target: "192.0.2.1" }),
    ttlSec: records({ type: "A", target: "192.0.2.1", ttlSec: 300 }),
    priority: records({ type: "MX", target: "mail.example.com", priority: 10 }),
    tag: records({ type: "CAA", target: "ca.example", tag: "issue" }),
    ...Object.fromEntries(["weight", "port", "service", "protocol"].map((name) => [name, records(srv())])),
  },
  Image: {
    label: () => ({ ...UPLOAD, label: "golden" }),
    description: () => ({ ...UPLOAD, description: "Base of all machines" }),
    diskId: async (service) => ({ diskId: await aDisk(service) }),
    source: () => UPLOAD,
    sourceHash: () => ({ ...UPLOAD, sourceHash: "release 1" }),
    region: () => UPLOAD,
  },
  DomainRecordSet: {
    exclusive: records({ records: [], exclusive: true }),
    only: records({ records: [], only: { types: ["A"] } }),
  },
  MongoDatabase: {
    ...databases(MONGO),
    compressionType: () => ({ ...MONGO, compressionType: "snappy" }),
    storageEngine: () => ({ ...MONGO, engine: "mongodb/3.6.21", storageEngine: "mmapv1" }),
    replicaSet: () => ({ ...MONGO, replicaSet: "shop" }),
  },
  MysqlDatabase: {
    ...databases(MYSQL),
    replicationType: () => ({ ...MYSQL, ...CLUSTER, replicationType: "asynch" }),
  },
};

/** For each of these, a program in which a rule needs it. */
export const NEEDING: Readonly<Record<string, Program>> = {
  "Instance.rootPass": () => DEPLOYED,
  "Domain.soaEmail": () => MASTER,
  "Domain.masterIps": () => SLAVE,
  "DomainRecord.name": records({ type: "CNAME", name: "www", target: "shop.example" }),
  "DomainRecord.priority": records(srv()),
};

function srv(): Values {
  return {
    type: "SRV",
    target: "sip.shop.example",
    priority: 1,
    weight: 2,
    port: 5060,
    service: "sip",
    protocol: "tcp",
  };
}

/** Values of the optional inputs of actions. */
const OF_ACTIONS: Values = {
  triggers: ["1"],
  alreadyDone: true,
  overwrite: true,
  disks: [],
  configs: [],
  target: "primary",
};

/** @throws Error for an input without a program: add one here. */
export async function programWith(service: Service, kind: string, name: string): Promise<Values> {
  if (actions.some((action) => action.kind === kind) && ACTION_KINDS.includes(kind) && name in OF_ACTIONS) {
    const { args } = await aWorldFor(service, kind);
    return { ...args, [name]: OF_ACTIONS[name] };
  }
  const program = PROGRAMS[kind]?.[name];
  if (!program) throw new Error(`${kind}.${name} is in no program: add one to tests/support/removal-programs.ts`);
  return program(service);
}
