import type { FaultEffect } from "../../emulator";
import type { Values } from "../../provider/definition/values";
import { asSecret } from "../../provider/shared/boundary";
import { deployed, Deployment } from "../support/deployment";
import type { ResourceOptions, Step } from "../support/deployment";
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

/** The error of a failing operation, in which nothing printable is secret. */
async function cleanErrorOf(operation: Promise<unknown>): Promise<HostError> {
  const error: HostError = await errorOf(operation);
  expectClean(printable(error));
  return error;
}
const anInstance = async (): Promise<Deployment> => (await deployed(service, "Instance", DEPLOYED)).deployment;

afterEach(() => expectClean(spoken()));

test.each([400, 401, 403, 404, 422])(
  "a rejected create (%i) that echoes the secrets is reported without them",
  async (status) => {
    service.emulator.faults.add({ method: "POST", path: "/compute/instances", effect: echo(status, PASSWORD) });
    const error = await cleanErrorOf(new Deployment(service, "Instance").up(DEPLOYED));
    expect(error.message).toContain("rootPass: you sent");
    expect(error.message).toContain("[secret]");
  },
);

test("an unfinished create that echoes the secrets is reported without them, and the state has them only in their own properties", async () => {
  const deployment = new Deployment(service, "Instance");
  service.emulator.faults.add({ method: "PUT", path: "/compute/instances/*", effect: echo(400, PASSWORD) });
  const error = await cleanErrorOf(deployment.up({ ...DEPLOYED, alerts: { cpu: 5 } }));
  expect(error.reasons?.join()).toContain("[secret]");
  const { rootPass, ...others } = error.properties ?? {};
  expect(rootPass).toEqual(asSecret(PASSWORD));
  expectClean(JSON.stringify(others));
});

test("a failed change of the root password reveals neither the old nor the new one", async () => {
  const deployment = await anInstance();
  service.emulator.faults.add({ method: "POST", path: "/**/password", effect: echo(400, NEW_PASSWORD, PASSWORD) });
  const error = await cleanErrorOf(deployment.up({ ...DEPLOYED, rootPass: NEW_PASSWORD }));
  expect(error.id).toBeDefined();
});

test.each(["refresh", "destroy"] as const)(
  "a failed %s that echoes the secrets is reported without them",
  async (operation) => {
    const deployment = await anInstance();
    service.emulator.faults.add({ path: "/compute/instances/*", times: "always", effect: echo(403, PASSWORD) });
    await cleanErrorOf(deployment[operation]());
  },
);

test("a status that echoes the token in the first response of a process is shown without it", async () => {
  const deployment = await anInstance();
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
  const error = await cleanErrorOf(new Deployment(service, "Instance").up(DEPLOYED));
  expect(Object.keys(error)).not.toContain("config");
  expect(error.cause).toBeUndefined();
});

describe("a record set and an existing record that differs", () => {
  const RECORD = { type: "TXT", name: "key", target: PASSWORD };
  let domainId: number;
  beforeEach(async () => {
    domainId = await aZone(service);
    await service.ask("POST", `/domains/${domainId}/records`, { ...RECORD, ttl_sec: 300 });
  });
  const up = (record: Values, options?: ResourceOptions): Promise<Step> =>
    new Deployment(service, "DomainRecordSet").up({ domainId, records: [record], exclusive: true }, options);

  test.each([
    ["a declared one", RECORD, []],
    ["an existing one if records are secret", { ...RECORD, target: "another" }, [["records", "*", "target"]]],
  ])("an import does not reveal the contents of %s", async (_, record, secrets) => {
    const error = await cleanErrorOf(up(record, { import: `${domainId}/records`, secrets }));
    expect(error.message).toMatch(/records\[0\] is actually TXT key \(id \d+\)/);
  });

  test("an update does not reveal the contents of the existing one, which may be declared", async () => {
    await up(RECORD);
    expect(spoken()).toMatch(/`exclusive` will delete undeclared records: TXT key \(id \d+\)/);
  });
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

  let domainId: number;
  beforeEach(async () => {
    domainId = await aZone(service);
  });

  test("is not revealed by the error of a create that quotes it in any encoding", async () => {
    service.emulator.faults.add({ method: "POST", path: "/domains/*/records", effect });
    const error = await errorOf(new Deployment(service, "DomainRecord").up(args(domainId), marked));
    expect(error.message).toContain("target: no: [secret] or [secret] or [secret] or [secret]");
    expectUntold(printable(error));
  });

  test("is not revealed by an update that quotes the previous value, or a refresh or a delete, which have only the state", async () => {
    const deployment = new Deployment(service, "DomainRecord");
    await deployment.up(args(domainId), marked);
    service.emulator.faults.add({ method: "PUT", path: "/domains/*/records/*", effect });
    expectUntold(printable(await errorOf(deployment.up({ ...args(domainId), target: "another" }, marked))));
    service.emulator.faults.add({ path: "/domains/*/records/**", times: "always", effect });
    expectUntold(printable(await errorOf(deployment.refresh())));
    expectUntold(printable(await errorOf(deployment.destroy())));
  });

  test("is not revealed by its own validation error", async () => {
    const wrong = { ...args(domainId), type: "AAAA" };
    expectUntold(await messageOf(new Deployment(service, "DomainRecord").up(wrong, marked)));
  });
});
