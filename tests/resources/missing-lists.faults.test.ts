import type { Values } from "../../provider/definition/values";
import { collectionOf } from "../support/collections";
import { Deployment } from "../support/deployment";
import { kindsWithoutRow } from "../support/every-kind";
import { faultOf, FAULTS, strikesOf, timesOf } from "../support/exchange-faults";
import type { Strike } from "../support/exchange-faults";
import { aDisk } from "../support/image-data";
import { aZone, DEPLOYED, MASTER, messageOf, MONGO, MYSQL } from "../support/programs";
import { useService } from "../support/service";

/** An incorrect response to a list or a read must never remove anything from state. */
const service = useService({ provisionMs: 1 });

/** Too many to be read one by one. */
const MANY = 8;
const NOT_FOUND = { kind: "status", status: 404 } as const;

interface Kind {
  readonly kind: string;
  readonly args: (index: number) => Values;
  readonly prepare?: () => Promise<Values>;
}

const KINDS: readonly Kind[] = [
  { kind: "Instance", args: () => DEPLOYED },
  { kind: "Domain", args: (index) => ({ ...MASTER, domain: `shop${index}.example` }) },
  {
    kind: "DomainRecord",
    args: (index) => ({ type: "A", name: `r${index}`, target: "192.0.2.1" }),
    prepare: async () => ({ domainId: await aZone(service) }),
  },
  { kind: "MongoDatabase", args: () => MONGO },
  { kind: "MysqlDatabase", args: () => MYSQL },
  { kind: "Image", args: () => ({}), prepare: async () => ({ diskId: await aDisk(service) }) },
];

/** Resources, each created by an `up`, in one process. */
async function manyDeployed({ kind, args, prepare }: Kind, count = MANY): Promise<Deployment[]> {
  const more = (await prepare?.()) ?? {};
  const upping = service.process()(kind);
  const deployments = Array.from({ length: count }, (_, index) => new Deployment(service, kind, `n${index}`));
  for (const [index, deployment] of deployments.entries()) await deployment.up({ ...args(index), ...more }, {}, upping);
  service.forget();
  return deployments;
}

/** `pulumi refresh` of all of them; a failure leaves the state unchanged. */
async function refreshed(kind: string, deployments: readonly Deployment[]): Promise<string[]> {
  const handlers = service.process()(kind);
  return Promise.all(deployments.map((deployment) => deployment.refresh(handlers).catch(() => "failed")));
}

/** Wrong data of a list. */
const STRANGE: readonly [string, (own: Values[]) => unknown][] = [
  ["null among the resources", (own) => [null, ...own]],
  ["null IDs", (own) => own.map((live) => ({ ...live, id: null }))],
  ["null fields", (own) => own.map(nulls)],
  ["no entries", () => []],
  ["no data", () => undefined],
];

const all = (what: string): string[] => Array<string>(MANY).fill(what);

describe.each(KINDS)("$kind", (row) => {
  const { kind } = row;
  const list = collectionOf(kind);
  const path = kind === "Image" ? "/images/*/*" : `${list}/*`;

  test("a refresh changes nothing and reads each resource when the list returns one 404", async () => {
    const deployments = await manyDeployed(row);
    service.emulator.faults.add({ method: "GET", path: list, effect: NOT_FOUND });
    expect(await refreshed(kind, deployments)).toEqual(all("same"));
    expect(service.emulator.faults.list()).toMatchObject([{ fired: 1 }]);
    expect(service.requests().length).toBeLessThanOrEqual(1 + 3 * MANY);
  });

  test("no fault of the list, once or lasting, and no strange list changes what a refresh finds", async () => {
    const deployments = await manyDeployed(row);
    const zone = deployments[0]?.recorded().id.split("/")[0] ?? "";
    const own = await service.ask("GET", list.replace("*", zone));
    const strange = STRANGE.map(([what, dataOf]): Strike => {
      const body = { ...own, data: dataOf(own.data as Values[]) };
      return { what, effect: { kind: "status", status: 200, body }, lasting: "from then on" };
    });
    for (const strike of [...strikesOf(FAULTS), ...strange]) {
      service.emulator.faults.add({ method: "GET", path: list, times: timesOf(strike), ...faultOf(strike) });
      const { what, lasting } = strike;
      const found = await refreshed(kind, deployments);
      expect({ what, lasting, found }).toEqual({ what, lasting, found: all("same") });
      expect(service.emulator.faults.list()[0]?.fired).toBeGreaterThan(0);
      service.emulator.faults.clear();
    }
  });

  test("one wrong 404 neither removes the resource from state nor keeps it from being deleted", async () => {
    const [deployment] = await manyDeployed(row, 1);
    const { id } = deployment?.recorded() ?? { id: "" };
    service.emulator.faults.add({ method: "GET", path, effect: NOT_FOUND });
    expect(await deployment?.refresh()).toBe("same");
    service.emulator.faults.add({ method: "DELETE", path, effect: NOT_FOUND });
    await deployment?.destroy();
    expect(service.emulator.faults.list()).toMatchObject([{ fired: 1 }, { fired: 1 }]);
    expect(service.writes()).toHaveLength(2);
    service.emulator.faults.clear();
    expect(await messageOf(service.process()(kind).read({ id, state: {} }))).toContain("does not exist: ");
  });

  test("a destroy fails and keeps the resource in state if its DELETE wrongly keeps returning 404", async () => {
    const [deployment] = await manyDeployed(row, 1);
    service.emulator.faults.add({ method: "DELETE", path, times: "always", effect: NOT_FOUND });
    expect(await messageOf(deployment?.destroy() ?? Promise.resolve())).toContain("HTTP 404");
    expect(deployment?.state).toBeDefined();
  });
});

