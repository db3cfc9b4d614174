import type { Values } from "../../provider/definition/values";
import { Deployment } from "../support/deployment";
import { aZone, DEPLOYED, EMPTY, listed, MASTER, MONGO, MYSQL } from "../support/programs";
import { useService } from "../support/service";

const service = useService();

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

const LIVES: readonly Life[] = [
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

test.each(LIVES)(
  "$title is made, read, changed and deleted",
  async ({ kind, args, changes, made, changed, ...life }) => {
    const zone = life.inZone ? await aZone(service) : 0;
    const first = { ...args, ...(life.inZone ? { domainId: String(zone) } : {}) };
    const deployment = new Deployment(service, kind);

    expect(await deployment.up(first)).toBe("create");
    expect(await listed(service, life.list(zone))).toEqual([expect.objectContaining(made)]);
    expect(await deployment.preview(first)).toBe("same");
    expect(await deployment.refresh()).toBe("same");

    expect(await deployment.up({ ...first, ...changes })).toBe("update");
    expect(await listed(service, life.list(zone))).toEqual([expect.objectContaining(changed)]);
    expect(await deployment.up({ ...first, ...changes })).toBe("same");
    expect(await deployment.refresh()).toBe("same");

    await deployment.destroy();
    expect(await listed(service, life.list(zone))).toEqual([]);
  },
);

test.each(LIVES)("$title is made with one POST and changed with one PUT", async ({ kind, args, changes, ...life }) => {
  const zone = life.inZone ? await aZone(service) : 0;
  const first = { ...args, ...(life.inZone ? { domainId: zone } : {}) };
  const deployment = new Deployment(service, kind);
  await deployment.up(first);
  expect(service.writes()).toEqual([`POST ${life.list(zone)}`]);
  service.forget();
  await deployment.up({ ...first, ...changes });
  expect(service.writes().map((write) => write.replace(/\/\d+$/, ""))).toEqual([`PUT ${life.list(zone)}`]);
});

test.each(LIVES)("$title costs no request while nothing changes", async ({ kind, args, ...life }) => {
  const zone = life.inZone ? await aZone(service) : 0;
  const first = { ...args, ...(life.inZone ? { domainId: zone } : {}) };
  const deployment = new Deployment(service, kind);
  await deployment.up(first);
  service.forget();
  expect(await deployment.up(first)).toBe("same");
  expect(await deployment.preview({ ...first, tags: ["x"] }).catch(() => "refused")).not.toBe("same");
  expect(service.requests()).toEqual([]);
});

test("only what changed is sent", async () => {
  const deployment = new Deployment(service, "Domain");
  await deployment.up({ ...MASTER, description: "shop", ttlSec: 300 });
  service.forget();
  await deployment.up({ ...MASTER, description: "closed", ttlSec: 300 });
  const [put] = service.requests().filter(({ method }) => method === "PUT");
  expect(put?.requestBody).toEqual({ description: "closed" });
});

test("an argument that is taken away goes back to its default", async () => {
  const deployment = new Deployment(service, "Domain");
  const full = { ...MASTER, description: "shop", group: "g", tags: ["blue"], ttlSec: 300, status: "disabled" };
  await deployment.up(full);
  expect(await deployment.up(MASTER)).toBe("update");
  expect(await listed(service, "/domains")).toEqual([
    expect.objectContaining({ description: null, group: "", tags: [], ttl_sec: 0, status: "active" }),
  ]);
  expect(await deployment.up(MASTER)).toBe("same");
});

test("members of alerts that the program leaves out or unset keep their value", async () => {
  const deployment = new Deployment(service, "Instance");
  await deployment.up({ ...EMPTY, alerts: { cpu: 5, io: null } });
  const [put] = service.requests().filter(({ method }) => method === "PUT");
  expect(put?.requestBody).toEqual({
    alerts: { cpu: 5, io: 10_000, network_in: 10, network_out: 10, transfer_quota: 80 },
  });
  expect(await deployment.up({ ...EMPTY, alerts: { cpu: 5 } })).toBe("same");
});

test("the id of a record holds its zone's, so that it can be read without the program", async () => {
  const zone = await aZone(service);
  const deployment = new Deployment(service, "DomainRecord");
  await deployment.up({ domainId: zone, type: "A", target: "192.0.2.1" });
  const { id, outputs } = deployment.recorded();
  expect(id).toBe(`${zone}/${String(outputs.recordId)}`);
});
