import type { Values } from "../../provider/definition/values";
import { definitionOf } from "../../provider/resources/registry";
import { ACTION_KINDS, anInstance, aSnapshot, aWorldFor } from "./action-programs";
import { anOriginal, PLACE } from "./clones";
import { aDisk } from "./image-data";
import { aSource, shopNameserver } from "./origins";
import { aZone, DEPLOYED, EMPTY, MASTER, MONGO, MYSQL } from "./programs";
import { sampleOf } from "./samples";
import type { Service } from "./service";

/** Valid inputs that include the one to be removed. */
type Program = (service: Service) => Values | Promise<Values>;

const WITH_VLANS = { ...DEPLOYED, region: "us-southeast" };
const SCRIPTED = { ...DEPLOYED, stackscriptId: 9002 };
const SLAVE = { domain: MASTER.domain, type: "slave", masterIps: ["192.0.2.1"] };
const UPLOAD = { region: "us-east", source: "package.json" };
const NUMBERS = { priority: 1, weight: 2, port: 5060 };
const SRV = { type: "SRV", target: "sip.shop.example", service: "sip", protocol: "tcp", ...NUMBERS };

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
const clustered = (kind: Values) => () => ({ ...kind, clusterSize: 3, type: "g6-standard-1" });

/** Inputs of a resource type that are complete without the optional ones. */
const COMPLETE: Readonly<Record<string, Values>> = {
  Instance: EMPTY,
  Domain: MASTER,
  Image: UPLOAD,
  MongoDatabase: MONGO,
  MysqlDatabase: MYSQL,
};

/** For each optional input that the value of the sample can't just be added to those, a program that sets it and does not need it. */
const PROGRAMS: Readonly<Record<string, Readonly<Record<string, Program>>>> = {
  Instance: {
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
    backups: () => ({ ...EMPTY, backupsEnabled: true, backups: { schedule: { day: "Monday", window: "W2" } } }),
    configId: () => ({ ...DEPLOYED, configId: 50_001 }),
    booted: () => ({ ...DEPLOYED, booted: false }),
    interfaces: () => ({ ...WITH_VLANS, interfaces: [{ purpose: "vlan", label: "back" }] }),
  },
  Domain: {
    tags: () => ({ ...MASTER, tags: ["blue"] }),
    soaEmail: () => ({ ...SLAVE, soaEmail: "admin@shop.example" }),
    importFrom: async () => ({ ...MASTER, importFrom: { remoteNameserver: (await shopNameserver()).address } }),
    cloneFrom: async (service) => ({ ...MASTER, cloneFrom: await aSource(service) }),
  },
  DomainRecord: {
    name: records({ type: "A", name: "www", target: "192.0.2.1" }),
    target: records({ type: "A", target: "192.0.2.1" }),
    ttlSec: records({ type: "A", target: "192.0.2.1", ttlSec: 300 }),
    priority: records({ type: "MX", target: "mail.example.com", priority: 10 }),
    tag: records({ type: "CAA", target: "ca.example", tag: "issue" }),
    ...Object.fromEntries(["weight", "port", "service", "protocol"].map((name) => [name, records(SRV)])),
  },
  Image: { diskId: async (service) => ({ diskId: await aDisk(service) }) },
  DomainRecordSet: {
    exclusive: records({ records: [], exclusive: true }),
    only: records({ records: [], only: { types: ["A"] } }),
  },
  MongoDatabase: {
    clusterSize: clustered(MONGO),
    storageEngine: () => ({ ...MONGO, engine: "mongodb/3.6.21", storageEngine: "mmapv1" }),
  },
  MysqlDatabase: {
    clusterSize: clustered(MYSQL),
    replicationType: () => ({ ...clustered(MYSQL)(), replicationType: "asynch" }),
  },
};

/** For each of these, a program in which a rule needs it. */
export const NEEDING: Readonly<Record<string, Program>> = {
  "Instance.rootPass": () => DEPLOYED,
  "Domain.soaEmail": () => MASTER,
  "Domain.masterIps": () => SLAVE,
  "DomainRecord.name": records({ type: "CNAME", name: "www", target: "shop.example" }),
  "DomainRecord.priority": records(SRV),
};

/** Values of the optional inputs of actions. */
const OF_ACTIONS: Values = {
  triggers: ["1"],
  alreadyDone: true,
  overwrite: true,
  disks: [],
  configs: [],
  target: "primary",
};

/** @throws Error for an input that is neither in a program nor in the sample. */
export async function programWith(service: Service, kind: string, name: string): Promise<Values> {
  if (ACTION_KINDS.includes(kind) && name in OF_ACTIONS) {
    const { args } = await aWorldFor(service, kind);
    return { ...args, [name]: OF_ACTIONS[name] };
  }
  const program = PROGRAMS[kind]?.[name];
  if (program) return program(service);
  const value = sampleOf(definitionOf(kind)).variants[0].args[name];
  if (value === undefined)
    throw new Error(`${kind}.${name} has no value: add one to tests/support/removal-programs.ts`);
  return { ...COMPLETE[kind], [name]: value };
}
