import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
import type { HandlerError } from "../support/deployment";
import { errorOf, listed, messageOf, MONGO, MYSQL } from "../support/programs";
import { useService } from "../support/service";
import { expectSettled } from "../support/settled";

const LIST = "/databases/mongodb/instances";
const service = useService();
const DETAILS = ["rootUsername", "rootPassword", "caCertificate"];

const detailsOf = ({ outputs }: { outputs: Record<string, unknown> }): unknown[] =>
  DETAILS.map((name) => outputs[name]);
const ofDetails = (): string[] =>
  service.requests().flatMap(({ path }) => (/\/(credentials|ssl)$/.test(path) ? [path.replace(/.*\//, "")] : []));

/** All of an error that could be printed, except what is saved in state. */
const printable = ({ state: _state, ...shown }: HandlerError, error: HandlerError): string =>
  [error.message, error.stack, JSON.stringify(shown), String(error)].join("\n");

test("credentials and certificate are outputs, read with one request each, and in state only under their own names", async () => {
  const deployment = new Deployment(service, "MongoDatabase");
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

test("preview, an up without changes and an update do not read credentials or certificate", async () => {
  const { deployment } = await deployed(service, "MongoDatabase", MONGO);
  await deployment.preview({ ...MONGO, clusterSize: 3 });
  await deployment.up(MONGO);
  expect(service.requests()).toEqual([]);
  expect(await deployment.up({ ...MONGO, allowList: ["192.0.2.1"] })).toBe("update");
  expect(ofDetails()).toEqual([]);
  expect(detailsOf(deployment.recorded())).not.toContain(undefined);
});

test("a refresh reads credentials that were reset, but not the certificate, and finds no difference", async () => {
  const { deployment } = await deployed(service, "MongoDatabase", MONGO);
  const [, before] = detailsOf(deployment.recorded());
  await service.ask("POST", `${LIST}/80001/credentials/reset`);
  service.forget();
  expect(await deployment.refresh()).toBe("same");
  expect(service.requests().map(({ path }) => path.replace(/.*80001/, ""))).toEqual(["", "/credentials"]);
  expect(detailsOf(deployment.recorded())[1]).not.toBe(before);
  expect(await deployment.up(MONGO)).toBe("same");
});

test("a refresh of a database that is not active keeps the stored credentials without reading them or waiting", async () => {
  const { deployment } = await deployed(service, "MongoDatabase", MONGO);
  const before = detailsOf(deployment.recorded());
  const started = service.clock.now();
  for (const status of ["updating", "suspended", "provisioning", "degraded", "failed"]) {
    service.emulator.poke("database", Number(deployment.recorded().id), { status });
    expect(await deployment.refresh()).toBe("same");
    expect(detailsOf(deployment.recorded())).toEqual(before);
    expect(deployment.recorded().outputs.status).toBe(status);
  }
  expect(ofDetails()).toEqual([]);
  expect(service.clock.now()).toBe(started);
});

test("a refresh keeps the stored credentials if the API rejects reading them, but fails without permission", async () => {
  const { deployment } = await deployed(service, "MongoDatabase", MONGO);
  for (const status of [400, 404, 405, 401, 403]) {
    const before = deployment.recorded();
    service.emulator.faults.add({ path: `${LIST}/*/{part}`, times: "always", effect: { kind: "status", status } });
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

test("a create that cannot read the certificate keeps the ID, and the next up reads it", async () => {
  const deployment = new Deployment(service, "MongoDatabase");
  service.emulator.faults.add({ path: `${LIST}/*/ssl`, effect: { kind: "status", status: 403 } });
  const error: HandlerError = await errorOf(deployment.up(MONGO));
  expect(error.id).toBe("80001");
  service.forget();
  expect(await deployment.up(MONGO)).toBe("update");
  expect(service.writes()).toEqual([]);
  expect(detailsOf(deployment.recorded())).not.toContain(undefined);
  expect(await deployment.up(MONGO)).toBe("same");
});

test("a create waits for credentials that are rejected because a backup started in between", async () => {
  const deployment = new Deployment(service, "MongoDatabase");
  const reason = "Your database is backing_up; please wait until it becomes active to perform this operation.";
  const effect = { kind: "status", status: 400, body: { errors: [{ reason }] } } as const;
  service.emulator.faults.add({ path: `${LIST}/*/credentials`, times: 2, effect });
  await deployment.up(MONGO);
  expect(detailsOf(deployment.recorded())).not.toContain(undefined);
});

test("an update that stops halfway keeps the credentials in state and reveals none of them", async () => {
  const { deployment } = await deployed(service, "MongoDatabase", MONGO);
  const before = detailsOf(deployment.recorded());
  const reason = `cannot do that with ${before.join(" and ")}`;
  const effect = { kind: "status", status: 403, body: { errors: [{ reason }] } } as const;
  // The first read is before the update.
  service.emulator.faults.add({ method: "GET", path: `${LIST}/*`, nth: 2, effect });
  const error: HandlerError = await errorOf(deployment.up({ ...MONGO, allowList: ["192.0.2.1"] }));
  expect(service.writes()).toHaveLength(1);
  expect(error.message).toContain("[secret] and [secret]");
  for (const secret of before) expect(printable(error, error)).not.toContain(secret);
  expect(detailsOf(deployment.recorded())).toEqual(before);
});

test("a create reveals no credentials that it has just read, even if the API echoes them", async () => {
  const deployment = new Deployment(service, "MongoDatabase");
  const credentials = { username: "comroot", password: "a password of the service" };
  const echo = { errors: [{ reason: `no certificate for ${credentials.password}` }] };
  const told = { kind: "status", status: 200, body: credentials } as const;
  service.emulator.faults.add({ path: `${LIST}/*/credentials`, effect: told });
  service.emulator.faults.add({ path: `${LIST}/*/ssl`, effect: { kind: "status", status: 403, body: echo } });
  const error: HandlerError = await errorOf(deployment.up(MONGO));
  expect(error.message).toContain("[secret]");
  expect(printable(error, error)).not.toContain(credentials.password);
  expect(service.messages().join()).not.toContain(credentials.password);
});

test("`.get` returns the credentials, but omits them for an inactive database", async () => {
  const { deployment } = await deployed(service, "MongoDatabase", MONGO);
  const { id, outputs } = deployment.recorded();
  const handlers = service.process()("MongoDatabase");
  expect((await handlers.read({ id, state: {} }))?.state).toMatchObject({
    rootPassword: outputs.rootPassword,
    engine: MONGO.engine,
  });
  service.emulator.poke("database", Number(id), { status: "updating" });
  const found = await handlers.read({ id, state: {} });
  expect(found?.state.rootPassword).toBeUndefined();
  expect(found?.state.status).toBe("updating");
});

test("a MySQL database has no credentials, and none are requested", async () => {
  const deployment = new Deployment(service, "MysqlDatabase");
  await deployment.up(MYSQL);
  await deployment.refresh();
  expect(ofDetails()).toEqual([]);
  expect(Object.keys(deployment.recorded().outputs)).not.toContain("rootPassword");
});

describe("the import option", () => {
  async function existing(): Promise<string> {
    const { id } = await service.ask("POST", LIST, { ...MONGO, label: "by-hand", allow_list: ["192.0.2.1"] });
    service.clock.advance(60_000);
    service.forget();
    return String(id);
  }
  const program = { ...MONGO, label: "by-hand", allowList: ["192.0.2.1"] };

  test("imports a database with its credentials and without a write, and then nothing differs", async () => {
    const id = await existing();
    const deployment = new Deployment(service, "MongoDatabase");
    expect(await deployment.up(program, { import: id })).toBe("create");
    expect(detailsOf(deployment.recorded())).not.toContain(undefined);
    await expectSettled(deployment, program);
    expect(service.writes()).toEqual([]);
  });

  test("reports every input that differs, including the engine version", async () => {
    const id = await existing();
    const wrong = { ...program, engine: "mongodb/4.2.11", clusterSize: 3, encrypted: true, allowList: [] };
    const message = await messageOf(new Deployment(service, "MongoDatabase").up(wrong, { import: id }));
    const named = Array.from(message.matchAll(/(\w+) \(actual /g), ([, name]) => name);
    expect(named).toEqual(["engine", "clusterSize", "encrypted", "allowList"]);
    expect(message).toContain('engine (actual "mongodb/4.4.10", program "mongodb/4.2.11")');
    expect(service.writes()).toEqual([]);
    expect(service.warnings()).toEqual([]);
  });

  test("a create with the label of an existing database fails with the line that imports it", async () => {
    const id = await existing();
    const message = await messageOf(new Deployment(service, "MongoDatabase").up(program));
    expect(message).toContain(`import: "${id}"`);
    expect(await listed(service, LIST)).toHaveLength(1);
  });
});

describe("replacements", () => {
  test("with a given label delete the old database first and announce the data loss", async () => {
    const args = { ...MONGO, label: "orders" };
    const { deployment } = await deployed(service, "MongoDatabase", args);
    expect(await deployment.up({ ...args, engine: "mongodb/4.2.11" })).toBe("replace");
    expect(service.writes()).toEqual([`DELETE ${LIST}/80001`, `POST ${LIST}`]);
    expect(service.messages("info")).toEqual([expect.stringMatching(/^engine: .*lost/)]);
  });

  test("with a given label and a missing version are rejected before the old database is deleted", async () => {
    const args = { ...MONGO, label: "orders" };
    const { deployment } = await deployed(service, "MongoDatabase", args);
    // The second one is a version of another engine.
    for (const engine of ["mongodb/9.9.9", "mongodb/8.0.26"]) {
      const message = await messageOf(deployment.up({ ...args, engine }));
      expect(message).toContain("does not exist. Available: mongodb/3.6.21");
    }
    expect(service.writes()).toEqual([]);
  });

  test("with a generated label create the new database first", async () => {
    const { deployment } = await deployed(service, "MongoDatabase", MONGO);
    expect(await deployment.up({ ...MONGO, clusterSize: 3 })).toBe("replace");
    expect(service.writes()).toEqual([`POST ${LIST}`, `DELETE ${LIST}/80001`]);
  });
});

describe("an API whose create responses are minimal", () => {
  const bare = useService({ createAnswer: "bare" });

  test.each([
    ["MongoDatabase", MONGO],
    ["MysqlDatabase", MYSQL],
  ])("creates a %s, with and without a maintenance window", async (kind, args) => {
    for (const more of [{}, { updates: { hourOfDay: 5 } }]) {
      bare.emulator.reset();
      const deployment = new Deployment(bare, kind);
      expect(await deployment.up({ ...args, ...more })).toBe("create");
      expect(deployment.recorded().outputs).toMatchObject({ status: "active", hosts: { primary: expect.any(String) } });
      expect(await deployment.up({ ...args, ...more })).toBe("same");
      expect(await deployment.refresh()).toBe("same");
    }
  });
});
