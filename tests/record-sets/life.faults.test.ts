import type { Values } from "../../provider/definition/values";
import { Deployment, expectSettled } from "../support/deployment";
import { FAULTS, REFUSAL } from "../support/exchange-faults";
import { testExchanges } from "../support/exchange-tables";
import { errorOfInterrupted } from "../support/interrupted-run";
import { aZone, listed, messageOf } from "../support/programs";
import { useService } from "../support/service";

/**
 * Breaks, one after another, every exchange with the API that an operation on a set needs, once or for all later exchanges as well.
 * Then the faults end, and the next update must put everything right: each declared record once, and the records of others.
 */
const service = useService();

const RECORDS: Values[] = [
  { type: "A", name: "www.zone.example", target: "192.0.2.1", ttlSec: 400 },
  { type: "A", name: "old", target: "192.0.2.2" },
  { type: "TXT", target: "v=spf1 -all" },
  { type: "SRV", target: "sip", priority: 1, weight: 2, port: 3, service: "_sip", protocol: "tcp" },
];
/** One record changes, an A becomes a CNAME, an SRV is removed and an MX is added. */
const CHANGED: Values[] = [
  { type: "A", name: "www.zone.example", target: "192.0.2.9", ttlSec: 400 },
  { type: "CNAME", name: "old", target: "www.zone.example" },
  { type: "TXT", target: "v=spf1 -all" },
  { type: "MX", target: "mail.example.com", priority: 10 },
];

const MOST_REQUESTS = 100;
const STRAY = { type: "TXT", name: "stray", target: "x" };

const inShort = (records: readonly Values[]): string[] =>
  records.map(({ type, target }) => `${String(type)} ${String(target)}`).sort();
const targetsOf = (records: readonly Values[]): string[] =>
  inShort(records.map((one) => (one.type === "SRV" ? { ...one, target: "sip.zone.example" } : one)));

testExchanges("$operation of a set survives any fault at any exchange", {
  service,
  rows: (["create", "update", "destroy"] as const).map((operation) => ({ operation })),
  faults: [...FAULTS, REFUSAL],
  async survives({ operation }, disturbed) {
    service.emulator.reset();
    const domainId = await aZone(service);
    const path = `/domains/${domainId}/records`;
    await service.ask("POST", path, STRAY);
    const deployment = new Deployment(service, "DomainRecordSet");
    if (operation !== "create") await deployment.up({ domainId, records: RECORDS });
    const wanted = operation === "update" ? CHANGED : RECORDS;
    const args = { domainId, records: wanted };

    await disturbed(() => (operation === "destroy" ? deployment.destroy() : deployment.up(args)));
    expect(service.requests().length).toBeLessThan(MOST_REQUESTS);

    if (operation !== "destroy") {
      await deployment.up(args);
      expect(inShort(await listed(service, path))).toEqual(targetsOf([...wanted, STRAY]));
      await expectSettled(deployment, args);
      await deployment.destroy();
    } else if (deployment.state) await deployment.destroy();
    expect(inShort(await listed(service, path))).toEqual(targetsOf([STRAY]));
  },
});

testExchanges("$operation that fails at any exchange and is not resumed can be destroyed completely", {
  service,
  rows: [{ operation: "a create" }],
  faults: FAULTS.filter(({ what }) => what !== "a 429"),
  lasting: ["from then on"],
  async survives(_, disturbed) {
    service.emulator.reset();
    const domainId = await aZone(service);
    const deployment = new Deployment(service, "DomainRecordSet");
    await disturbed(() => deployment.up({ domainId, records: RECORDS }));
    if (deployment.state) await deployment.destroy();
    expect(await listed(service, `/domains/${domainId}/records`)).toEqual([]);
  },
});

const many = (count: number): Values[] =>
  Array.from({ length: count }, (_, index) => ({ type: "A", name: `h${index}`, target: "192.0.2.1" }));

/** A zone, the path of its records, and a set for them that is not deployed. */
async function aNewSet() {
  const domainId = await aZone(service);
  return { domainId, path: `/domains/${domainId}/records`, deployment: new Deployment(service, "DomainRecordSet") };
}

test("reports all rejected records together, creates the others, and the next up needs no write", async () => {
  const { domainId, path, deployment } = await aNewSet();
  const bad = (name: string): Values => ({ type: "A", name, target: "192.0.2.1" });
  const good = many(20);
  const message = await messageOf(deployment.up({ domainId, records: [bad("-a-"), ...good, bad("b b")] }));
  expect(message).toMatch(/records\[0\]: .*name: .*; records\[21\]: .*name: /);
  expect(await listed(service, path)).toHaveLength(20);
  service.forget();
  expect(await deployment.up({ domainId, records: good })).toBe("update");
  expect(service.writes()).toEqual([]);
  expect(await deployment.up({ domainId, records: good })).toBe("same");
});

