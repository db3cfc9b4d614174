import type { Values } from "../../provider/definition/values";
import { Deployment } from "../support/deployment";
import { listed, aZone, messageOf } from "../support/programs";
import { useService } from "../support/service";

/** An API that fails now and then while a set of many records is created. */
const service = useService();

const many = (count: number): Values[] =>
  Array.from({ length: count }, (_, index) => ({ type: "A", name: `h${index}`, target: "192.0.2.1" }));

const FAILING = { kind: "status", status: 500, body: { errors: [{ reason: "Internal error" }] } } as const;
const LOST = { kind: "lostResponse" } as const;

/** Every `each`th create fails. Each rule counts all requests that it matches, whichever rule strikes. */
async function everyNthFails(effect: typeof FAILING | typeof LOST, each: number, upTo: number): Promise<string> {
  const domainId = await aZone(service);
  const path = `/domains/${domainId}/records`;
  for (let nth = each; nth <= upTo; nth += each) service.emulator.faults.add({ method: "POST", path, nth, effect });
  service.forget();
  return path;
}

const domainIn = (path: string): number => Number(path.split("/")[2]);
const times = (method: string): number => service.requests().filter((request) => request.method === method).length;
const namesIn = async (path: string): Promise<unknown[]> => {
  const pages = await Promise.all([1, 2].map((page) => listed(service, `${path}?page_size=500&page=${page}`)));
  return pages.flat().map(({ name }) => name);
};

test("searches for all failed creates together, and retries them up to twice", async () => {
  const path = await everyNthFails(FAILING, 25, 300);
  // The first of the second round.
  service.emulator.faults.add({ method: "POST", path, nth: 301, effect: FAILING });
  const started = service.clock.now();
  await new Deployment(service, "DomainRecordSet").up({ domainId: domainIn(path), records: many(300) });
  expect(times("POST")).toBe(300 + 12 + 1);
  // The token check, the zone beforehand, and six searches of at most 3 pages.
  expect(times("GET")).toBeLessThanOrEqual(2 + 6 * 3);
  expect(service.clock.now() - started).toBeLessThan(40_000);
  expect(new Set(await namesIn(path)).size).toBe(300);
});

test("finds all creates without a response together, and duplicates none", async () => {
  const path = await everyNthFails(LOST, 25, 300);
  const deployment = new Deployment(service, "DomainRecordSet");
  await deployment.up({ domainId: domainIn(path), records: many(300) });
  expect(times("POST")).toBe(300);
  expect(times("GET")).toBeLessThanOrEqual(2 + 3);
  expect(await namesIn(path)).toHaveLength(300);
  expect(deployment.recorded().outputs.recordIds).toHaveLength(300);
  expect(service.messages("progress").at(-1)).toMatch(/^all 300 records( \(\d+ s\))?$/);
});

test("sends few requests and keeps the error short when every create fails from some time on", async () => {
  const domainId = await aZone(service);
  const path = `/domains/${domainId}/records`;
  service.emulator.faults.add({ method: "POST", path, nth: 101, times: "always", effect: FAILING });
  service.forget();
  const deployment = new Deployment(service, "DomainRecordSet");
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
  const domainId = await aZone(service);
  const path = `/domains/${domainId}/records`;
  const deployment = new Deployment(service, "DomainRecordSet");
  service.emulator.faults.add({ method: "POST", path, effect: FAILING, phase: "after", times: "always" });
  service.emulator.faults.add({ method: "GET", path, nth: 2, effect: FAILING, times: "always" });
  await messageOf(deployment.up({ domainId, records: many(3) }));
  service.emulator.faults.clear();
  expect(await namesIn(path)).toHaveLength(3);
  await deployment.up({ domainId, records: many(1) });
  expect(await namesIn(path)).toEqual(["h0"]);
});
