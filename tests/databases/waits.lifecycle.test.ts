import type { Values } from "../../provider/definition/values";
import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
import type { HandlerError } from "../support/deployment";
import { errorOf, listed, messageOf, MONGO } from "../support/programs";
import { useService } from "../support/service";

const LIST = "/databases/mongodb/instances";
const DATABASE_MS = 60_000;
const service = useService({ databaseProvisionMs: DATABASE_MS });

/** An active database; the messages of its create are discarded. */
async function activeDatabase(args: Values = {}): Promise<Deployment> {
  const { deployment } = await deployed(service, "MongoDatabase", { ...MONGO, ...args });
  service.said.length = 0;
  return deployment;
}
const idOf = (deployment: Deployment): number => Number(deployment.recorded().id);

/** The API shows this status, whatever the real one, and no replica set, as the real API does until a database is active. */
function pretend(status: string, times = 1): void {
  const shown = { engine: "mongodb", version: "4.4.10", label: "orders", replica_set: null };
  const body = { ...MONGO, ...shown, id: 80_001, status };
  const effect = { kind: "status", status: 200, body } as const;
  service.emulator.faults.add({ method: "GET", path: `${LIST}/*`, times, effect });
}

/** Starts an operation that takes a while. */
async function startSnapshot(deployment: Deployment): Promise<void> {
  await service.ask("POST", `${LIST}/${idOf(deployment)}/backups`, { label: "by-hand" });
  service.forget();
}

describe("a create", () => {
  test("waits until the database is active, sends the window, waits again, and outputs its hosts", async () => {
    const deployment = new Deployment(service, "MongoDatabase");
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
    ["failed", "Restore one of its backups"],
    ["suspended", "Resume it in the service"],
  ])(
    "of a database that is %s fails at once with its ID and an explanation, and can be resumed",
    async (status, remedy) => {
      const deployment = new Deployment(service, "MongoDatabase");
      pretend(status);
      const error: HandlerError = await errorOf(deployment.up({ ...MONGO, label: "orders" }));
      expect(error.message).toContain(`MongoDB database 80001 is "${status}"`);
      expect(error.message).toContain(remedy);
      expect(error.id).toBe("80001");
      service.forget();
      expect(await deployment.up({ ...MONGO, label: "orders" })).toBe("update");
      expect(service.writes()).toEqual([]);
      expect(deployment.recorded().outputs).toMatchObject({ status: "active", rootPassword: expect.any(String) });
      expect(await deployment.up({ ...MONGO, label: "orders" })).toBe("same");
    },
  );

  test("times out after an hour with the ID, and the next up resumes", async () => {
    const deployment = new Deployment(service, "MongoDatabase");
    pretend("provisioning", 10_000);
    const message = await messageOf(deployment.up({ ...MONGO, label: "orders", replicaSet: "shop" }));
    expect(message).toContain('still "provisioning" after 3600 seconds');
    service.emulator.faults.clear();
    expect(await deployment.up({ ...MONGO, label: "orders", replicaSet: "shop" })).toBe("update");
    expect(await deployment.up({ ...MONGO, label: "orders", replicaSet: "shop" })).toBe("same");
    expect(await listed(service, LIST)).toHaveLength(1);
  });
});

