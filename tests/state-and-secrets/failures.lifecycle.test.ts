import type { FaultEffect } from "../../emulator";
import { Deployment } from "../support/deployment";
import { aZone, DEPLOYED, errorOf, messageOf } from "../support/programs";
import { hostFrontEnd } from "../support/host-front-end";
import type { HostError } from "../support/host-front-end";
import { useService } from "../support/service";

const service = useService({}, hostFrontEnd);
const PASSWORD = DEPLOYED.rootPass;
const NEW_PASSWORD = "another-horse-2";

/** A response that echoes the token and every password that was sent. */
const echo = (status: number, ...passwords: string[]): FaultEffect => {
  const reason = `you sent Bearer ${service.emulator.token} with ${passwords.join(" after ")}`;
  return { kind: "status", status, body: { errors: [{ field: "root_pass", reason }] } };
};

/** All of an error that the plugin, a log or a debugger could print, except the properties that are saved in state. */
function printable(error: HostError): string {
  const { properties: _state, ...shown } = error;
  return [error.message, error.stack, JSON.stringify(shown), String(error), JSON.stringify(error.cause)].join("\n");
}
function expectClean(text: string): void {
  for (const secret of [PASSWORD, NEW_PASSWORD, service.emulator.token]) expect(text).not.toContain(secret);
}
const spoken = (): string => service.messages().join("\n");

afterEach(() => expectClean(spoken()));

test.each([400, 401, 403, 404, 422])(
  "a rejected create (%i) that echoes the secrets is reported without them",
  async (status) => {
    service.emulator.faults.add({ method: "POST", path: "/compute/instances", effect: echo(status, PASSWORD) });
    const error = await errorOf(new Deployment(service, "Instance").up(DEPLOYED));
    expect(error.message).toContain("rootPass: you sent");
    expect(error.message).toContain("[secret]");
    expectClean(printable(error));
  },
);

test("an unfinished create that echoes the secrets is reported without them, and the state has them only in their own properties", async () => {
  const deployment = new Deployment(service, "Instance");
  service.emulator.faults.add({ method: "PUT", path: "/compute/instances/*", effect: echo(400, PASSWORD) });
  const error: HostError = await errorOf(deployment.up({ ...DEPLOYED, alerts: { cpu: 5 } }));
  expect(error.reasons?.join()).toContain("[secret]");
  expectClean(printable(error));
  const { rootPass, ...others } = error.properties ?? {};
  expect(rootPass).toBe(PASSWORD);
  expectClean(JSON.stringify(others));
});

test("a failed change of the root password reveals neither the old nor the new one", async () => {
  const deployment = new Deployment(service, "Instance");
  await deployment.up(DEPLOYED);
  service.emulator.faults.add({ method: "POST", path: "/**/password", effect: echo(400, NEW_PASSWORD, PASSWORD) });
  const error: HostError = await errorOf(deployment.up({ ...DEPLOYED, rootPass: NEW_PASSWORD }));
  expect(error.id).toBeDefined();
  expectClean(printable(error));
});

test.each(["refresh", "destroy"] as const)(
  "a failed %s that echoes the secrets is reported without them",
  async (operation) => {
    const deployment = new Deployment(service, "Instance");
    await deployment.up(DEPLOYED);
    service.emulator.faults.add({ path: "/compute/instances/*", times: "always", effect: echo(403, PASSWORD) });
    expectClean(printable(await errorOf(deployment[operation]())));
  },
);

test("a status that echoes the token in the first response of a process is shown without it", async () => {
  const deployment = new Deployment(service, "Instance");
  await deployment.up(DEPLOYED);
  const body = { id: Number(deployment.recorded().id), status: `hello ${service.emulator.token}` };
  const effect = { kind: "status", status: 200, body } as const;
  service.emulator.faults.add({ method: "GET", path: "/compute/instances/*", times: 2, effect });
  await deployment.destroy();
  expect(spoken()).toContain("[secret]");
});

test.each<[string, FaultEffect]>([
  ["a broken connection", { kind: "reset" }],
  ["a page instead of a response", { kind: "html", status: 502 }],
  ["a truncated response", { kind: "truncate" }],
])("an error of the HTTP library (%s) contains neither the token nor the request", async (_, effect) => {
  service.emulator.faults.add({ path: "/**", times: "always", effect });
  const error = await errorOf(new Deployment(service, "Instance").up(DEPLOYED));
  expectClean(printable(error));
  expect(Object.keys(error)).not.toContain("config");
  expect(error.cause).toBeUndefined();
});

test("the error of a refused connection contains neither token nor password", async () => {
  const deployment = new Deployment(service, "Instance");
  const handlers = deployment.process({ url: "http://127.0.0.1:1/v4" });
  const error = await errorOf(deployment.up(DEPLOYED, {}, handlers));
  expect(error.message).toContain("ECONNREFUSED");
  expectClean(printable(error));
});

test("an import that differs neither compares nor shows the root password", async () => {
  const made = new Deployment(service, "Instance", "made");
  await made.up({ ...DEPLOYED, label: "web" });
  const adopting = new Deployment(service, "Instance");
  const args = { ...DEPLOYED, rootPass: NEW_PASSWORD, label: "other" };
  expectClean(printable(await errorOf(adopting.up(args, { import: made.recorded().id }))));
});