test("keeps a record whose replacement cannot be created", async () => {
  const { domainId, path, deployment } = await aNewSet();
  await deployment.up({ domainId, records: many(1) });
  const records = [{ type: "AAAA", name: "-a-", target: "2001:db8::1" }];
  await messageOf(deployment.up({ domainId, records }));
  expect(await listed(service, path)).toHaveLength(1);
});

test("Ctrl-C stops a create after the requests in flight, and the next up resumes", async () => {
  const { domainId, path, deployment } = await aNewSet();
  const records = many(60);
  const error = await errorOfInterrupted(deployment, { domainId, records }, () => service.writes().length >= 10);
  expect(error.message).toContain("stopped by the user");
  const made = (await listed(service, path)).length;
  expect(made).toBeLessThan(30);
  expect(deployment.recorded().outputs.recordIds).toHaveLength(made);
  await deployment.up({ domainId, records });
  expect(service.writes()).toHaveLength(60);
});

/** An API that fails now and then while a set of many records is created. */
const FAILING = { kind: "status", status: 500, body: { errors: [{ reason: "Internal error" }] } } as const;
const LOST = { kind: "lostResponse" } as const;

/** A set in a zone where every 25th of 300 creates fails. Each rule counts all that it matches, whichever strikes. */
async function aDisturbedSet(effect: typeof FAILING | typeof LOST) {
  const made = await aNewSet();
  const { faults } = service.emulator;
  for (let nth = 25; nth <= 300; nth += 25) faults.add({ method: "POST", path: made.path, nth, effect });
  return made;
}

const times = (method: string): number => service.requests().filter((request) => request.method === method).length;
const namesIn = async (path: string): Promise<unknown[]> => {
  const pages = await Promise.all([1, 2].map((page) => listed(service, `${path}?page_size=500&page=${page}`)));
  return pages.flat().map(({ name }) => name);
};

test("searches for all failed creates together, and retries them up to twice", async () => {
  const { domainId, path, deployment } = await aDisturbedSet(FAILING);
  // The first of the second round.
  service.emulator.faults.add({ method: "POST", path, nth: 301, effect: FAILING });
  const started = service.clock.now();
  await deployment.up({ domainId, records: many(300) });
  expect(times("POST")).toBe(300 + 12 + 1);
  // The token check, the zone beforehand, and twelve looks at no more than 3 pages, in searches of a minute each.
  expect(times("GET")).toBeLessThanOrEqual(2 + 12 * 3);
  expect(service.clock.now() - started).toBeLessThan(130_000);
  expect(new Set(await namesIn(path)).size).toBe(300);
});

test("finds all creates without a response together, and duplicates none", async () => {
  const { domainId, path, deployment } = await aDisturbedSet(LOST);
  await deployment.up({ domainId, records: many(300) });
  expect(times("POST")).toBe(300);
  expect(times("GET")).toBeLessThanOrEqual(2 + 3);
  expect(await namesIn(path)).toHaveLength(300);
  expect(deployment.recorded().outputs.recordIds).toHaveLength(300);
  expect(service.messages("progress").at(-1)).toMatch(/^all 300 records( \(\d+ s\))?$/);
});

test("sends few requests and keeps the error short when every create fails from some time on", async () => {
  const { domainId, path, deployment } = await aNewSet();
  service.emulator.faults.add({ method: "POST", path, nth: 101, times: "always", effect: FAILING });
  const message = await messageOf(deployment.up({ domainId, records: many(300) }));
  expect(message).toMatch(/Nothing was sent, because the API is down: .* HTTP 500: .*Run the same command again later/);
  expect(message.length).toBeLessThan(1000);
  expect(times("POST")).toBeLessThan(100 + 2 * 12);
  expect(deployment.recorded().outputs.recordIds).toHaveLength(100);

  service.emulator.faults.clear();
  service.forget();
  await deployment.up({ domainId, records: many(300) });
  expect(times("POST")).toBe(200);
  expect(await namesIn(path)).toHaveLength(300);
});

test("deletes what a create without a response led to, if the program no longer declares it", async () => {
  const { domainId, path, deployment } = await aNewSet();
  service.emulator.faults.add({ method: "POST", path, effect: FAILING, phase: "after", times: "always" });
  service.emulator.faults.add({ method: "GET", path, nth: 2, effect: FAILING, times: "always" });
  await messageOf(deployment.up({ domainId, records: many(3) }));
  service.emulator.faults.clear();
  expect(await namesIn(path)).toHaveLength(3);
  await deployment.up({ domainId, records: many(1) });
  expect(await namesIn(path)).toEqual(["h0"]);
});
