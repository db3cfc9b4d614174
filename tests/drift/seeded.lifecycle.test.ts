import type { PokeKind } from "../../emulator";
import type { Values } from "../../provider/definition/values";
import { definitionOf } from "../../provider/resources/registry";
import { firstLives } from "../kinds";
import { deployed } from "../support/deployment";
import type { Deployment } from "../support/deployment";
import { exported, scanOf } from "../support/exported-stack";
import { DEPLOYED, inWireNames, MASTER, MYSQL } from "../support/programs";
import { useService } from "../support/service";

const service = useService();

const ownId = (deployment: Deployment): number => Number(deployment.recorded().id.split("/").at(-1));

const RUNS = { ...DEPLOYED, booted: true, privateIp: true, backupsEnabled: true, alerts: { cpu: 5 } };
const MONDAY = { schedule: { day: "Monday", window: "W2" } };
const FRIDAY = { schedule: { day: "Friday", window: "W2" } };
const ALERTS = { cpu: 6, io: 1, network_in: 2, network_out: 3, transfer_quota: 4 };
const CLUSTER = { clusterSize: 3, updates: { hourOfDay: 4 } };
const WINDOW = { frequency: "monthly", duration: 1, hour_of_day: 5, day_of_week: 2, week_of_month: 3 };

/** Properties that are not simply a field of the API, or that someone unsets: the API's change, and what is then shown. */
test.each<[kind: string, property: string, args: Values, poke: PokeKind, patch: Values, shown: unknown]>([
  ["Instance", "backupsEnabled", RUNS, "instance", { backups: { enabled: false, ...MONDAY } }, false],
  ["Instance", "backups", { ...RUNS, backups: MONDAY }, "instance", { backups: { enabled: true, ...FRIDAY } }, FRIDAY],
  ["Instance", "privateIp", RUNS, "instance", { ipv4: ["203.0.113.9"] }, false],
  ["Instance", "booted", RUNS, "instance", { power: "off" }, false],
  ["Instance", "alerts", RUNS, "instance", { alerts: ALERTS }, { cpu: 6 }],
  ["Domain", "description", { ...MASTER, description: "shop" }, "domain", { description: null }, null],
  ["Domain", "ttlSec", { ...MASTER, ttlSec: 300 }, "domain", { ttl_sec: 0 }, 0],
  ["DomainRecord", "type", { type: "MX", target: "a.example" }, "record", { type: "TXT" }, "TXT"],
  ["MysqlDatabase", "updates", { ...MYSQL, ...CLUSTER }, "database", { updates: WINDOW }, { hourOfDay: 5 }],
  [
    "MysqlDatabase",
    "replicationType",
    { ...MYSQL, ...CLUSTER, replicationType: "semi_synch" },
    "database",
    { own: { replication_type: "asynch" } },
    "asynch",
  ],
])("%s: a change of %s out of band is found by a scan and a refresh, and repaired", async (...row) => {
  const [kind, property, own, poke, patch, shown] = row;
  const { deployment, args } = await deployed(service, kind, own);
  const before = deployment.recorded().inputs;
  service.emulator.poke(poke, ownId(deployment), patch);
  const { findings } = await scanOf(service, [exported(kind, deployment)], { looksForUnmanaged: false });
  expect(findings.filter(({ state }) => state === "modified")).toMatchObject([
    { properties: [{ path: property, expected: before[property], actual: shown }] },
  ]);
  expect(await deployment.refresh()).toBe("drift");
  expect(deployment.recorded().inputs).toEqual({ ...before, [property]: shown });
  const replaces = definitionOf(kind).args[property]?.change?.replaces;
  expect(await deployment.up(args)).toBe(replaces ? "replace" : "update");
  expect(await deployment.refresh()).toBe("same");
});

test.each(firstLives)("a scan and a refresh detect what a direct request changes of $title", async (life) => {
  const { kind, needs, changes } = life;
  const { deployment, args, path } = await deployed(service, kind, life.args, needs);
  await service.ask("PUT", path, inWireNames(changes));
  const { findings } = await scanOf(service, [exported(kind, deployment)], { looksForUnmanaged: false });
  const [{ state, properties = [] } = {}] = findings;
  const declared = Object.keys(changes).filter((name) => name in args);
  expect([state, properties.map((one) => one.path)]).toEqual(["modified", expect.arrayContaining(declared)]);
  expect(await deployment.refresh()).toBe("drift");
  expect(await deployment.up(args)).toBe("update");
  expect(await deployment.refresh()).toBe("same");
});

test.each([
  ["tags in another order", "Domain", { ...MASTER, tags: ["blue", "red"] }, { tags: ["red", "blue"] }],
  ["a name in capitals", "Domain", { ...MASTER, domain: "Shop.Example." }, { domain: "SHOP.example" }],
  ["an undeclared alert", "Instance", { ...DEPLOYED, alerts: { cpu: 5 } }, { alerts: { cpu: 5, io: 1 } }],
  ["an undeclared field", "Domain", MASTER, { description: "by hand", tags: ["red"], group: "x" }],
] as const)("%s is not drift", async (_, kind, args, patch) => {
  const { deployment } = await deployed(service, kind, args);
  const before = deployment.recorded().inputs;
  const poke = kind === "Domain" ? "domain" : "instance";
  const row = service.emulator.poke(poke, ownId(deployment), {});
  const merged = "alerts" in patch ? { alerts: { ...(row.alerts as Values), ...patch.alerts } } : patch;
  service.emulator.poke(poke, ownId(deployment), merged);
  expect(await deployment.refresh()).toBe("same");
  expect(deployment.recorded().inputs).toEqual(before);
  expect(await deployment.up(args)).toBe("same");
});

test("a refresh keeps the inputs in the user's form, also those beside one that drifts", async () => {
  const spelled = { type: "AAAA", name: "WWW", target: "2001:0DB8:0:0::1", ttlSec: 400 };
  const { deployment, args: full } = await deployed(service, "DomainRecord", spelled);
  expect(await deployment.refresh()).toBe("same");
  expect(deployment.recorded().inputs).toMatchObject(full);
  expect(deployment.recorded().outputs).toMatchObject({ name: "www", ttlSec: 300 });
  service.emulator.poke("record", ownId(deployment), { target: "2001:db8::2" });
  await deployment.refresh();
  expect(deployment.recorded().inputs).toMatchObject({ name: "WWW", ttlSec: 400, target: "2001:db8::2" });
});
