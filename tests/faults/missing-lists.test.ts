import type { Values } from "../../provider/definition/values";
import { collectionOf } from "../support/collections";
import { Deployment } from "../support/deployment";
import { kindsWithoutRow } from "../support/every-kind";
import { faultOf, FAULTS, strikesOf, timesOf } from "../support/exchange-faults";
import { aDisk } from "../support/image-data";
import { aZone, DEPLOYED, MASTER, messageOf, MONGO, MYSQL } from "../support/programs";
import { useService } from "../support/service";

/** What a list, or the answer for an object, says by mistake must never take anything out of the state. */
const service = useService({ provisionMs: 1 });

/** More than are read one by one. */
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

/** Resources that an `up` each has made, in one process. */
async function manyDeployed({ kind, args, prepare }: Kind, count = MANY): Promise<Deployment[]> {
  const more = (await prepare?.()) ?? {};
  const upping = service.process()(kind);
  const deployments = Array.from({ length: count }, (_, index) => new Deployment(service, kind, `n${index}`));
  for (const [index, deployment] of deployments.entries()) await deployment.up({ ...args(index), ...more }, {}, upping);
  service.forget();
  return deployments;
}

/** `pulumi refresh` of all of them; what fails leaves the state as it is. */
async function refreshed(kind: string, deployments: readonly Deployment[]): Promise<string[]> {
  const handlers = service.process()(kind);
  return Promise.all(deployments.map((deployment) => deployment.refresh(handlers).catch(() => "failed")));
}

const all = (what: string): string[] => Array<string>(MANY).fill(what);

describe.each(KINDS)("$kind", (row) => {
  const { kind } = row;
  const list = collectionOf(kind);

  test("one 404 of the list leaves a refresh as it is, and costs a request for each", async () => {
    const deployments = await manyDeployed(row);
    service.emulator.faults.add({ method: "GET", path: list, effect: NOT_FOUND });
    expect(await refreshed(kind, deployments)).toEqual(all("same"));
    expect(service.emulator.faults.list()).toMatchObject([{ fired: 1 }]);
    expect(service.requests().length).toBeLessThanOrEqual(1 + 3 * MANY);
  });

  test("a list that is not there for good leaves a refresh as it is", async () => {
    const deployments = await manyDeployed(row);
    service.emulator.faults.add({ method: "GET", path: list, times: "always", effect: NOT_FOUND });
    expect(await refreshed(kind, deployments)).toEqual(all("same"));
  });

  test("one 404 of the object itself leaves a refresh as it is", async () => {
    const [deployment] = await manyDeployed(row, 1);
    const path = kind === "Image" ? "/images/*/*" : `${list}/*`;
    service.emulator.faults.add({ method: "GET", path, effect: NOT_FOUND });
    expect(await deployment?.refresh()).toBe("same");
    expect(service.emulator.faults.list()).toMatchObject([{ fired: 1 }]);
  });

  test("a destroy whose DELETE finds nothing by mistake deletes it all the same", async () => {
    const [deployment] = await manyDeployed(row, 1);
    const path = kind === "Image" ? "/images/*/*" : `${list}/*`;
    const { id } = deployment?.recorded() ?? { id: "" };
    service.emulator.faults.add({ method: "DELETE", path, effect: NOT_FOUND });
    await deployment?.destroy();
    expect(service.writes()).toHaveLength(2);
    service.emulator.faults.clear();
    expect(await messageOf(service.process()(kind).read({ id, state: {} }))).toContain("does not exist: ");
  });

  test("a destroy whose DELETE never finds what is there is an error, and the state keeps it", async () => {
    const [deployment] = await manyDeployed(row, 1);
    const path = kind === "Image" ? "/images/*/*" : `${list}/*`;
    service.emulator.faults.add({ method: "DELETE", path, times: "always", effect: NOT_FOUND });
    expect(await messageOf(deployment?.destroy() ?? Promise.resolve())).toContain("HTTP 404");
    expect(deployment?.state).toBeDefined();
  });

  test("no fault of the list, once or from then on, changes what a refresh finds", async () => {
    const deployments = await manyDeployed(row);
    for (const strike of strikesOf(FAULTS)) {
      service.emulator.faults.add({ method: "GET", path: list, times: timesOf(strike), ...faultOf(strike) });
      const { what, lasting } = strike;
      expect({ what, lasting, refreshed: await refreshed(kind, deployments) }).toMatchObject({
        refreshed: all("same"),
      });
      expect(service.emulator.faults.list()[0]?.fired).toBeGreaterThan(0);
      service.emulator.faults.clear();
    }
  });

  const strange: readonly [string, (own: Values) => unknown][] = [
    ["null among the objects", ({ data }) => [null, ...(data as Values[])]],
    ["ids of null", ({ data }) => (data as Values[]).map((live) => ({ ...live, id: null }))],
    ["nulls", ({ data }) => (data as Values[]).map(nulls)],
    ["no objects", () => []],
    ["no list", () => undefined],
  ];

  test.each(strange)("a list with %s leaves a refresh as it is", async (_, wrong) => {
    const deployments = await manyDeployed(row);
    const zone = deployments[0]?.recorded().id.split("/")[0] ?? "";
    const own = await service.ask("GET", list.replace("*", zone));
    const body = { ...own, data: wrong(own) };
    const effect = { kind: "status", status: 200, body } as const;
    service.emulator.faults.add({ method: "GET", path: list, times: "always", effect });
    expect(await refreshed(kind, deployments)).toEqual(all("same"));
  });
});

/** Everything but the id is null. */
function nulls({ id, ...rest }: Values): Values {
  return { ...Object.fromEntries(Object.keys(rest).map((name) => [name, null])), id };
}

test("a 404 of the second page alone leaves a refresh as it is", async () => {
  const [, , records] = KINDS;
  const deployments = await manyDeployed(records as Kind, 130);
  service.emulator.faults.add({ method: "GET", path: "/domains/*/records", nth: 2, effect: NOT_FOUND });
  const results = await refreshed("DomainRecord", deployments);
  expect(new Set(results)).toEqual(new Set(["same"]));
  expect(service.emulator.faults.list()).toMatchObject([{ fired: 1 }]);
});

test("a list of a billion pages is not read to its end", async () => {
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

test("an object that is being deleted, and then gone, is gone", async () => {
  const [deployment] = await manyDeployed(KINDS[0] as Kind, 1);
  await service.ask("DELETE", `/compute/instances/${deployment?.recorded().id}`);
  await deployment?.destroy();
  expect(deployment?.state).toBeUndefined();
});

test("a set is kept where its list is not there, and so is a member that the list lacks and a first look does not find", async () => {
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

test("every kind has its row in KINDS (a new one: add it)", () => {
  expect(kindsWithoutRow(KINDS)).toEqual([]);
});
