import type { PokeKind } from "../../emulator";
import type { Values } from "../../provider/definition/values";
import { asset, DEPLOYED, MASTER, MONGO, MYSQL } from "./programs";

/** A resource, and out-of-band changes to it. */
interface SeededDrift {
  readonly kind: string;
  readonly poke: PokeKind;
  /** For each property, its declared value, and those that it gets out of band. */
  readonly values: Readonly<Record<string, readonly unknown[]>>;
  /** Further inputs, which can't drift. */
  readonly args?: Values;
}

/** The API's fields for a new value, if they are not the property's own. */
const FIELDS: Readonly<Record<string, (value: unknown) => Values>> = {
  "Instance.backupsEnabled": () => backups(false, { day: "Monday", window: "W2" }),
  "Instance.backups": () => backups(true, { day: "Friday", window: "W2" }),
  "Instance.privateIp": () => ({ ipv4: ["203.0.113.9"] }),
  "Instance.booted": () => ({ power: "off" }),
  "Instance.alerts": () => ({ alerts: { cpu: 6, io: 1, network_in: 2, network_out: 3, transfer_quota: 4 } }),
  "MongoDatabase.updates": updates,
  "MysqlDatabase.updates": updates,
  // Those that databases of one engine have, as the emulator stores them.
  "MongoDatabase.compressionType": (value) => ({ own: { ...OWN, compression_type: value } }),
  "MongoDatabase.storageEngine": (value) => ({ own: { ...OWN, storage_engine: value } }),
  "MongoDatabase.replicaSet": (value) => ({ own: { ...OWN, replica_set: value } }),
  "MysqlDatabase.replicationType": (value) => ({ own: { replication_type: value } }),
};
const OWN = { compression_type: "snappy", storage_engine: "wiredtiger", replica_set: "orders" };

function backups(enabled: boolean, schedule: Values): Values {
  return { backups: { enabled, last_successful: null, schedule } };
}

function updates(): Values {
  return { updates: { frequency: "monthly", duration: 1, hour_of_day: 5, day_of_week: 2, week_of_month: 3 } };
}

const PLACE = { region: ["us-east", "eu-west"], type: ["g6-nanode-1", "g6-standard-1"] };

const DATABASE: SeededDrift["values"] = {
  ...PLACE,
  label: ["orders", "renamed"],
  clusterSize: [3, 1],
  encrypted: [false, true],
  sslConnection: [true, false],
  allowList: [["192.0.2.1"], [], ["192.0.2.1/32", "192.0.2.2/32"]],
  updates: [{ hourOfDay: 4 }, { hourOfDay: 5 }],
};

const OBJECTS: readonly SeededDrift[] = [
  {
    kind: "Instance",
    poke: "instance",
    args: { rootPass: DEPLOYED.rootPass },
    values: {
      ...PLACE,
      image: ["compute/debian11", "compute/debian10"],
      backupsEnabled: [true, false],
      privateIp: [true, false],
      label: ["web", "renamed"],
      group: ["shop", "other"],
      tags: [["blue"], ["red", "blue"]],
      booted: [true, false],
      watchdogEnabled: [false, true],
      alerts: [{ cpu: 5 }, { cpu: 6 }],
      backups: [{ schedule: { day: "Monday", window: "W2" } }, { schedule: { day: "Friday", window: "W2" } }],
    },
  },
  {
    kind: "Domain",
    poke: "domain",
    values: {
      domain: [MASTER.domain, "other.example"],
      type: ["master", "slave"],
      status: ["active", "disabled"],
      description: ["shop", "changed", null],
      group: ["g", ""],
      tags: [["blue"], []],
      soaEmail: [MASTER.soaEmail, "other@shop.example"],
      axfrIps: [["192.0.2.1"], ["192.0.2.1", "192.0.2.2"]],
      ttlSec: [300, 0],
      expireSec: [604_800, 0],
      refreshSec: [14_400, 300],
      retrySec: [3600, 300],
    },
  },
  {
    kind: "Domain",
    poke: "domain",
    args: { domain: "copy.example", type: "slave" },
    values: { masterIps: [["192.0.2.1"], ["192.0.2.1", "192.0.2.2"]] },
  },
  {
    kind: "DomainRecord",
    poke: "record",
    values: {
      type: ["MX", "TXT"],
      name: ["mail", "post"],
      target: ["a.example", "b.example"],
      ttlSec: [300, 3600],
      priority: [10, 11],
    },
  },
  {
    kind: "DomainRecord",
    poke: "record",
    args: { type: "SRV", target: "sip.example.com", priority: 1 },
    values: { weight: [2, 0], port: [3, 4], service: ["sip", "sips"], protocol: ["tcp", "udp", null] },
  },
  {
    kind: "DomainRecord",
    poke: "record",
    args: { type: "CAA", target: "ca.example" },
    values: { tag: ["issue", "iodef"] },
  },
  {
    kind: "MongoDatabase",
    poke: "database",
    args: { engine: MONGO.engine },
    values: {
      ...DATABASE,
      compressionType: ["snappy", "none"],
      storageEngine: ["wiredtiger", "mmapv1"],
      replicaSet: ["orders", "other"],
    },
  },
  {
    kind: "MysqlDatabase",
    poke: "database",
    args: { engine: MYSQL.engine },
    values: { ...DATABASE, replicationType: ["semi_synch", "asynch"] },
  },
  {
    kind: "Image",
    poke: "image",
    args: { source: asset({ text: "contents" }), region: "us-east" },
    values: { label: ["golden", "renamed"], description: ["as declared", "changed"] },
  },
];

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** One row for each change. */
export const SEEDED_DRIFT = OBJECTS.flatMap(({ kind, poke, values, args }) => {
  const declared = Object.entries(values).map(([property, [before]]) => [property, before]);
  const resource = { kind, poke, args: { ...args, ...Object.fromEntries(declared) } as Values };
  return Object.entries(values).flatMap(([property, [, ...changed]]) =>
    changed.map((shown) => {
      const patch: Values = FIELDS[`${kind}.${property}`]?.(shown) ?? { [snake(property)]: shown };
      return { ...resource, property, patch, shown };
    }),
  );
});
