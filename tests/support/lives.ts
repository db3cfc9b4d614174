import type { Values } from "../../provider/definition/values";
import { DEPLOYED, EMPTY, MASTER, MONGO, MYSQL } from "./programs";

/** An object of the service from its create to its delete. */
interface Life {
  readonly kind: string;
  readonly title: string;
  readonly args: Values;
  readonly changes: Values;
  /** What the service then holds, in its own words. */
  readonly made: Values;
  readonly changed: Values;
  readonly list: (zone: number) => string;
  readonly inZone?: true;
}

const record = { kind: "DomainRecord", inZone: true, list: (zone: number) => `/domains/${zone}/records` } as const;

/** At least one of each kind of object. */
export const LIVES: readonly Life[] = [
  {
    kind: "Instance",
    title: "an instance with an image",
    args: { ...DEPLOYED, label: "web", tags: ["blue"], booted: true, privateIp: true, swapSize: 256 },
    changes: { label: "web2", tags: ["green"], group: "shop", alerts: { cpu: 5 }, watchdogEnabled: false },
    made: { label: "web", tags: ["blue"], image: "compute/debian11", status: "running", region: "us-east" },
    changed: { label: "web2", tags: ["green"], group: "shop", watchdog_enabled: false, status: "running" },
    list: () => "/compute/instances",
  },
  {
    kind: "Instance",
    title: "an empty instance",
    args: EMPTY,
    changes: { watchdogEnabled: false },
    made: { image: null, status: "offline", type: "g6-nanode-1" },
    changed: { watchdog_enabled: false, status: "offline" },
    list: () => "/compute/instances",
  },
  {
    kind: "Domain",
    title: "a master",
    args: { ...MASTER, description: "shop", tags: ["blue"], ttlSec: 300, axfrIps: ["192.0.2.9"] },
    changes: { status: "disabled", description: "closed", refreshSec: 14_400, axfrIps: [] },
    made: { domain: "shop.example", type: "master", description: "shop", ttl_sec: 300, axfr_ips: ["192.0.2.9"] },
    changed: { status: "disabled", description: "closed", refresh_sec: 14_400, axfr_ips: [], ttl_sec: 300 },
    list: () => "/domains",
  },
  {
    kind: "Domain",
    title: "a slave",
    args: { domain: "copy.example", type: "slave", masterIps: ["192.0.2.1"] },
    changes: { masterIps: ["192.0.2.1", "192.0.2.2"] },
    made: { domain: "copy.example", type: "slave", master_ips: ["192.0.2.1"] },
    changed: { master_ips: ["192.0.2.1", "192.0.2.2"] },
    list: () => "/domains",
  },
  {
    ...record,
    title: "an A record",
    args: { type: "A", name: "WWW", target: "192.0.2.1", ttlSec: 400 },
    changes: { target: "192.0.2.2", ttlSec: 0 },
    made: { type: "A", name: "www", target: "192.0.2.1", ttl_sec: 300 },
    changed: { target: "192.0.2.2", ttl_sec: 0 },
  },
  {
    ...record,
    title: "an MX record of the domain itself",
    args: { type: "MX", target: "mail.zone.example.", priority: 10 },
    changes: { priority: 20, name: "mail" },
    made: { type: "MX", name: "", target: "mail.zone.example", priority: 10 },
    changed: { priority: 20, name: "mail" },
  },
  {
    ...record,
    title: "an SRV record",
    args: {
      type: "SRV",
      target: "sip.zone.example",
      priority: 1,
      weight: 2,
      port: 5060,
      service: "_sip",
      protocol: "tcp",
    },
    changes: { port: 5061, weight: 0 },
    made: { type: "SRV", name: "_sip._tcp", service: "sip", protocol: "tcp", port: 5060, priority: 1, weight: 2 },
    changed: { port: 5061, weight: 0, service: "sip" },
  },
  {
    ...record,
    title: "a CAA record",
    args: { type: "CAA", name: "@", target: "ca.example", tag: "issue" },
    changes: { tag: "issuewild" },
    made: { type: "CAA", name: "", target: "ca.example", tag: "issue" },
    changed: { tag: "issuewild" },
  },
  {
    ...record,
    title: "a TXT record",
    args: { type: "TXT", name: "_dmarc", target: "v=DMARC1; p=none" },
    changes: { target: "v=DMARC1; p=reject" },
    made: { type: "TXT", name: "_dmarc", target: "v=DMARC1; p=none" },
    changed: { target: "v=DMARC1; p=reject" },
  },
  {
    kind: "MongoDatabase",
    title: "a cluster of MongoDB",
    args: { ...MONGO, clusterSize: 3, encrypted: true, compressionType: "snappy", allowList: ["192.0.2.1"] },
    changes: { label: "orders", allowList: ["198.51.100.0/24"], updates: { frequency: "monthly", weekOfMonth: 2 } },
    made: { engine: "mongodb", version: "4.4.10", cluster_size: 3, allow_list: ["192.0.2.1/32"], status: "active" },
    changed: { label: "orders", allow_list: ["198.51.100.0/24"], status: "active" },
    list: () => "/databases/mongodb/instances",
  },
  {
    kind: "MysqlDatabase",
    title: "a database of MySQL",
    args: { ...MYSQL, label: "shop", sslConnection: false, replicationType: "none" },
    changes: { allowList: ["192.0.2.1/32", "2001:DB8::1"] },
    made: { engine: "mysql", label: "shop", ssl_connection: false, allow_list: [], status: "active" },
    changed: { allow_list: ["192.0.2.1/32", "2001:DB8::1/128"] },
    list: () => "/databases/mysql/instances",
  },
];