describe("an update", () => {
  test("waits for the operation in progress, reports it, and is sent once", async () => {
    const deployment = await activeDatabase();
    await startSnapshot(deployment);
    expect(await deployment.up({ ...MONGO, allowList: ["192.0.2.1"] })).toBe("update");
    expect(service.messages()).toContain('backing_up, waiting for "active"');
    expect(service.writes()).toEqual([`PUT ${LIST}/80001`]);
  });

  test("waits until the database is no longer updating", async () => {
    const deployment = await activeDatabase();
    await deployment.up({ ...MONGO, allowList: ["192.0.2.1"] });
    expect(service.messages()).toContain("updating, waiting for the update to finish");
    expect(deployment.recorded().outputs.status).toBe("active");
    expect(service.emulator.poke("database", idOf(deployment), {}).status).toBe("active");
  });

  test("that the API rejects because an operation started in between is retried", async () => {
    const deployment = await activeDatabase();
    const reason = "Your database is backing_up; please wait until it becomes active to perform this operation.";
    const effect = { kind: "status", status: 400, body: { errors: [{ reason }] } } as const;
    service.emulator.faults.add({ method: "PUT", path: `${LIST}/*`, times: 2, effect });
    expect(await deployment.up({ ...MONGO, allowList: ["192.0.2.1"] })).toBe("update");
    expect(service.writes()).toHaveLength(3);
    expect(await listed(service, LIST)).toMatchObject([{ allow_list: ["192.0.2.1/32"] }]);
  });

  test("that the API rejects for another reason is sent once", async () => {
    const deployment = await activeDatabase();
    const reason = "a busy word; please wait";
    const effect = { kind: "status", status: 400, body: { errors: [{ field: "label", reason }] } } as const;
    service.emulator.faults.add({ method: "PUT", path: `${LIST}/*`, effect });
    expect(await messageOf(deployment.up({ ...MONGO, label: "busy" }))).toContain(`label: ${reason}`);
    expect(service.writes()).toHaveLength(1);
  });

  test("of a database that fails meanwhile stops at once, and the state records what was sent", async () => {
    const deployment = await activeDatabase();
    const effect = { kind: "status", status: 200, body: { ...MONGO, id: 80_001, status: "failed" } } as const;
    service.emulator.faults.add({ method: "GET", path: `${LIST}/*`, nth: 2, effect });
    const args = { ...MONGO, allowList: ["192.0.2.1"] };
    expect(await messageOf(deployment.up(args))).toContain('is "failed"');
    service.forget();
    expect(await deployment.up(args)).toBe("update");
    expect(service.writes()).toEqual([]);
    expect(await deployment.up(args)).toBe("same");
  });

  test("of a suspended database is rejected without a write, and so is its delete, with an explanation", async () => {
    const deployment = await activeDatabase();
    service.emulator.poke("database", idOf(deployment), { status: "suspended" });
    expect(await messageOf(deployment.up({ ...MONGO, label: "orders" }))).toContain("Resume it in the service");
    expect(await messageOf(deployment.destroy())).toContain('is "suspended"');
    expect(service.writes()).toEqual([]);
    expect(deployment.state).toBeDefined();
  });

  test("sends no write and does not wait if only a timeout changes", async () => {
    const deployment = await activeDatabase();
    service.emulator.poke("database", idOf(deployment), { status: "suspended" });
    expect(await deployment.up(MONGO, { timeouts: { delete: 90 } })).toBe("update");
    expect(service.writes()).toEqual([]);
  });

  test("from a monthly to a weekly window clears the week, and removing the window restores the default", async () => {
    const monthly = { ...MONGO, updates: { frequency: "monthly", weekOfMonth: 2, hourOfDay: 4 } };
    const deployment = await activeDatabase(monthly);
    await deployment.up({ ...MONGO, updates: { frequency: "weekly" } });
    expect(await listed(service, LIST)).toMatchObject([
      { updates: { frequency: "weekly", week_of_month: null, hour_of_day: 4 } },
    ]);
    await deployment.up(monthly);
    expect(await deployment.up(MONGO)).toBe("update");
    expect(await listed(service, LIST)).toMatchObject([
      { updates: { frequency: "weekly", duration: 3, hour_of_day: 20, day_of_week: 7, week_of_month: null } },
    ]);
    expect(await deployment.up(MONGO)).toBe("same");
  });
});

describe("a delete", () => {
  test("waits for the operation in progress, reports it, and is sent once", async () => {
    const deployment = await activeDatabase();
    await startSnapshot(deployment);
    await deployment.destroy();
    expect(service.messages()).toContain('backing_up, waiting for "active" or "failed" or "degraded"');
    expect(service.writes()).toEqual([`DELETE ${LIST}/80001`]);
    expect(await listed(service, LIST)).toEqual([]);
  });

  test.each(["failed", "degraded"])("of a database that is %s does not wait", async (status) => {
    const deployment = await activeDatabase();
    service.emulator.poke("database", idOf(deployment), { status });
    await deployment.destroy();
    expect(service.requests().map(({ method }) => method)).toEqual(["GET", "DELETE", "GET"]);
  });

  test("of a database that no longer exists succeeds", async () => {
    const deployment = await activeDatabase();
    await service.ask("DELETE", `${LIST}/80001`);
    await deployment.destroy();
    expect(deployment.state).toBeUndefined();
  });
});

test("a version upgraded by the platform is an output, not a difference", async () => {
  const deployment = await activeDatabase();
  service.emulator.poke("database", idOf(deployment), { version: "4.4.15" });
  expect(await deployment.refresh()).toBe("same");
  expect(deployment.recorded().outputs).toMatchObject({ engine: "mongodb/4.4.10", version: "4.4.15" });
  expect(await deployment.up(MONGO)).toBe("same");
  expect(await deployment.up({ ...MONGO, allowList: ["192.0.2.1"] })).toBe("update");
  expect(await deployment.preview({ ...MONGO, allowList: ["192.0.2.1"], engine: "mongodb/4.2.11" })).toBe("replace");
});