test("an import of a record set that differs does not reveal the contents of declared records", async () => {
  const domainId = await aZone(service);
  const record = { type: "TXT", name: "key", target: PASSWORD };
  await service.ask("POST", `/domains/${domainId}/records`, { ...record, ttl_sec: 300 });
  const importing = new Deployment(service, "DomainRecordSet");
  const args = { domainId, records: [record], exclusive: true };
  const message = await messageOf(importing.up(args, { import: `${domainId}/records` }));
  expect(message).toMatch(/records\[0\] is actually TXT key \(id \d+\)/);
  expectClean(message);
});

test("an import of a record set with secret records does not reveal the contents of existing ones", async () => {
  const domainId = await aZone(service);
  await service.ask("POST", `/domains/${domainId}/records`, { type: "TXT", name: "key", target: PASSWORD });
  const args = { domainId, records: [{ type: "TXT", name: "key", target: "another" }], exclusive: true };
  const options = { import: `${domainId}/records`, secrets: [["records", "*", "target"]] };
  const message = await messageOf(new Deployment(service, "DomainRecordSet").up(args, options));
  expect(message).toMatch(/records\[0\] is actually TXT key \(id \d+\)/);
  expectClean(message);
});

test("a record set that changes an existing record does not reveal its contents, which may be declared", async () => {
  const domainId = await aZone(service);
  const record = { type: "TXT", name: "key", target: PASSWORD };
  await service.ask("POST", `/domains/${domainId}/records`, { ...record, ttl_sec: 300 });
  await new Deployment(service, "DomainRecordSet").up({ domainId, records: [record], exclusive: true });
  expect(spoken()).toMatch(/`exclusive` will delete undeclared records: TXT key \(id \d+\)/);
});

describe("an input that the program marks as secret", () => {
  const secret = 'horse "&" battery/1';
  const args = (domainId: number) => ({ domainId, type: "TXT", name: "key", target: secret });
  const marked = { secrets: [["target"]] };
  const spellings = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64"),
  ];
  const reason = `no: ${spellings.join(" or ")}`;
  const effect: FaultEffect = { kind: "status", status: 400, body: { errors: [{ field: "target", reason }] } };
  const expectUntold = (text: string): void => {
    for (const spelling of spellings) expect(text).not.toContain(spelling);
  };

  test("is not revealed by the error of a create that quotes it in any encoding", async () => {
    const domainId = await aZone(service);
    service.emulator.faults.add({ method: "POST", path: "/domains/*/records", effect });
    const error = await errorOf(new Deployment(service, "DomainRecord").up(args(domainId), marked));
    expect(error.message).toContain("target: no: [secret] or [secret] or [secret] or [secret]");
    expectUntold(printable(error));
  });

  test("is not revealed by a refresh or a delete, which have only the state", async () => {
    const deployment = new Deployment(service, "DomainRecord");
    await deployment.up(args(await aZone(service)), marked);
    service.emulator.faults.add({ path: "/domains/*/records/**", times: "always", effect });
    expectUntold(printable(await errorOf(deployment.refresh())));
    expectUntold(printable(await errorOf(deployment.destroy())));
  });

  test("is not revealed by the error of an update that quotes the previous value", async () => {
    const deployment = new Deployment(service, "DomainRecord");
    const domainId = await aZone(service);
    await deployment.up(args(domainId), marked);
    service.emulator.faults.add({ method: "PUT", path: "/domains/*/records/*", effect });
    expectUntold(printable(await errorOf(deployment.up({ ...args(domainId), target: "another" }, marked))));
  });

  test("is not revealed by its own validation error", async () => {
    const deployment = new Deployment(service, "DomainRecord");
    const wrong = { domainId: await aZone(service), type: "AAAA", name: "key", target: secret };
    expectUntold(await messageOf(deployment.up(wrong, marked)));
  });
});

test("escapes terminal control characters in texts of the API", async () => {
  const reason = "no\u001b[2J\u0007\nsecond line \u202etxet <{%odd%}>";
  const body = { errors: [{ reason }] };
  service.emulator.faults.add({ method: "POST", path: "/domains", effect: { kind: "status", status: 400, body } });
  const zone = { domain: "zone.example", type: "master", soaEmail: "a@zone.example" };
  const error: HostError = await errorOf(new Deployment(service, "Domain").up(zone));
  expect(error.message).toContain(String.raw`no\u001b[2J\u0007\nsecond line \u202etxet <\u007b%odd%}>`);
});

test("errors of rejected requests have no ID", async () => {
  const deployment = new Deployment(service, "Instance");
  service.emulator.faults.add({ method: "POST", path: "/compute/instances", effect: { kind: "status", status: 400 } });
  expect(await errorOf(deployment.up(DEPLOYED))).not.toHaveProperty("id");
  await deployment.up(DEPLOYED);
  service.emulator.faults.add({ path: "/**", times: "always", effect: { kind: "status", status: 403 } });
  expect(await errorOf(deployment.refresh())).not.toHaveProperty("id");
  expect(await errorOf(deployment.destroy())).not.toHaveProperty("id");
  expect(await errorOf(deployment.up({ ...DEPLOYED, tags: ["blue"] }))).not.toHaveProperty("id");
});
