import type { FaultEffect } from "../../emulator";
import type { Values } from "../../provider/definition/values";
import { definitionOf } from "../../provider/resources/registry";
import { firstLives, plainSpecimens } from "../kinds";
import { deployed, Deployment } from "../support/deployment";
import { AMBIGUOUS_RESPONSES, faultOf } from "../support/exchange-faults";
import { aZone, DEPLOYED, EMPTY, errorOf, listed, MASTER, messageOf, ownIn } from "../support/programs";
import { useService } from "../support/service";
import { expectWholeLife } from "../support/whole-life";

const service = useService();

test.each(plainSpecimens.flatMap(({ lives, otherLives }) => [...lives, ...otherLives]))(
  "creates, reads, updates and deletes $title",
  async (life) => {
    await expectWholeLife(service, life);
  },
);

test("sends only what changed", async () => {
  const { deployment } = await deployed(service, "Domain", { ...MASTER, description: "shop", ttlSec: 300 });
  await deployment.up({ ...MASTER, description: "closed", ttlSec: 300 });
  const [put] = service.requests().filter(({ method }) => method === "PUT");
  expect(put?.requestBody).toEqual({ description: "closed" });
});

test("keeps the value of alerts that the program omits or leaves unset", async () => {
  const deployment = new Deployment(service, "Instance");
  await deployment.up({ ...EMPTY, alerts: { cpu: 5, io: null } });
  const [put] = service.requests().filter(({ method }) => method === "PUT");
  expect(service.writes().map((write) => write.split(" ")[0])).toEqual(["POST", "PUT"]);
  expect(put?.requestBody).toEqual({
    alerts: { cpu: 5, io: 10_000, network_in: 10, network_out: 10, transfer_quota: 80 },
  });
  expect(await deployment.up({ ...EMPTY, alerts: { cpu: 5 } })).toBe("same");
});

test("another type of a record deletes the old one first, so that a CNAME can take its name", async () => {
  const domainId = await aZone(service);
  const deployment = new Deployment(service, "DomainRecord");
  await deployment.up({ domainId, type: "A", name: "www", target: "192.0.2.1" });
  await deployment.up({ domainId, type: "CNAME", name: "www", target: "example.com" });
  expect(await listed(service, `/domains/${domainId}/records`)).toMatchObject([{ type: "CNAME", name: "www" }]);
});

test("a forced replacement after a refresh in the same process fails with the next step, and loses nothing", async () => {
  const { deployment } = await deployed(service, "Instance", DEPLOYED);
  const { id } = deployment.recorded();
  const handlers = deployment.process();
  await deployment.refresh(handlers);
  const message = await messageOf(deployment.forceReplace(DEPLOYED, {}, handlers));
  expect(message).toMatch(new RegExp(`^Instance ${id} \\(of this stack\\) already has label `));
  expect(message).toContain("deleteBeforeReplace");
  expect(service.writes()).toEqual([]);
});

const RECORD = { type: "A", target: "192.0.2.1" };
/** Resources that an `up` created in one process. */
async function together(kind: string, all: readonly Values[]): Promise<Deployment[]> {
  const upping = service.process()(kind);
  const deployments = all.map((_, index) => new Deployment(service, kind, `n${index}`));
  for (const [index, args] of all.entries()) await deployments[index]?.up(args, {}, upping);
  service.forget();
  return deployments;
}

/** Inputs of so many records of one zone. */
async function records(count: number): Promise<(Values & { domainId: number })[]> {
  const domainId = await aZone(service);
  return Array.from({ length: count }, (_, index) => ({ ...RECORD, domainId, name: `r${index}` }));
}

async function deletedByHand(path: string): Promise<void> {
  await service.ask("DELETE", path);
  service.clock.advance(60_000);
  service.forget();
}

