import type { FaultRule } from "../../emulator";
import type { Values } from "../../provider/definition/values";
import { collectionOf, deployed, Deployment, expectSettled } from "../support/deployment";
import type { HandlerError } from "../support/deployment";
import { errorOf, listed, messageOf, MONGO, MYSQL } from "../support/programs";
import { useService } from "../support/service";

const LIST = "/databases/mongodb/instances";
const LIMITED = { ...MONGO, allowList: ["192.0.2.1"] };
const KINDS = [
  ["MongoDatabase", MONGO],
  ["MysqlDatabase", MYSQL],
] as const;
const DETAILS = ["rootUsername", "rootPassword", "caCertificate"];
const BACKING_UP = "Your database is backing_up; please wait until it becomes active to perform this operation.";

const service = useService({ databaseProvisionMs: 60_000 });
const documented = useService({ documentedOnly: true });
const bare = useService({ createAnswer: "bare" });

/** An active database; the requests and messages of its create are discarded. */
async function active(args: Values = MONGO): Promise<Deployment> {
  const { deployment } = await deployed(service, "MongoDatabase", args);
  service.said.length = 0;
  return deployment;
}
const newDatabase = (): Deployment => new Deployment(service, "MongoDatabase");
const setStatus = (deployment: Deployment, status: string): unknown =>
  service.emulator.poke("database", Number(deployment.recorded().id), { status });

type Answer = Partial<FaultRule> & { readonly body?: unknown; readonly reason?: string };

/** The API responds to requests below the collection with this status, and this body or reason. */
function respond(path: string, status: number, { body, reason, ...more }: Answer = {}): void {
  const answer = reason === undefined ? body : { errors: [{ reason }] };
  service.emulator.faults.add({ path: `${LIST}${path}`, effect: { kind: "status", status, body: answer }, ...more });
}

/** The API shows this status, whatever the real one, and no replica set, as the real API does until a database is active. */
function pretend(status: string, more: Partial<FaultRule> = {}): void {
  const shown = { engine: "mongodb", version: "4.4.10", label: "orders", replica_set: null };
  respond("/*", 200, { method: "GET", body: { ...MONGO, ...shown, id: 80_001, status }, ...more });
}

