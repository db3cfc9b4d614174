import { createClient } from "../../provider/api/client";
import type { Values } from "../../provider/definition/values";
import { definitionOf } from "../../provider/resources/registry";
import { deployed, Deployment } from "../support/deployment";
import { aZone, DEPLOYED, EMPTY, errorOf, MASTER, messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const aDomain = async (): Promise<Deployment> => (await deployed(service, "Domain", MASTER)).deployment;

test.each<[string, string, Values]>([
  ["an object", "Domain", MASTER],
  ["a set", "DomainRecordSet", { records: [{ type: "A", name: "www", target: "192.0.2.1" }] }],
])("every operation on %s ends at its timeout, even while the API's limit is exceeded", async (_, kind, own) => {
  const args = kind === "DomainRecordSet" ? { ...own, domainId: await aZone(service) } : own;
  const options = { timeouts: { create: 60, update: 60, delete: 60 } };
  const deployment = new Deployment(service, kind);
  const seconds = async (operation: () => Promise<unknown>): Promise<number> => {
    const effect = { kind: "status", status: 429, headers: { "Retry-After": "25" } } as const;
    service.emulator.faults.add({ method: "GET", path: "/**", effect, times: "always" });
    service.emulator.faults.add({ method: "POST", path: "/**", effect: { kind: "status", status: 503 } });
    const begun = service.clock.now();
    expect(await messageOf(operation())).toMatch(/HTTP (429|503)|after this operation's timeout/);
    service.emulator.faults.clear();
    return (service.clock.now() - begun) / 1000;
  };
  const handlers = deployment.process();
  const inputs = await deployment.check(handlers, {}, deployment.inputsFrom(args, options));
  expect(await seconds(() => deployment.create(handlers, inputs))).toBeLessThan(60);
  await deployment.up(args, options);
  const recorded = { id: deployment.recorded().id, state: deployment.recorded().outputs };
  const changed = deployment.inputsFrom({ ...args, records: [], description: "new" }, options);
  expect(await seconds(() => deployment.process().update(recorded, changed))).toBeLessThan(60);
  expect(await seconds(() => deployment.process().delete(recorded))).toBeLessThan(60);
});

test.each([
  ["the API's error", undefined],
  ["a proxy's page", "<html>Too Many Requests</html>"],
])("a 429 that asks for a wait of two hours ends each operation at once, which says so: %s", async (_, page) => {
  const deployment = await aDomain();
  const other = new Deployment(service, "Domain", "other");
  const args = { ...MASTER, domain: "other.example" };
  const handlers = other.process();
  const inputs = await other.check(handlers, {}, other.inputsFrom(args));
  const effect = {
    kind: "status",
    status: 429,
    headers: { "Retry-After": "7200" },
    ...(page && { body: page }),
  } as const;
  for (const method of ["GET", "PUT", "POST", "DELETE"])
    service.emulator.faults.add({ method, path: "/**", effect, times: "always" });
  const begun = service.clock.now();
  await other.previewNew(args);
  const { id, outputs: state } = deployment.recorded();
  const changed = deployment.inputsFrom({ ...MASTER, description: "new" });
  for (const message of [
    service.warnings().join(),
    await messageOf(other.create(handlers, inputs)),
    await messageOf(deployment.process().update({ id, state }, changed)),
    await messageOf(deployment.refresh()),
    await messageOf(deployment.process().delete({ id, state })),
  ])
    expect(message).toMatch(/(wait for|allows it in) 7200 seconds.*[Rr]un the same command again after that/);
  expect(service.clock.now() - begun).toBeLessThan(1000);
});

test("a refused connection to this machine names the command that starts the emulator there; an unknown host does not", async () => {
  const { token } = service.emulator;
  const failure = (url: string): Promise<string> => {
    const send = createClient({ url, token, brand: "compute" }, { clock: service.clock });
    return messageOf(send({ method: "GET", path: "/domains" }));
  };
  expect(await failure("http://127.0.0.1:1/v4")).toContain("(npx pulumi-compute emulator --port 1)");
  expect(await failure("http://nowhere.invalid/v4")).not.toContain("emulator");
});

describe("a write that takes effect despite an ambiguous response", () => {
  const FAILS = { effect: { kind: "status", status: 500 }, phase: "after", times: "always" } as const;
  const A_RECORD = { type: "A", name: "www", target: "192.0.2.1" };
  const www = { records: [A_RECORD] };
  const both = { records: [A_RECORD, { type: "A", name: "mail", target: "192.0.2.2" }] };
  test.each<[string, string, string, Values, Values]>([
    ["a property", "Domain", "PUT /domains/*", { ...MASTER, description: "old" }, { description: "new" }],
    ["a new property", "Domain", "PUT /domains/*", MASTER, { description: "new" }],
    ["a step", "Instance", "POST /**/shutdown", { ...DEPLOYED, booted: true }, { booted: false }],
    ["a plan", "Instance", "POST /**/resize", EMPTY, { type: "g6-standard-1" }],
    ["a record of a set", "DomainRecordSet", "PUT /**/records/*", www, { records: [{ ...A_RECORD, ttlSec: 300 }] }],
    ["a record that leaves a set", "DomainRecordSet", "DELETE /**/records/*", both, www],
  ])("is undone when the program reverts: %s", async (_, kind, write, own, change) => {
    const args = kind === "DomainRecordSet" ? { ...own, domainId: await aZone(service) } : own;
    const { deployment } = await deployed(service, kind, args);
    const { outputs } = deployment.recorded();
    const [method = "", path = ""] = write.split(" ");
    service.emulator.faults.add({ method, path, ...FAILS });
    await errorOf(deployment.up({ ...args, ...change }));
    service.emulator.faults.clear();
    expect(await deployment.up(args)).toBe("update");
    const [argument = ""] = Object.keys(change);
    expect(deployment.recorded().outputs[argument]).toEqual(outputs[argument]);
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up(args)).toBe("same");
  });

  test("is compared even if a retry was rejected, and not sent again if the program is unchanged", async () => {
    const deployment = await aDomain();
    service.emulator.faults.add({ method: "PUT", path: "/domains/*", ...FAILS, times: 1 });
    const effect = { kind: "status", status: 403 } as const;
    service.emulator.faults.add({ method: "PUT", path: "/domains/*", effect, nth: 2 });
    expect(await messageOf(deployment.up({ ...MASTER, description: "new" }))).toContain("HTTP 403");
    service.forget();
    expect(await deployment.preview(MASTER)).toBe("update");
    expect(await deployment.up({ ...MASTER, description: "new" })).toBe("update");
    expect(service.writes()).toEqual([]);
    expect(await deployment.up({ ...MASTER, description: "new" })).toBe("same");
  });

  test("is not repeated after a 429 if the resource shows that it was carried out", async () => {
    const { deployment } = await deployed(service, "Instance", EMPTY);
    const effect = { kind: "status", status: 429 } as const;
    service.emulator.faults.add({ method: "POST", path: "/**/ips", effect, phase: "after" });
    await deployment.up({ ...EMPTY, privateIp: true });
    expect(service.writes()).toEqual([expect.stringMatching(/ips$/)]);
    expect(await deployment.refresh()).toBe("same");
  });

  test("is sent again if the API never shows the value", async () => {
    const { deployment } = await deployed(service, "Instance", DEPLOYED);
    service.emulator.faults.add({ method: "POST", path: "/**/password", ...FAILS });
    await errorOf(deployment.up({ ...DEPLOYED, rootPass: "another-horse-2" }));
    service.emulator.faults.clear();
    service.forget();
    expect(await deployment.up(DEPLOYED)).toBe("update");
    expect(service.writes()).toContainEqual(expect.stringContaining("/password"));
    expect(await deployment.up(DEPLOYED)).toBe("same");
  });
});

test("accepts another content type, extra fields and unknown values from the API", async () => {
  const deployment = new Deployment(service, "Domain");
  service.emulator.faults.add({ path: "/domains", effect: { kind: "contentType", value: "text/plain" } });
  await deployment.up(MASTER);
  const { id } = deployment.recorded();
  const body = { ...(await service.ask("GET", `/domains/${id}`)), surprise: { a: [1] }, status: "unheard_of" };
  service.emulator.faults.add({ method: "GET", path: "/domains/*", effect: { kind: "status", status: 203, body } });
  expect(await deployment.refresh()).toBe("same");
  expect(deployment.recorded().outputs.status).toBe("unheard_of");
});

test("rejects an unknown resource type, and lists the known ones", () => {
  expect(() => definitionOf("Teapot")).toThrow(/no resource type "Teapot".*Domain, DomainRecord/);
});
