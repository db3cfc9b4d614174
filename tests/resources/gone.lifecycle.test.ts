import type { FaultEffect } from "../../emulator";
import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
import { AMBIGUOUS_RESPONSES, faultOf } from "../support/exchange-faults";
import { aZone, DEPLOYED, errorOf, listed, MASTER, messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService();

const KINDS = [
  { kind: "Instance", noun: "instance", args: DEPLOYED, missing: "999" },
  { kind: "Domain", noun: "domain", args: MASTER, missing: "999" },
  { kind: "DomainRecord", noun: "domain record", args: { type: "A", target: "192.0.2.1" }, missing: "999/998" },
] as const;

async function deletedByHand(path: string): Promise<void> {
  await service.ask("DELETE", path);
  service.clock.advance(60_000);
  service.forget();
}

describe.each(KINDS)("$kind", ({ kind, noun, args, missing }) => {
  test("deleted out of band is removed from state by a refresh or a destroy, and the next up recreates it", async () => {
    const { deployment, path, args: full } = await deployed(service, kind, args);
    await deletedByHand(path);
    const destroyed = deployment.copy();
    await destroyed.destroy();
    expect(destroyed.state).toBeUndefined();
    expect(await deployment.refresh()).toBe("gone");
    expect(await deployment.up(full)).toBe("create");
  });

  test("an update of a resource deleted out of band fails with the next step", async () => {
    const { deployment, path, args: full } = await deployed(service, kind, args);
    await deletedByHand(path);
    const change = kind === "Instance" ? { tags: ["blue"] } : { ttlSec: 3600 };
    const message = await messageOf(deployment.up({ ...full, ...change }));
    expect(message).toMatch(new RegExp(`^${noun} \\S+ no longer exists`, "i"));
    expect(message).toContain("pulumi refresh");
    expect(service.writes()).toEqual([]);
  });

  test("a .get of a missing resource fails and names the ID", async () => {
    const handlers = new Deployment(service, kind).process();
    const message = await messageOf(handlers.read({ id: missing, state: {} }));
    expect(message).toMatch(new RegExp(`^${noun} ${missing} does not exist`, "i"));
  });

  test("a .get returns all outputs, and the path as inputs", async () => {
    const { deployment } = await deployed(service, kind, args);
    const { id, outputs } = deployment.recorded();
    const found = await deployment.process().read({ id, state: {} });
    const { rootPass: _never, __options: _own, __applied: _memory, ...told } = outputs;
    expect(found?.state).toMatchObject(told);
    expect(found?.state.rootPass).toBeUndefined();
    expect(Object.keys(found?.inputs ?? {})).toEqual(kind === "DomainRecord" ? ["domainId"] : []);
  });

  const refusals: readonly [string, FaultEffect][] = [
    ["401", { kind: "status", status: 401 }],
    ["403", { kind: "status", status: 403 }],
    ["500", { kind: "status", status: 500 }],
    ["503", { kind: "status", status: 503 }],
    ["an HTML page with 404", { kind: "html", status: 404 }],
    ["an HTML page with 200", { kind: "html", status: 200 }],
    ["an HTML page with 403", { kind: "html", status: 403 }],
    ["a 404 without the API's error body", { kind: "status", status: 404, body: { message: "no route" } }],
    ["a 404 with an empty list of errors", { kind: "status", status: 404, body: { errors: [] } }],
    ["a broken connection", { kind: "reset" }],
    ["a truncated body", { kind: "truncate" }],
  ];

  test("a refresh or a .get with a refusal, a page or a broken response fails, and is never a deletion", async () => {
    const { deployment, path } = await deployed(service, kind, args);
    const { id } = deployment.recorded();
    for (const [what, effect] of refusals) {
      service.emulator.faults.add({ method: "GET", path, times: "always", effect });
      const reads = [deployment.refresh(), deployment.process().read({ id, state: {} })];
      const settled = (await Promise.allSettled(reads)).map(({ status }) => status);
      expect({ what, settled, id: deployment.recorded().id }).toEqual({ what, settled: ["rejected", "rejected"], id });
      service.emulator.faults.clear();
    }
  });

  test("a wrong API URL is an error, and nothing is removed from state or reported as deleted", async () => {
    const { deployment, args: full } = await deployed(service, kind, args);
    const at = (url: string) => deployment.process({ url });
    const wrong = at(service.emulator.url.replace(/v4$/, "v5"));
    expect(await messageOf(deployment.refresh(wrong))).toContain("compute:url");
    await errorOf(deployment.destroy(wrong));
    expect(deployment.state).toBeDefined();
    const elsewhere = at(service.emulator.url.replace(/\/v4$/, ""));
    const change = kind === "Instance" ? { tags: ["blue"] } : { ttlSec: 3600 };
    const message = await messageOf(deployment.up({ ...full, ...change }, {}, elsewhere));
    expect(message).toContain("The API URL must end with the version");
    expect(message).not.toMatch(new RegExp(`^${noun} \\S+ no longer exists`, "i"));
  });

  test.each(AMBIGUOUS_RESPONSES.filter(({ happened }) => happened))(
    "a delete succeeds when the DELETE gets $what",
    async (answer) => {
      const { deployment, path } = await deployed(service, kind, args);
      service.emulator.faults.add({ method: "DELETE", path, ...faultOf(answer) });
      await deployment.destroy();
      expect(await listed(service, path.replace(/\/\d+$/, ""))).toEqual([]);
    },
  );
});

test("the delete of an instance completes when the instance no longer exists", async () => {
  const { deployment, path } = await deployed(service, "Instance", DEPLOYED);
  const started = service.clock.now();
  service.forget();
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
  expect(deployment.state).toBeUndefined();
});

describe.each(KINDS.slice(1))("a DELETE of a $kind that is accepted but not carried out", ({ kind, noun, args }) => {
  test("fails with the next step, and the state keeps the resource", async () => {
    const { deployment, path } = await deployed(service, kind, args);
    const effect = { kind: "status", status: 200, body: {} } as const;
    service.emulator.faults.add({ method: "DELETE", path, effect });
    const message = await messageOf(deployment.destroy());
    expect(message).toContain(
      `The API accepted the deletion of ${noun} ${deployment.recorded().id}, but it still exists`,
    );
    expect(message).toContain("pulumi state delete");
    await deployment.destroy();
    expect(await listed(service, path.replace(/\/\d+$/, ""))).toEqual([]);
  });

  test("at once is waited for", async () => {
    const { deployment, path } = await deployed(service, kind, args);
    const live = await service.ask("GET", path);
    service.forget();
    service.emulator.faults.add({ method: "GET", path, effect: { kind: "status", status: 200, body: live }, times: 2 });
    await deployment.destroy();
    expect(service.timesSent(`DELETE ${path}`)).toBe(1);
  });
});

test("a list that still shows deleted resources does not fail their deletion", async () => {
  const upping = service.process()("Domain");
  const domains = ["a", "b"].map((name) => new Deployment(service, "Domain", name));
  for (const [index, domain] of domains.entries()) {
    await domain.up({ ...MASTER, domain: `shop${index}.example` }, {}, upping);
  }
  const body = await service.ask("GET", "/domains");
  const effect = { kind: "status", status: 200, body } as const;
  service.emulator.faults.add({ method: "GET", path: "/domains", times: "always", effect });
  const destroying = service.process()("Domain");
  await Promise.all(domains.map((domain) => domain.destroy(destroying)));
  service.emulator.faults.clear();
  expect(await listed(service, "/domains")).toEqual([]);
});

test("a destroy of many records costs their DELETEs, and a few lists to confirm them", async () => {
  const domainId = await aZone(service);
  const upping = service.process()("DomainRecord");
  const records = Array.from({ length: 60 }, (_, index) => new Deployment(service, "DomainRecord", `r${index}`));
  await Promise.all(
    records.map((one, index) => one.up({ domainId, type: "A", name: `r${index}`, target: "192.0.2.1" }, {}, upping)),
  );
  service.forget();
  const destroying = service.process({ gatherMs: 20 })("DomainRecord");
  await Promise.all(records.map((one) => one.destroy(destroying)));
  const reads = service.requests().filter(({ method }) => method === "GET");
  expect(reads.length).toBeLessThanOrEqual(12);
});

test("a refresh removes records of a deleted zone from state, even many at once", async () => {
  const domainId = await aZone(service);
  const deployments = Array.from({ length: 8 }, (_, index) => new Deployment(service, "DomainRecord", `r${index}`));
  const upping = service.process()("DomainRecord");
  for (const [index, deployment] of deployments.entries()) {
    await deployment.up({ domainId, type: "A", name: `r${index}`, target: "192.0.2.1" }, {}, upping);
  }
  await deletedByHand(`/domains/${domainId}`);
  const refreshing = service.process()("DomainRecord");
  const results = await Promise.all(deployments.map((deployment) => deployment.refresh(refreshing)));
  expect(results).toEqual(deployments.map(() => "gone"));
});