describe.each(firstLives)("$title", ({ kind, needs, args, changes }) => {
  const { noun, collection, args: rules } = definitionOf(kind);
  const isWriteOnly = (name: string): boolean => rules[name]?.writeOnly === true;
  const begin = () => deployed(service, kind, args, needs);

  test("deleted out of band is removed from state by a refresh or a destroy, and the next up recreates it", async () => {
    const { deployment, path, args: full } = await begin();
    await deletedByHand(path);
    await deployment.copy().destroy();
    expect(await deployment.refresh()).toBe("gone");
    expect(await deployment.up(full)).toBe("create");
  });

  test("an update of a resource deleted out of band fails with the next step", async () => {
    const { deployment, path, args: full } = await begin();
    await deletedByHand(path);
    const message = await messageOf(deployment.up({ ...full, ...changes }));
    expect(message).toMatch(new RegExp(`^${noun} \\S+ no longer exists`, "i"));
    expect(message).toContain("pulumi refresh");
    expect(service.writes()).toEqual([]);
  });

  test("a .get of a missing resource fails and names the ID", async () => {
    const { deployment } = await begin();
    const missing = deployment.recorded().id.replaceAll(/\d+/g, "999");
    const message = await messageOf(deployment.process().read({ id: missing, state: {} }));
    expect(message).toMatch(new RegExp(`^${noun} ${missing} does not exist`, "i"));
  });

  test("a .get returns all outputs, and the path as inputs", async () => {
    const { deployment } = await begin();
    const { id, outputs } = deployment.recorded();
    const found = await deployment.process().read({ id, state: {} });
    const told = Object.entries(outputs).filter(([name]) => !name.startsWith("__") && !isWriteOnly(name));
    const { state = {}, inputs = {} } = found ?? {};
    expect(state).toMatchObject(Object.fromEntries(told));
    expect(Object.keys(state).filter((name) => isWriteOnly(name) && state[name] !== undefined)).toEqual([]);
    expect(Object.keys(inputs)).toEqual(Array.from(collection.matchAll(/\w+(?=\})/g), ([name]) => name));
  });

  const refusals: FaultEffect[] = [
    ...[401, 403, 500, 503].map((status) => ({ kind: "status", status }) as const),
    ...[404, 200, 403].map((status) => ({ kind: "html", status }) as const),
    { kind: "status", status: 404, body: { message: "not the error body of the API" } },
    { kind: "status", status: 404, body: { errors: [] } },
    { kind: "reset" },
    { kind: "truncate" },
  ];

  test("a refresh or a .get with a refusal, a page or a broken response fails, and is never a deletion", async () => {
    const { deployment, path } = await begin();
    const { id } = deployment.recorded();
    for (const effect of refusals) {
      service.emulator.faults.add({ method: "GET", path, times: "always", effect });
      const reads = [deployment.refresh(), deployment.process().read({ id, state: {} })];
      const settled = (await Promise.allSettled(reads)).map(({ status }) => status);
      const found = { effect, settled, id: deployment.recorded().id };
      expect(found).toEqual({ effect, settled: ["rejected", "rejected"], id });
      service.emulator.faults.clear();
    }
  });

  test("a wrong API URL is an error, and nothing is removed from state or reported as deleted", async () => {
    const { deployment, args: full } = await begin();
    const at = (url: string) => deployment.process({ url });
    const wrong = at(service.emulator.url.replace(/v4$/, "v5"));
    expect(await messageOf(deployment.refresh(wrong))).toContain("compute:url");
    await errorOf(deployment.destroy(wrong));
    expect(deployment.state).toBeDefined();
    const elsewhere = at(service.emulator.url.replace(/\/v4$/, ""));
    const message = await messageOf(deployment.up({ ...full, ...changes }, {}, elsewhere));
    expect(message).toContain("The API URL must end with the version");
    expect(message).not.toMatch(new RegExp(`^${noun} \\S+ no longer exists`, "i"));
  });

  test.each(AMBIGUOUS_RESPONSES.filter(({ happened }) => happened))(
    "a delete succeeds when the DELETE gets $what",
    async (answer) => {
      const { deployment, path, list } = await begin();
      service.emulator.faults.add({ method: "DELETE", path, ...faultOf(answer) });
      await deployment.destroy();
      expect(await ownIn(service, list)).toEqual([]);
    },
  );
});

