import type { Values } from "../../provider/definition/values";
import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
import type { HandlerError } from "../support/deployment";
import { errorOf, listed, messageOf, MONGO } from "../support/programs";
import { useService } from "../support/service";

const LIST = "/databases/mongodb/instances";
const DATABASE_MS = 4 * 60_000;
const service = useService({ databaseProvisionMs: DATABASE_MS });

/** A database that is active; what its create has said is forgotten. */
async function activeDatabase(args: Values = {}): Promise<Deployment> {
  const { deployment } = await deployed(service, "MongoDatabase", { ...MONGO, ...args });
  service.said.length = 0;
  return deployment;
}
const idOf = (deployment: Deployment): number => Number(deployment.recorded().id);

/** The service shows this status once, whatever is true, and no replica set, as the real one does before it is active. */
function pretend(status: string, times = 1): void {
  const shown = { engine: "mongodb", version: "4.4.10", label: "orders", replica_set: null };
  const body = { ...MONGO, ...shown, id: 80_001, status };
  service.emulator.faults.add({
    method: "GET",
    path: `${LIST}/*`,
    times,
    effect: { kind: "status", status: 200, body },
  });
}

/** The service begins something that takes a while. */
async function startSnapshot(deployment: Deployment): Promise<void> {
  await service.ask("POST", `${LIST}/${idOf(deployment)}/backups`, { label: "by-hand" });
  service.forget();
}

describe("a create", () => {
  test("waits until the database is active, says so, and ends with its hosts", async () => {
    const deployment = new Deployment(service, "MongoDatabase");
    await deployment.up({ ...MONGO, clusterSize: 3 });
    expect(service.messages()).toContain('provisioning, waiting for "active"');
    const { hosts, peers, port, status } = deployment.recorded().outputs;
    expect({ hosts, port, status }).toEqual({
      hosts: { primary: expect.stringMatching(/^com-80001-1\./), secondary: null },
      port: 27_017,
      status: "active",
    });
    expect(peers).toHaveLength(3);
  });

  test("sends the window when the database is active, and waits until it is active again", async () => {
    const deployment = new Deployment(service, "MongoDatabase");
    await deployment.up({ ...MONGO, updates: { frequency: "monthly", weekOfMonth: 2 } });
    const refused = service.requests().filter(({ status }) => status >= 400);
    expect(refused).toEqual([]);
    expect(service.writes()).toEqual([`POST ${LIST}`, `PUT ${LIST}/80001`]);
    expect(deployment.recorded().outputs.status).toBe("active");
    expect(await listed(service, LIST)).toMatchObject([{ updates: { frequency: "monthly", week_of_month: 2 } }]);
  });

  test.each([
    ["failed", "Restore one of its backups"],
    ["suspended", "Resume it in the service"],
  ])("of a database that is %s ends at once, with its id and an explanation, and can go on", async (status, remedy) => {
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
  });

  test("gives up after its hour with the id, and goes on in the next run", async () => {
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
  test("waits for what is under way, says so, and is sent once", async () => {
    const deployment = await activeDatabase();
    await startSnapshot(deployment);
    expect(await deployment.up({ ...MONGO, allowList: ["192.0.2.1"] })).toBe("update");
    expect(service.messages()).toContain('backing_up, waiting for "active"');
    expect(service.writes()).toEqual([`PUT ${LIST}/80001`]);
  });

  test("waits through updating", async () => {
    const deployment = await activeDatabase();
    await deployment.up({ ...MONGO, allowList: ["192.0.2.1"] });
    expect(service.messages()).toContain("updating, waiting for the update to finish");
    expect(deployment.recorded().outputs.status).toBe("active");
    expect(service.emulator.poke("database", idOf(deployment), {}).status).toBe("active");
  });

  test("that the service refuses because something began in between is sent again", async () => {
    const deployment = await activeDatabase();
    const reason = "Your database is backing_up; please wait until it becomes active to perform this operation.";
    const effect = { kind: "status", status: 400, body: { errors: [{ reason }] } } as const;
    service.emulator.faults.add({ method: "PUT", path: `${LIST}/*`, times: 2, effect });
    expect(await deployment.up({ ...MONGO, allowList: ["192.0.2.1"] })).toBe("update");
    expect(service.writes()).toHaveLength(3);
    expect(await listed(service, LIST)).toMatchObject([{ allow_list: ["192.0.2.1/32"] }]);
  });

  test("that the service refuses for another reason is sent once", async () => {
    const deployment = await activeDatabase();
    const reason = "a busy word; please wait";
    const effect = { kind: "status", status: 400, body: { errors: [{ field: "label", reason }] } } as const;
    service.emulator.faults.add({ method: "PUT", path: `${LIST}/*`, effect });
    expect(await messageOf(deployment.up({ ...MONGO, label: "busy" }))).toContain(`label: ${reason}`);
    expect(service.writes()).toHaveLength(1);
  });

  test("of a database that fails meanwhile ends at once, and remembers what was sent", async () => {
    const deployment = await activeDatabase();
    service.emulator.faults.add({
      method: "GET",
      path: `${LIST}/*`,
      nth: 2,
      effect: { kind: "status", status: 200, body: { ...MONGO, id: 80_001, status: "failed" } },
    });
    const args = { ...MONGO, allowList: ["192.0.2.1"] };
    expect(await messageOf(deployment.up(args))).toContain('is "failed"');
    service.forget();
    expect(await deployment.up(args)).toBe("update");
    expect(service.writes()).toEqual([]);
    expect(await deployment.up(args)).toBe("same");
  });

  test("of a suspended database is refused without a write", async () => {
    const deployment = await activeDatabase();
    service.emulator.poke("database", idOf(deployment), { status: "suspended" });
    expect(await messageOf(deployment.up({ ...MONGO, label: "orders" }))).toContain("Resume it in the service");
    expect(service.writes()).toEqual([]);
  });

  test("sends no write and does not wait where only a deadline changes", async () => {
    const deployment = await activeDatabase();
    service.emulator.poke("database", idOf(deployment), { status: "suspended" });
    expect(await deployment.up(MONGO, { timeouts: { delete: 90 } })).toBe("update");
    expect(service.writes()).toEqual([]);
  });

  test("from a monthly to a weekly window clears the week, and taking the window away restores the default", async () => {
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
  test("waits for what is under way, says so, and is sent once", async () => {
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

  test("of a suspended database fails with an explanation and keeps it in the state", async () => {
    const deployment = await activeDatabase();
    service.emulator.poke("database", idOf(deployment), { status: "suspended" });
    expect(await messageOf(deployment.destroy())).toContain('is "suspended"');
    expect(service.writes()).toEqual([]);
    expect(deployment.state).toBeDefined();
  });

  test("of a database that is gone already succeeds", async () => {
    const deployment = await activeDatabase();
    await service.ask("DELETE", `${LIST}/80001`);
    await deployment.destroy();
    expect(deployment.state).toBeUndefined();
  });
});

test("a version that the platform moved is an output and no difference", async () => {
  const deployment = await activeDatabase();
  service.emulator.poke("database", idOf(deployment), { version: "4.4.15" });
  expect(await deployment.refresh()).toBe("same");
  expect(deployment.recorded().outputs).toMatchObject({ engine: "mongodb/4.4.10", version: "4.4.15" });
  expect(await deployment.up(MONGO)).toBe("same");
  expect(await deployment.up({ ...MONGO, allowList: ["192.0.2.1"] })).toBe("update");
  expect(await deployment.preview({ ...MONGO, allowList: ["192.0.2.1"], engine: "mongodb/4.2.11" })).toBe("replace");
});
