import type { PokeKind } from "../../emulator";
import type { Values } from "../../provider/definition/values";
import { asset } from "./image-data";
import { DEPLOYED, MASTER, MONGO, MYSQL } from "./programs";

/** Resources, and out-of-band changes to them. */
interface SeededDrift {
  readonly kind: string;
  readonly poke: PokeKind;
  readonly args: Values;
  /** The property, the API's field and value, and the resulting input. */
  readonly cases: readonly (readonly [property: string, patch: Values, shown: unknown])[];
}

const MX = { type: "MX", name: "mail", target: "a.example", ttlSec: 300, priority: 10 };
const SRV = {
  type: "SRV",
  target: "sip.example.com",
  priority: 1,
  weight: 2,
  port: 3,
  service: "sip",
  protocol: "tcp",
};

const DATABASE = {
  label: "orders",
  clusterSize: 3,
  encrypted: false,
  sslConnection: true,
  allowList: ["192.0.2.1"],
  updates: { hourOfDay: 4 },
};
/** Fields that only MongoDB databases have, as the emulator stores them. */
const OWN = { compression_type: "snappy", storage_engine: "wiredtiger", replica_set: "orders" };
const DATABASE_CASES: SeededDrift["cases"] = [
  ["label", { label: "renamed" }, "renamed"],
  ["region", { region: "eu-west" }, "eu-west"],
  ["type", { type: "g6-standard-1" }, "g6-standard-1"],
  ["clusterSize", { cluster_size: 1 }, 1],
  ["encrypted", { encrypted: true }, true],
  ["sslConnection", { ssl_connection: false }, false],
  ["allowList", { allow_list: [] }, []],
  ["allowList", { allow_list: ["192.0.2.1/32", "192.0.2.2/32"] }, ["192.0.2.1/32", "192.0.2.2/32"]],
  [
    "updates",
    { updates: { frequency: "monthly", duration: 1, hour_of_day: 5, day_of_week: 2, week_of_month: 3 } },
    { hourOfDay: 5 },
  ],
];

const OBJECTS: readonly SeededDrift[] = [
  {
    kind: "Instance",
    poke: "instance",
    args: {
      ...DEPLOYED,
      label: "web",
      group: "shop",
      tags: ["blue"],
      booted: true,
      alerts: { cpu: 5 },
      watchdogEnabled: false,
      backupsEnabled: true,
      backups: { schedule: { day: "Monday", window: "W2" } },
      privateIp: true,
    },
    cases: [
      ["region", { region: "eu-west" }, "eu-west"],
      ["image", { image: "compute/debian10" }, "compute/debian10"],
      [
        "backupsEnabled",
        { backups: { enabled: false, last_successful: null, schedule: { day: "Monday", window: "W2" } } },
        false,
      ],
      ["privateIp", { ipv4: ["203.0.113.9"] }, false],
      ["label", { label: "renamed" }, "renamed"],
      ["group", { group: "other" }, "other"],
      ["tags", { tags: ["red", "blue"] }, ["red", "blue"]],
      ["type", { type: "g6-standard-1" }, "g6-standard-1"],
      ["booted", { power: "off" }, false],
      ["watchdogEnabled", { watchdog_enabled: true }, true],
      ["alerts", { alerts: { cpu: 6, io: 1, network_in: 2, network_out: 3, transfer_quota: 4 } }, { cpu: 6 }],
      [
        "backups",
        { backups: { enabled: true, last_successful: null, schedule: { day: "Friday", window: "W2" } } },
        { schedule: { day: "Friday", window: "W2" } },
      ],
    ],
  },
  {
    kind: "Domain",
    poke: "domain",
    args: {
      ...MASTER,
      status: "active",
      description: "shop",
      group: "g",
      tags: ["blue"],
      axfrIps: ["192.0.2.1"],
      ttlSec: 300,
      expireSec: 604_800,
      refreshSec: 14_400,
      retrySec: 3600,
    },
    cases: [
      ["domain", { domain: "other.example" }, "other.example"],
      ["type", { type: "slave" }, "slave"],
      ["status", { status: "disabled" }, "disabled"],
      ["description", { description: "changed" }, "changed"],
      ["description", { description: null }, null],
      ["group", { group: "" }, ""],
      ["tags", { tags: [] }, []],
      ["soaEmail", { soa_email: "other@shop.example" }, "other@shop.example"],
      ["axfrIps", { axfr_ips: ["192.0.2.1", "192.0.2.2"] }, ["192.0.2.1", "192.0.2.2"]],
      ["ttlSec", { ttl_sec: 0 }, 0],
      ["expireSec", { expire_sec: 0 }, 0],
      ["refreshSec", { refresh_sec: 300 }, 300],
      ["retrySec", { retry_sec: 300 }, 300],
    ],
  },
  {
    kind: "Domain",
    poke: "domain",
    args: { domain: "copy.example", type: "slave", masterIps: ["192.0.2.1"] },
    cases: [["masterIps", { master_ips: ["192.0.2.1", "192.0.2.2"] }, ["192.0.2.1", "192.0.2.2"]]],
  },
  {
    kind: "DomainRecord",
    poke: "record",
    args: MX,
    cases: [
      ["type", { type: "TXT" }, "TXT"],
      ["name", { name: "post" }, "post"],
      ["target", { target: "b.example" }, "b.example"],
      ["ttlSec", { ttl_sec: 3600 }, 3600],
      ["priority", { priority: 11 }, 11],
    ],
  },
  {
    kind: "DomainRecord",
    poke: "record",
    args: SRV,
    cases: [
      ["weight", { weight: 0 }, 0],
      ["port", { port: 4 }, 4],
      ["service", { service: "sips" }, "sips"],
      ["protocol", { protocol: "udp" }, "udp"],
      ["protocol", { protocol: null }, null],
    ],
  },
  {
    kind: "DomainRecord",
    poke: "record",
    args: { type: "CAA", target: "ca.example", tag: "issue" },
    cases: [["tag", { tag: "iodef" }, "iodef"]],
  },
  {
    kind: "MongoDatabase",
    poke: "database",
    args: {
      ...MONGO,
      ...DATABASE,
      compressionType: "snappy",
      storageEngine: "wiredtiger",
      replicaSet: "orders",
    },
    cases: [
      ...DATABASE_CASES,
      ["compressionType", { own: { ...OWN, compression_type: "none" } }, "none"],
      ["storageEngine", { own: { ...OWN, storage_engine: "mmapv1" } }, "mmapv1"],
      ["replicaSet", { own: { ...OWN, replica_set: "other" } }, "other"],
    ],
  },
  {
    kind: "MysqlDatabase",
    poke: "database",
    args: { ...MYSQL, ...DATABASE, replicationType: "semi_synch" },
    cases: [...DATABASE_CASES, ["replicationType", { own: { replication_type: "asynch" } }, "asynch"]],
  },
  {
    kind: "Image",
    poke: "image",
    args: { label: "golden", description: "as declared", source: asset({ text: "contents" }), region: "us-east" },
    cases: [
      ["label", { label: "renamed" }, "renamed"],
      ["description", { description: "changed" }, "changed"],
    ],
  },
];

/** One row for each change. */
export const SEEDED_DRIFT = OBJECTS.flatMap(({ cases, ...drift }) =>
  cases.map(([property, patch, shown]) => ({ ...drift, property, patch, shown })),
);
