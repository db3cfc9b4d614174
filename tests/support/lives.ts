import type { Values } from "../../provider/definition/values";
import { Deployment, placed } from "./deployment";
import { misfits, schema } from "./package-schema";
import { DEPLOYED, EMPTY, listed, MASTER, MONGO, MYSQL } from "./programs";
import type { Service } from "./service";

/** A resource from creation to deletion. */
export interface Life {
  readonly kind: string;
  readonly title: string;
  readonly args: Values;
  readonly changes: Values;
  /** The resulting resource, in the API's fields. */
  readonly made: Values;
  readonly changed: Values;
}

/** At least one of each resource type. */
export const LIVES: readonly Life[] = [
  {
    kind: "Instance",
    title: "an instance with an image",
    args: { ...DEPLOYED, label: "web", tags: ["blue"], booted: true, privateIp: true, swapSize: 256 },
    changes: { label: "web2", tags: ["green"], group: "shop", alerts: { cpu: 5 }, watchdogEnabled: false },
    made: { label: "web", tags: ["blue"], image: "compute/debian11", status: "running", region: "us-east" },
    changed: { label: "web2", tags: ["green"], group: "shop", watchdog_enabled: false, status: "running" },
  },
  {
    kind: "Instance",
    title: "an empty instance",
    args: EMPTY,
    changes: { watchdogEnabled: false },
    made: { image: null, status: "offline", type: "g6-nanode-1" },
    changed: { watchdog_enabled: false, status: "offline" },
  },
  {
    kind: "Domain",
    title: "a master",
    args: { ...MASTER, description: "shop", tags: ["blue"], ttlSec: 300, axfrIps: ["192.0.2.9"] },
    changes: { status: "disabled", description: "closed", refreshSec: 14_400, axfrIps: [] },
    made: { domain: "shop.example", type: "master", description: "shop", ttl_sec: 300, axfr_ips: ["192.0.2.9"] },
    changed: { status: "disabled", description: "closed", refresh_sec: 14_400, axfr_ips: [], ttl_sec: 300 },
  },
  {
    kind: "Domain",
    title: "a slave",
    args: { domain: "copy.example", type: "slave", masterIps: ["192.0.2.1"] },
    changes: { masterIps: ["192.0.2.1", "192.0.2.2"] },
    made: { domain: "copy.example", type: "slave", master_ips: ["192.0.2.1"] },
    changed: { master_ips: ["192.0.2.1", "192.0.2.2"] },
  },
  {
    kind: "DomainRecord",
    title: "an A record",
    args: { type: "A", name: "WWW", target: "192.0.2.1", ttlSec: 400 },
    changes: { target: "192.0.2.2", ttlSec: 0 },
    made: { type: "A", name: "www", target: "192.0.2.1", ttl_sec: 300 },
    changed: { target: "192.0.2.2", ttl_sec: 0 },
  },
  {
    kind: "DomainRecord",
    title: "an MX record of the domain itself",
    args: { type: "MX", target: "mail.zone.example.", priority: 10 },
    changes: { priority: 20, name: "mail" },
    made: { type: "MX", name: "", target: "mail.zone.example", priority: 10 },
    changed: { priority: 20, name: "mail" },
  },
  {
    kind: "DomainRecord",
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
    kind: "MongoDatabase",
    title: "a cluster of MongoDB",
    args: { ...MONGO, clusterSize: 3, encrypted: true, compressionType: "snappy", allowList: ["192.0.2.1"] },
    changes: { label: "orders", allowList: ["198.51.100.0/24"], updates: { frequency: "monthly", weekOfMonth: 2 } },
    made: { engine: "mongodb", version: "4.4.10", cluster_size: 3, allow_list: ["192.0.2.1/32"], status: "active" },
    changed: { label: "orders", allow_list: ["198.51.100.0/24"], status: "active" },
  },
  {
    kind: "MysqlDatabase",
    title: "a database of MySQL",
    args: { ...MYSQL, label: "shop", sslConnection: false, replicationType: "none" },
    changes: { allowList: ["192.0.2.1/32", "2001:DB8::1"] },
    made: { engine: "mysql", label: "shop", ssl_connection: false, allow_list: [], status: "active" },
    changed: { allow_list: ["192.0.2.1/32", "2001:DB8::1/128"] },
  },
];

/**
 * Creates, reads, updates and deletes the resource, as a program would: with one POST and one PUT, and no request while nothing
 * changes. The outputs have the types of the package schema.
 */
export async function expectWholeLife(service: Service, { kind, ...life }: Life): Promise<void> {
  const { args, list } = await placed(service, kind, life.args);
  // The id of a zone may also be a string.
  const first = "domainId" in args ? { ...args, domainId: String(args.domainId) } : args;
  const deployment = new Deployment(service, kind);

  expect(await deployment.up(first)).toBe("create");
  expect(service.writes()).toEqual([`POST ${list}`]);
  expect(await listed(service, list)).toEqual([expect.objectContaining(life.made)]);
  const schemaOfKind = schema.resources[`compute:index:${kind}`];
  expect(schemaOfKind && misfits(schemaOfKind, deployment.recorded().outputs)).toEqual([]);
  service.forget();
  expect(await deployment.preview(first)).toBe("same");
  expect(await deployment.up(first)).toBe("same");
  expect(await deployment.preview({ ...first, tags: ["x"] }).catch(() => "refused")).not.toBe("same");
  expect(service.requests()).toEqual([]);
  expect(await deployment.refresh()).toBe("same");

  expect(await deployment.up({ ...first, ...life.changes })).toBe("update");
  expect(service.writes()).toEqual([`PUT ${list}/${deployment.recorded().id.split("/").at(-1)}`]);
  expect(await listed(service, list)).toEqual([expect.objectContaining(life.changed)]);
  expect(await deployment.up({ ...first, ...life.changes })).toBe("same");
  expect(await deployment.refresh()).toBe("same");

  await deployment.destroy();
  expect(await listed(service, list)).toEqual([]);
}