const detailsOf = ({ outputs }: { outputs: Values }): unknown[] => DETAILS.map((name) => outputs[name]);
const ofDetails = (): string[] =>
  service.requests().flatMap(({ path }) => (/\/(credentials|ssl)$/.test(path) ? [path.replace(/.*\//, "")] : []));

/** All of an error that could be printed, except what is saved in state. */
const printable = ({ state: _state, ...shown }: HandlerError, error: HandlerError): string =>
  [error.message, error.stack, JSON.stringify(shown), String(error)].join("\n");

describe("a create", () => {
  test("waits until the database is active, sends the window, waits again, and outputs its hosts", async () => {
    const deployment = newDatabase();
    await deployment.up({ ...MONGO, clusterSize: 3, updates: { frequency: "monthly", weekOfMonth: 2 } });
    expect(service.messages()).toContain('provisioning, waiting for "active"');
    expect(service.requests().filter(({ status }) => status >= 400)).toEqual([]);
    expect(service.writes()).toEqual([`POST ${LIST}`, `PUT ${LIST}/80001`]);
    const { hosts, peers, port, status } = deployment.recorded().outputs;
    expect({ hosts, port, status }).toEqual({
      hosts: { primary: expect.stringMatching(/^com-80001-1\./), secondary: null },
      port: 27_017,
      status: "active",
    });
    expect(peers).toHaveLength(3);
    expect(await listed(service, LIST)).toMatchObject([{ updates: { frequency: "monthly", week_of_month: 2 } }]);
  });

  test.each([
    ["failed", /80001 is "failed".*Restore one of its backups/],
    ["suspended", /80001 is "suspended".*Resume it in the service/],
  ])("of a database that is %s fails at once with its ID and an explanation, and can be resumed", async (...row) => {
    const [status, explanation] = row;
    const deployment = newDatabase();
    const args = { ...MONGO, label: "orders" };
    pretend(status);
    expect(await messageOf(deployment.up(args))).toMatch(explanation);
    expect(deployment.recorded().id).toBe("80001");
    service.forget();
    expect(await deployment.up(args)).toBe("update");
    expect(service.writes()).toEqual([]);
    expect(deployment.recorded().outputs).toMatchObject({ status: "active", rootPassword: expect.any(String) });
    expect(await deployment.up(args)).toBe("same");
  });

  test.each(KINDS)("of a %s completes if the API's responses to creates are minimal", async (kind, args) => {
    for (const more of [{}, { updates: { hourOfDay: 5 } }]) {
      bare.emulator.reset();
      const deployment = new Deployment(bare, kind);
      expect(await deployment.up({ ...args, ...more })).toBe("create");
      expect(deployment.recorded().outputs).toMatchObject({ status: "active", hosts: { primary: expect.any(String) } });
      await expectSettled(deployment, { ...args, ...more });
    }
  });
});

test.each<[string, (deployment: Deployment) => Promise<unknown>, string, string]>([
  ["an update", (deployment) => deployment.up(LIMITED), '"active"', "PUT"],
  ["a delete", (deployment) => deployment.destroy(), '"active" or "failed" or "degraded"', "DELETE"],
])("%s waits for the operation in progress, reports it, and is sent once", async (_, operate, awaited, method) => {
  const deployment = await active();
  await service.ask("POST", `${LIST}/80001/backups`, { label: "by-hand" });
  service.forget();
  await operate(deployment);
  expect(service.messages()).toContain(`backing_up, waiting for ${awaited}`);
  expect(service.writes()).toEqual([`${method} ${LIST}/80001`]);
});

describe("an update", () => {
  test("waits until the database is no longer updating", async () => {
    const deployment = await active();
    await deployment.up(LIMITED);
    expect(service.messages()).toContain("updating, waiting for the update to finish");
    expect(deployment.recorded().outputs.status).toBe("active");
    expect(await listed(service, LIST)).toMatchObject([{ status: "active" }]);
  });

  test("that the API rejects because an operation started in between is retried", async () => {
    const deployment = await active();
    respond("/*", 400, { method: "PUT", times: 2, reason: BACKING_UP });
    expect(await deployment.up(LIMITED)).toBe("update");
    expect(service.writes()).toHaveLength(3);
    expect(await listed(service, LIST)).toMatchObject([{ allow_list: ["192.0.2.1/32"] }]);
  });

  test("of a database that fails meanwhile stops at once, and the state records what was sent", async () => {
    const deployment = await active();
    pretend("failed", { nth: 2 });
    expect(await messageOf(deployment.up(LIMITED))).toContain('is "failed"');
    service.forget();
    expect(await deployment.up(LIMITED)).toBe("update");
    expect(service.writes()).toEqual([]);
    expect(await deployment.up(LIMITED)).toBe("same");
  });

  test("of a suspended database, or its delete, is rejected without a write, with an explanation", async () => {
    const deployment = await active();
    setStatus(deployment, "suspended");
    expect(await messageOf(deployment.up({ ...MONGO, label: "orders" }))).toContain("Resume it in the service");
    expect(await messageOf(deployment.destroy())).toContain('is "suspended"');
    expect(service.writes()).toEqual([]);
  });

  test("from a monthly to a weekly window clears the week, and removing the window restores the default", async () => {
    const monthly = { ...MONGO, updates: { frequency: "monthly", weekOfMonth: 2, hourOfDay: 4 } };
    const deployment = await active(monthly);
    const updates = async () => (await listed(service, LIST))[0]?.updates;
    await deployment.up({ ...MONGO, updates: { frequency: "weekly" } });
    expect(await updates()).toMatchObject({ frequency: "weekly", week_of_month: null, hour_of_day: 4 });
    await deployment.up(monthly);
    expect(await deployment.up(MONGO)).toBe("update");
    const byDefault = { frequency: "weekly", duration: 3, hour_of_day: 20, day_of_week: 7, week_of_month: null };
    expect(await updates()).toMatchObject(byDefault);
    expect(await deployment.up(MONGO)).toBe("same");
  });
});

describe("a delete", () => {
  test.each(["failed", "degraded"])("of a database that is %s does not wait", async (status) => {
    const deployment = await active();
    setStatus(deployment, status);
    await deployment.destroy();
    expect(service.requests().map(({ method }) => method)).toEqual(["GET", "DELETE", "GET"]);
  });
});

test("a version upgraded by the platform is an output, not a difference", async () => {
  const deployment = await active();
  service.emulator.poke("database", 80_001, { version: "4.4.15" });
  expect(await deployment.refresh()).toBe("same");
  expect(deployment.recorded().outputs).toMatchObject({ engine: "mongodb/4.4.10", version: "4.4.15" });
  expect(await deployment.up(MONGO)).toBe("same");
  expect(await deployment.up(LIMITED)).toBe("update");
  expect(await deployment.preview({ ...LIMITED, engine: "mongodb/4.2.11" })).toBe("replace");
});

describe("credentials and certificate", () => {
  test("are outputs, read with one request each, and in state only under their own names", async () => {
    const deployment = newDatabase();
    await deployment.up(MONGO);
    expect(ofDetails()).toEqual(["credentials", "ssl"]);
    expect(detailsOf(deployment.recorded())).toEqual([
      "comroot",
      expect.stringMatching(/^.{16,}$/),
      expect.stringMatching(/^[A-Za-z0-9+/=]+$/),
    ]);
    const { outputs, inputs } = deployment.recorded();
    const elsewhere = Object.entries(outputs).filter(([name]) => !DETAILS.includes(name));
    for (const secret of detailsOf({ outputs })) expect(JSON.stringify([elsewhere, inputs])).not.toContain(secret);
  });

  test("are not read by a preview, an up without changes or an update", async () => {
    const deployment = await active();
    await deployment.preview({ ...MONGO, clusterSize: 3 });
    await deployment.up(MONGO);
    expect(service.requests()).toEqual([]);
    expect(await deployment.up(LIMITED)).toBe("update");
    expect(ofDetails()).toEqual([]);
    expect(detailsOf(deployment.recorded())).not.toContain(undefined);
  });

  test("are not read by a refresh, except credentials that were reset, which are no difference", async () => {
    const deployment = await active();
    const [, before] = detailsOf(deployment.recorded());
    await service.ask("POST", `${LIST}/80001/credentials/reset`);
    service.forget();
    expect(await deployment.refresh()).toBe("same");
    expect(service.requests().map(({ path }) => path.replace(/.*80001/, ""))).toEqual(["", "/credentials"]);
    expect(detailsOf(deployment.recorded())[1]).not.toBe(before);
    expect(await deployment.up(MONGO)).toBe("same");
  });

  test("stay as stored if a refresh finds the database inactive, without reading them or waiting", async () => {
    const deployment = await active();
    const before = detailsOf(deployment.recorded());
    const started = service.clock.now();
    for (const status of ["updating", "suspended", "provisioning", "degraded", "failed"]) {
      setStatus(deployment, status);
      expect(await deployment.refresh()).toBe("same");
      expect(detailsOf(deployment.recorded())).toEqual(before);
      expect(deployment.recorded().outputs.status).toBe(status);
    }
    expect(ofDetails()).toEqual([]);
    expect(service.clock.now()).toBe(started);
  });

  test("stay as stored if the API rejects reading them in a refresh, which fails without permission", async () => {
    const deployment = await active();
    for (const status of [400, 404, 405, 401, 403]) {
      const before = deployment.recorded();
      respond("/*/{part}", status, { times: "always" });
      if ([401, 403].includes(status)) {
        expect(await messageOf(deployment.refresh())).toContain(`HTTP ${status}`);
        expect(deployment.recorded()).toEqual(before);
      } else {
        expect(await deployment.refresh()).toBe("same");
        expect(detailsOf(deployment.recorded())).toEqual(detailsOf(before));
      }
      service.emulator.faults.clear();
    }
  });

  test("that a create cannot read leave its ID in state, and the next up reads them", async () => {
    const deployment = newDatabase();
    respond("/*/ssl", 403);
    await errorOf(deployment.up(MONGO));
    expect(deployment.recorded().id).toBe("80001");
    service.forget();
    expect(await deployment.up(MONGO)).toBe("update");
    expect(service.writes()).toEqual([]);
    expect(detailsOf(deployment.recorded())).not.toContain(undefined);
    expect(await deployment.up(MONGO)).toBe("same");
  });

  test("are waited for if they are rejected because a backup started in between", async () => {
    respond("/*/credentials", 400, { times: 2, reason: BACKING_UP });
    expect(detailsOf((await active()).recorded())).not.toContain(undefined);
  });

  test("stay in state after an update that stops halfway, which reveals none of them", async () => {
    const deployment = await active();
    const before = detailsOf(deployment.recorded());
    // The first read is before the update.
    respond("/*", 403, { method: "GET", nth: 2, reason: `cannot do that with ${before.join(" and ")}` });
    const error: HandlerError = await errorOf(deployment.up(LIMITED));
    expect(service.writes()).toHaveLength(1);
    expect(error.message).toContain("[secret] and [secret]");
    for (const secret of before) expect(printable(error, error)).not.toContain(secret);
    expect(detailsOf(deployment.recorded())).toEqual(before);
  });

  test("that a create has just read are not revealed, even if the API echoes them", async () => {
    const body = { username: "comroot", password: "a password of the service" };
    respond("/*/credentials", 200, { body });
    respond("/*/ssl", 403, { reason: `no certificate for ${body.password}` });
    const error: HandlerError = await errorOf(newDatabase().up(MONGO));
    expect(error.message).toContain("[secret]");
    expect(printable(error, error)).not.toContain(body.password);
    expect(service.messages().join()).not.toContain(body.password);
  });

  test("are returned by `.get`, except of an inactive database", async () => {
    const deployment = await active();
    const { id, outputs } = deployment.recorded();
    const found = async () => (await deployment.process().read({ id, state: {} }))?.state;
    expect(await found()).toMatchObject({ rootPassword: outputs.rootPassword, engine: MONGO.engine });
    setStatus(deployment, "updating");
    expect(await found()).toMatchObject({ status: "updating" });
    expect((await found())?.rootPassword).toBeUndefined();
  });

  test("are not requested of a MySQL database, which has no credentials", async () => {
    const deployment = new Deployment(service, "MysqlDatabase");
    await deployment.up(MYSQL);
    await deployment.refresh();
    expect(ofDetails()).toEqual([]);
    expect(Object.keys(deployment.recorded().outputs)).not.toContain("rootPassword");
  });
});

describe("an existing database", () => {
  const program = { ...LIMITED, label: "by-hand" };

  async function existing(): Promise<string> {
    const { id } = await service.ask("POST", LIST, { ...MONGO, label: "by-hand", allow_list: ["192.0.2.1"] });
    service.clock.advance(3_600_000);
    service.forget();
    return String(id);
  }

  test("is imported with its credentials and without a write, and then nothing differs", async () => {
    const deployment = newDatabase();
    expect(await deployment.up(program, { import: await existing() })).toBe("create");
    expect(detailsOf(deployment.recorded())).not.toContain(undefined);
    await expectSettled(deployment, program);
    expect(service.writes()).toEqual([]);
  });

  test.each(KINDS)("keeps its SSL setting when it is imported without one (%s)", async (kind, args) => {
    const { engine, region, type } = args;
    const { id } = await service.ask("POST", collectionOf(kind), { engine, region, type, label: "by-hand" });
    service.clock.advance(3_600_000);
    const deployment = new Deployment(service, kind);
    await deployment.up({ ...args, label: "by-hand" }, { import: String(id) });
    expect(deployment.recorded().outputs).toMatchObject({ sslConnection: false });
    await expectSettled(deployment, { ...args, label: "by-hand" });
  });
});

describe.each([
  ["whose default differs from the documents", service],
  ["with the documented default", documented],
])("with an API %s", (_, api) => {
  test.each(KINDS)("a %s without sslConnection requires SSL, as documented", async (kind, args) => {
    const { deployment, path } = await deployed(api, kind, args);
    expect(deployment.recorded().outputs).toMatchObject({ sslConnection: true });
    expect(await api.ask("GET", path)).toMatchObject({ ssl_connection: true });
    await expectSettled(deployment, args);
    expect(await deployment.up({ ...args, sslConnection: true })).toBe("same");
  });

  test.each(KINDS)("a %s with sslConnection: false does not require SSL", async (kind, args) => {
    const { deployment } = await deployed(api, kind, { ...args, sslConnection: false });
    expect(deployment.recorded().outputs).toMatchObject({ sslConnection: false });
    expect(await deployment.up({ ...args, sslConnection: false })).toBe("same");
  });
});