/** Sets everything but the ID to null. */
function nulls({ id, ...rest }: Values): Values {
  return { ...Object.fromEntries(Object.keys(rest).map((name) => [name, null])), id };
}

test("a refresh changes nothing when only the second page returns 404", async () => {
  const [, , records] = KINDS;
  const deployments = await manyDeployed(records as Kind, 130);
  service.emulator.faults.add({ method: "GET", path: "/domains/*/records", nth: 2, effect: NOT_FOUND });
  const results = await refreshed("DomainRecord", deployments);
  expect(new Set(results)).toEqual(new Set(["same"]));
  expect(service.emulator.faults.list()).toMatchObject([{ fired: 1 }]);
});

test("does not read a list of a billion pages to its end", async () => {
  const [, , records] = KINDS;
  const deployments = await manyDeployed(records as Kind);
  const { domainId } = deployments[0]?.recorded().outputs ?? {};
  const own = await service.ask("GET", `/domains/${String(domainId)}/records`);
  const effect = { kind: "status", status: 200, body: { ...own, pages: 1e9 } } as const;
  service.emulator.faults.add({ method: "GET", path: "/domains/*/records", times: "always", effect });
  service.forget();
  expect(await refreshed("DomainRecord", deployments)).toEqual(all("same"));
  const set = new Deployment(service, "DomainRecordSet");
  const args = { domainId, records: [{ type: "A", name: "www", target: "192.0.2.1" }] };
  expect(await messageOf(set.up(args))).toContain("items in 1000000000 pages");
  expect(service.requests().length).toBeLessThan(30);
});

test("an instance that is being deleted and then no longer exists is removed from state", async () => {
  const [deployment] = await manyDeployed(KINDS[0] as Kind, 1);
  await service.ask("DELETE", `/compute/instances/${deployment?.recorded().id}`);
  await deployment?.destroy();
  expect(deployment?.state).toBeUndefined();
});

test("keeps a set whose list is missing, and a member that is missing from the list and from its first read", async () => {
  const domainId = await aZone(service);
  const set = new Deployment(service, "DomainRecordSet");
  await set.up({ domainId, records: [{ type: "A", name: "www", target: "192.0.2.1" }] });
  const path = `/domains/${domainId}/records`;
  const { id } = ((await service.ask("GET", path)).data as Values[])[0] ?? {};
  service.emulator.faults.add({
    method: "GET",
    path,
    effect: { kind: "status", status: 200, body: { data: [], page: 1, pages: 1, results: 0 } },
  });
  service.emulator.faults.add({ method: "GET", path: `${path}/${String(id)}`, effect: NOT_FOUND });
  expect(await set.refresh()).toBe("same");
  expect(service.emulator.faults.list()).toMatchObject([{ fired: 1 }, { fired: 1 }]);
  service.emulator.faults.add({ method: "GET", path, times: "always", effect: NOT_FOUND });
  expect(await messageOf(set.refresh())).toContain("Nothing was changed");
  expect(set.state).toBeDefined();
});

test("covers every resource type (add a row for a new one)", () => {
  expect(kindsWithoutRow(KINDS)).toEqual([]);
});
