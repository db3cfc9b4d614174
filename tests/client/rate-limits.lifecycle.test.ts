import * as compute from "../../provider";
import { Deployment } from "../support/deployment";
import { useDataSources } from "../support/data-sources";
import { EMPTY, ownIn } from "../support/programs";
import { useService } from "../support/service";

/** An API that rejects what exceeds its limits: 800 requests per minute, 10 instance creates per 30 seconds. */
const service = useService({ rateLimits: true, provisionMs: 0 });
const refused = (): number => service.requests().filter(({ status }) => status === 429).length;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

test("creates 100 instances without a single 429, and prints why it takes so long", async () => {
  const handlers = service.process()("Instance");
  const all = numbers(100).map((number) => new Deployment(service, "Instance", `web-${number}`));
  await Promise.all(all.map((one) => one.up(EMPTY, {}, handlers)));
  expect(refused()).toBe(0);
  expect(service.writes()).toHaveLength(100);
  expect(service.clock.now()).toBeLessThan(15 * 60_000);
  expect(service.messages("progress")).toContainEqual(expect.stringContaining("waiting for the API's rate limit"));
});

test("processes that share the limit wait for its window if the API asks them to wait for no time, and create nothing twice", async () => {
  const headers = { "Retry-After": "0" };
  service.emulator.faults.add({ method: "POST", path: "/**", times: "always", effect: { kind: "headers", headers } });
  const all = numbers(12).map((number) => new Deployment(service, "Instance", `web-${number}`));
  await Promise.all(all.map((one) => one.up(EMPTY)));
  expect(await ownIn(service, "/compute/instances")).toHaveLength(12);
  expect(refused()).toBeGreaterThan(0);
});

const lookups = useDataSources();
afterEach(() => jest.restoreAllMocks());

test("data sources wait as resources do, and report it", async () => {
  const said = jest.spyOn(console, "log").mockImplementation();
  const domain = { domain: "one.example", type: "master", soa_email: "a@one.example" };
  const ids: number[] = [];
  for (const name of ["one.example", "two.example"]) {
    ids.push(Number((await lookups.ask("POST", "/domains", { ...domain, domain: name })).id));
  }
  const headers = { "X-RateLimit-Limit": "1", "X-RateLimit-Remaining": "0", "Retry-After": "1" };
  lookups.emulator.faults.add({ path: "/domains/*", times: "always", effect: { kind: "headers", headers } });
  const opts = lookups.program();
  await compute.getDomain({ id: ids[0] as number }, opts);
  const started = performance.now();
  await compute.getDomain({ id: ids[1] as number }, opts);
  expect(performance.now() - started).toBeGreaterThan(900);
  expect(said).toHaveBeenCalledWith(expect.stringContaining("getDomain: waiting for the API's rate limit"));
});
