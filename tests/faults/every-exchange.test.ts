import type { Values } from "../../provider/definition/values";
import { Deployment } from "../support/deployment";
import { kindsWithoutRow } from "../support/every-kind";
import { FAULTS, LASTING, strike } from "../support/exchange-faults";
import { aZone, DEPLOYED, listed, MASTER, MONGO } from "../support/programs";
import { useService } from "../support/service";
import { useStoppedRuns } from "../support/stopped-run";

/**
 * Breaks, one after another, every exchange with the service that an operation needs, once or from there on for good; then
 * the service is well again, and the next run must put everything right: one object, in the state, as the program wants it.
 */
const service = useService({ provisionMs: 1 });
const runs = useStoppedRuns(service);
/** Each run has the journal of those before it, and none of them ends in an orderly way. */
const stopped = { process: () => runs.process() };
jest.setTimeout(60_000);

const OPERATIONS = ["create", "update", "destroy"] as const;

const KINDS = [
  {
    kind: "Instance",
    args: { ...DEPLOYED, alerts: { cpu: 5 } },
    change: { tags: ["blue"], type: "g6-standard-1" },
    list: () => "/compute/instances",
  },
  {
    kind: "Instance",
    args: { ...DEPLOYED, region: "us-southeast", backupsEnabled: true, confirmBackupsDeletion: true },
    change: { interfaces: [{ purpose: "vlan", label: "back" }], privateIp: true, backupsEnabled: false },
    list: () => "/compute/instances",
  },
  { kind: "Domain", args: MASTER, change: { description: "shop" }, list: () => "/domains" },
  {
    kind: "DomainRecord",
    args: { type: "SRV", target: "sip", priority: 1, weight: 2, port: 3, service: "_sip", protocol: "tcp" },
    change: { ttlSec: 400 },
    list: (zone: number) => `/domains/${zone}/records`,
  },
  {
    kind: "MongoDatabase",
    args: { ...MONGO, updates: { hourOfDay: 4 } },
    change: { allowList: ["192.0.2.1"], updates: { hourOfDay: 5 } },
    list: () => "/databases/mongodb/instances",
  },
] as const;

const rows = KINDS.flatMap((row) =>
  OPERATIONS.flatMap((operation) =>
    FAULTS.flatMap((fault) => LASTING.map((lasting) => ({ ...row, ...fault, operation, lasting }))),
  ),
);

/** Far more than any operation needs, even when every exchange is repeated. */
const MOST_REQUESTS = 80;
const MOST_EXCHANGES = 30;

type Row = (typeof rows)[number];

/** @returns whether the operation had so many exchanges that the fault could strike. */
async function survivesFaultAt(nth: number, row: Row): Promise<boolean> {
  service.emulator.reset();
  runs.forget();
  const zone = row.kind === "DomainRecord" ? await aZone(service) : 0;
  const args: Values = { ...row.args, ...(row.kind === "DomainRecord" ? { domainId: zone } : {}) };
  const wanted = row.operation === "update" ? { ...args, ...row.change } : args;
  const deployment = new Deployment({ ...service, ...stopped }, row.kind);
  if (row.operation !== "create") await deployment.up(args);

  service.forget();
  strike(service, nth, row);
  const broken = row.operation === "destroy" ? deployment.destroy() : deployment.up(wanted);
  await broken.catch(() => undefined);
  const [report] = service.emulator.faults.list();
  expect(service.requests().length).toBeLessThan(MOST_REQUESTS);
  service.emulator.faults.clear();

  if (row.operation === "destroy") {
    if (deployment.state) await deployment.destroy();
    expect(await listed(service, row.list(zone))).toEqual([]);
  } else {
    await recover(deployment, wanted);
    const own = deployment.recorded().id.split("/").at(-1);
    const ids = (await listed(service, row.list(zone))).map(({ id }) => String(id));
    expect(ids).toEqual([own]);
    expect(await deployment.up(wanted)).toBe("same");
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up(wanted)).toBe("same");
  }
  return report !== undefined && report.fired > 0;
}

/** The next `up`; where it finds a name that only a person can say is ours, it must say how to, and that must work. */
async function recover(deployment: Deployment, args: Values): Promise<void> {
  try {
    await deployment.up(args);
  } catch (error) {
    const id = /`import: "(\d+)"`/.exec((error as Error).message)?.[1];
    if (deployment.state !== undefined || id === undefined) throw error;
    await deployment.up(args, { import: id });
  }
}

test.each(rows)("$operation of a $kind survives $what, $lasting, at any exchange", async (row) => {
  let nth = 1;
  while (nth < MOST_EXCHANGES && (await survivesFaultAt(nth, row))) nth++;
  expect(nth).toBeGreaterThan(1);
  expect(nth).toBeLessThan(MOST_EXCHANGES);
});

test("every kind has its row in KINDS (a new one: add it)", () => {
  expect(
    kindsWithoutRow(KINDS, {
      Image: "tests/faults/images.test.ts",
      MysqlDatabase: "it is asked for as a MongoDatabase is",
    }),
  ).toEqual([]);
});