test("the delete of an instance completes when the instance no longer exists", async () => {
  const { deployment, path } = await deployed(service, "Instance", DEPLOYED);
  const started = service.clock.now();
  await deployment.destroy();
  expect(service.clock.now()).toBeGreaterThan(started);
  // Its DELETE was accepted, so the first 404 is conclusive.
  const reads = service.requests().filter(({ method }) => method === "GET");
  expect(reads.slice(-2).map(({ status }) => status)).toEqual([200, 404]);
  expect(await service.ask("GET", path)).toMatchObject({ errors: [{ reason: "Not found" }] });
});

test("the delete of an instance that keeps existing fails at its timeout, and the state keeps it", async () => {
  const deployment = new Deployment(service, "Instance");
  await deployment.up(DEPLOYED, { timeouts: { delete: 1 } });
  const message = await messageOf(deployment.destroy());
  expect(message).toMatch(/still exists \("deleting"\) after 1 seconds/);
  await deployment.destroy();
});

/** What the API deletes at once: it shows no status meanwhile. */
const DELETED_AT_ONCE = firstLives.filter(({ kind }) => definitionOf(kind).status?.deleting === undefined);

describe.each(DELETED_AT_ONCE)("a DELETE of $title that is accepted but not carried out", ({ kind, needs, args }) => {
  const { noun } = definitionOf(kind);

  test("fails with the next step, and the state keeps the resource", async () => {
    const { deployment, path, list } = await deployed(service, kind, args, needs);
    const effect = { kind: "status", status: 200, body: {} } as const;
    service.emulator.faults.add({ method: "DELETE", path, effect });
    const message = await messageOf(deployment.destroy());
    expect(message).toContain(
      `The API accepted the deletion of ${noun} ${deployment.recorded().id}, but it still exists`,
    );
    expect(message).toContain("pulumi state delete");
    await deployment.destroy();
    expect(await ownIn(service, list)).toEqual([]);
  });

  test("at once is waited for", async () => {
    const { deployment, path } = await deployed(service, kind, args, needs);
    const live = await service.ask("GET", path);
    service.forget();
    service.emulator.faults.add({ method: "GET", path, effect: { kind: "status", status: 200, body: live }, times: 2 });
    await deployment.destroy();
    expect(service.timesSent(`DELETE ${path}`)).toBe(1);
  });
});

test("a list that still shows deleted resources does not fail their deletion", async () => {
  const domains = await together("Domain", [MASTER, { ...MASTER, domain: "other.example" }]);
  const effect = { kind: "status", status: 200, body: await service.ask("GET", "/domains") } as const;
  service.emulator.faults.add({ method: "GET", path: "/domains", times: "always", effect });
  const destroying = service.process()("Domain");
  await Promise.all(domains.map((domain) => domain.destroy(destroying)));
  service.emulator.faults.clear();
  expect(await listed(service, "/domains")).toEqual([]);
});

test("a destroy of many records costs their DELETEs, and far fewer lists to confirm them", async () => {
  const deployments = await together("DomainRecord", await records(60));
  const destroying = service.process({ gatherMs: 20 })("DomainRecord");
  await Promise.all(deployments.map((one) => one.destroy(destroying)));
  const reads = service.requests().filter(({ method }) => method === "GET");
  // How many depends on the machine; docs/reference/benchmarks.md has the figures.
  expect(reads.length).toBeLessThan(30);
});

test("a refresh removes records of a deleted zone from state, even many at once", async () => {
  const all = await records(8);
  const deployments = await together("DomainRecord", all);
  await deletedByHand(`/domains/${all[0]?.domainId}`);
  const refreshing = service.process()("DomainRecord");
  const results = await Promise.all(deployments.map((deployment) => deployment.refresh(refreshing)));
  expect(results).toEqual(deployments.map(() => "gone"));
});
