import type { FaultEffect } from "../../emulator";
import type { Values } from "../../provider/definition/values";
import { aBackup, aDatabase, anInstance, aSnapshot, backupsOf, requestedBackups } from "../support/action-programs";
import { Deployment, expectSettled } from "../support/deployment";
import { errorOf, listed, messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const MONGO = "/databases/mongodb/instances";
const AT_ONCE = { timeouts: { create: 0.001 } };

/** A new snapshot of an instance: its inputs, and the path of the instance's backups. */
async function aNewSnapshot() {
  const instanceId = await anInstance(service, "web");
  const deployment = new Deployment(service, "InstanceSnapshot");
  return { instanceId, deployment, args: { instanceId, label: "mine" }, path: backupsOf(instanceId) };
}

/** A new action on a MongoDB database. */
async function aNew(kind: string, more: Values = {}) {
  const databaseId = await aDatabase(service);
  const path = `${MONGO}/${databaseId}`;
  return { databaseId, deployment: new Deployment(service, kind), args: { databaseId, ...more }, path };
}
const aNewBackup = (label = "mine") => aNew("MongoDatabaseBackup", { label });

describe("an instance snapshot", () => {
  test("has an ID of the instance's and its own, even if its update times out, and outputs its contents", async () => {
    const { deployment, instanceId, path } = await aNewSnapshot();
    const args = { instanceId: String(instanceId), label: "before / release" };
    await errorOf(deployment.up(args, AT_ONCE));
    const { id } = deployment.recorded();
    await deployment.up(args);
    const { outputs } = deployment.recorded();
    const backupId = Number(outputs.backupId);
    expect([id, deployment.recorded().id]).toEqual([`${instanceId}/${backupId}`, id]);
    expect(outputs).toMatchObject({ status: "successful", label: "before / release", disks: [{}, {}] });
    expect(await service.ask("GET", `${path}/${backupId}`)).toMatchObject({ label: "before / release" });
  });

  test("whose POST gets no response is searched for by the next up if the API fails meanwhile", async () => {
    const { deployment, args, path } = await aNewSnapshot();
    service.emulator.faults.add({ method: "POST", path, effect: { kind: "lostResponse" } });
    const unavailable = { kind: "status", status: 503 } as const;
    service.emulator.faults.add({ method: "GET", path, effect: unavailable, nth: 3, times: "always" });
    expect(await messageOf(deployment.up(args))).toMatch(
      /^Could not confirm the request .*Run the same command again: it checks the result.*HTTP 503/,
    );
    service.emulator.faults.clear();
    expect(await deployment.up(args)).toBe("update");
    expect(service.timesSent(`POST ${path}`)).toBe(1);
  });

  test("no longer exists for the older of two resources once the newer one replaces it", async () => {
    const { deployment: older, args } = await aNewSnapshot();
    const newer = new Deployment(service, "InstanceSnapshot", "newer");
    for (const one of [older, newer]) await one.up(args);
    expect(await older.refresh()).toBe("gone");
    expect(await newer.refresh()).toBe("same");
  });

  test.each<[string, FaultEffect, string]>([
    ...[401, 403, 500, 503].map((status): [string, FaultEffect, string] => [
      `the API returns ${status}`,
      { kind: "status", status },
      `HTTP ${status}`,
    ]),
    [
      "another service responds at the API URL",
      { kind: "status", status: 404, body: { errors: [{ reason: "Not found" }] } },
      "Could not confirm whether the instance snapshot still exists, so nothing was changed",
    ],
  ])("does not count as deleted when %s", async (_, effect, message) => {
    const { deployment, args } = await aNewSnapshot();
    await deployment.up(args);
    service.emulator.faults.add({ method: "GET", path: "/**", times: "always", effect });
    expect(await messageOf(deployment.refresh())).toContain(message);
    expect(deployment.state).toBeDefined();
  });

  test("is only removed from state when its resource is deleted, with a warning", async () => {
    const { deployment, args, path } = await aNewSnapshot();
    await deployment.up(args);
    const { id } = deployment.recorded();
    await deployment.destroy();
    const warning = `Removed instance snapshot ${id} from state only: .*, or until the instance or all of its backups are deleted\\.$`;
    expect(service.warnings()).toEqual([expect.stringMatching(warning)]);
    expect(await service.ask("GET", path)).toMatchObject({ snapshot: { current: { label: "mine" } } });
  });

  test.each(["failed", "userAborted"])("fails at once with the next step when it ends as %s", async (status) => {
    const { deployment, instanceId, args, path } = await aNewSnapshot();
    const before = await aSnapshot(service, instanceId, "before");
    const effect = { kind: "status", status: 200, body: { id: before + 1, status } } as const;
    service.emulator.faults.add({ method: "GET", path: `${path}/*`, effect });
    const explanation = new RegExp(`is "${status}": .*To take another snapshot, change triggers`);
    expect(await messageOf(deployment.up(args))).toMatch(explanation);
    expect(service.writes()).toHaveLength(1);
  });

  test("fails with the API's own message when the backup service is off, and preview says so unless it changes", async () => {
    const { deployment, args, path } = await aNewSnapshot();
    await service.ask("POST", `${path}/cancel`);
    await deployment.previewNew(args);
    expect(service.warnings()).toEqual([expect.stringMatching(/^instanceId: `pulumi up` will fail: .*backupsEnabled/)]);
    const instance = { region: "us-east", type: "g6-nanode-1", label: "web" };
    const web = new Deployment(service, "Instance");
    await web.up({ ...instance, backupsEnabled: false }, { import: String(args.instanceId) });
    service.said.length = 0;
    const process = service.process();
    await web.preview({ ...instance, backupsEnabled: true }, {}, process("Instance"));
    await deployment.previewNew(args, {}, process("InstanceSnapshot"));
    expect(service.warnings()).toEqual([]);
    expect(await messageOf(deployment.up(args))).toContain("backup service is not enabled");
    expect(deployment.state).toBeUndefined();
  });

  test("can be imported, unless its label differs or it does not exist", async () => {
    const { deployment, instanceId, args } = await aNewSnapshot();
    const backupId = await aSnapshot(service, instanceId, "foreign");
    const options = { import: `${instanceId}/${backupId}` };
    expect(await messageOf(deployment.up(args, options))).toContain("add them to ignoreChanges: label");
    const missing = deployment.process().read({ id: `${instanceId}/999`, state: {} });
    expect(await messageOf(missing)).toContain(`Instance snapshot ${instanceId}/999 does not exist`);
    await deployment.up({ instanceId, label: "foreign" }, options);
    expect(deployment.recorded()).toMatchObject({ id: options.import, outputs: { backupId } });
    expect(await deployment.up({ instanceId, label: "foreign" })).toBe("same");
    const triggered = { instanceId, label: "foreign", triggers: [1] };
    for (const step of ["update", "same"]) expect(await deployment.up(triggered)).toBe(step);
    expect(service.writes()).toEqual([]);
    expect(await deployment.preview({ ...triggered, triggers: [2] })).toBe("replace");
  });
});

describe("a database backup", () => {
  test.each([
    ["a label that the API strips", "before-May.1_b", "beforeMay1b"],
    ["a label that the API shortens", "a".repeat(64), "a".repeat(30)],
    ["a label that another backup has", "foreign", "foreign"],
  ])("is found among other backups, and gone once someone else deleted it: %s", async (_, label, stored) => {
    const { deployment, databaseId, args, path } = await aNewBackup(label);
    const others = [await aBackup(service, databaseId), await aBackup(service, databaseId, label)];
    await deployment.up(args);
    const { id, outputs } = deployment.recorded();
    const [own] = (await requestedBackups(service, databaseId)).filter((one) => !others.includes(Number(one.id)));
    expect(id).toBe(`${databaseId}/${String(own?.id)}`);
    expect(outputs).toMatchObject({ backupId: own?.id, label: stored, type: "snapshot" });
    await expectSettled(deployment, args);
    await service.ask("DELETE", `${path}/backups/${String(own?.id)}`);
    expect(await deployment.refresh()).toBe("gone");
  });

  test("is replaced by creating the new one first, then deleting the old one, and deleted with its resource", async () => {
    const { deployment, databaseId, args, path } = await aNewBackup();
    const other = await aBackup(service, databaseId);
    await deployment.up(args);
    const [, old] = deployment.recorded().id.split("/");
    service.forget();
    expect(await deployment.up({ databaseId, label: "other" })).toBe("replace");
    expect(service.writes()).toEqual([`POST ${path}/backups`, `DELETE ${path}/backups/${old}`]);
    expect(await requestedBackups(service, databaseId)).toHaveLength(2);
    await deployment.destroy();
    expect((await requestedBackups(service, databaseId)).map(({ id }) => id)).toEqual([other]);
  });

  test("is deleted even if it was not yet listed when its create stopped", async () => {
    const { deployment, databaseId, args } = await aNewBackup();
    await errorOf(deployment.up(args, AT_ONCE));
    expect(deployment.recorded().id).toMatch(/\/unlisted-\d+$/);
    await deployment.destroy();
    service.clock.advance(3_600_000);
    expect(await requestedBackups(service, databaseId)).toEqual([]);
    expect(service.writes().map((write) => write.split(" ")[0])).toEqual(["POST", "DELETE"]);
  });

  test("is deleted by its own ID if a later update finished its create", async () => {
    const { deployment, databaseId, args } = await aNewBackup();
    await errorOf(deployment.up(args, AT_ONCE));
    await deployment.up(args);
    const [made] = await requestedBackups(service, databaseId);
    expect(deployment.recorded()).toMatchObject({ outputs: { backupId: made?.id } });
    await deployment.destroy();
    expect(await requestedBackups(service, databaseId)).toEqual([]);
  });

  test("is deleted with its database, finished or not", async () => {
    for (const options of [AT_ONCE, {}]) {
      const { deployment, args, path } = await aNewBackup();
      await deployment.up(args, options).catch(() => undefined);
      service.clock.advance(3_600_000);
      await service.ask("DELETE", path);
      await deployment.destroy();
    }
  });

  test("can be imported with its label as it was requested", async () => {
    const { deployment, databaseId, args } = await aNewBackup("before-May");
    const options = { import: `${databaseId}/${await aBackup(service, databaseId, "before-May")}` };
    const message = await messageOf(deployment.up({ databaseId, label: "other" }, options));
    expect(message).toContain("add them to ignoreChanges: label ");
    await deployment.up(args, options);
    await expectSettled(deployment, args);
    expect(service.writes()).toEqual([]);
  });

  test.each(["ab", "a".repeat(65)])("rejects the label %j at preview", async (label) => {
    const { deployment, args } = await aNewBackup(label);
    expect(await messageOf(deployment.up(args))).toContain("label: m");
  });
});

test("a database whose restore fails reports the credentials reset, keeps the ID and is not restored again", async () => {
  const { deployment, databaseId } = await aNew("MongoDatabaseRestore");
  const args = { databaseId, backupId: await aBackup(service, databaseId) };
  await new Deployment(service, "MongoCredentialsReset").up({ databaseId });
  service.forget();
  for (const attempt of [1, 2]) {
    const message = await messageOf(deployment.up(args));
    expect({ attempt, message }).toMatchObject({ message: expect.stringMatching(/"failed".*credentials reset/) });
  }
  expect(service.writes()).toHaveLength(1);
  service.emulator.poke("database", databaseId, { status: "active" });
  expect(await deployment.up(args)).toBe("update");
  expect(await deployment.up(args)).toBe("same");
});

describe("a credentials reset", () => {
  const aNewReset = () => aNew("MongoCredentialsReset");
  const passwordAt = async (path: string) => (await service.ask("GET", `${path}/credentials`)).password as string;

  test("outputs the new credentials, and every repetition changes them", async () => {
    const { deployment, args, path } = await aNewReset();
    const before = await passwordAt(path);
    await deployment.up(args);
    const first = await service.ask("GET", `${path}/credentials`);
    expect(deployment.recorded().outputs).toMatchObject({ rootUsername: first.username, rootPassword: first.password });
    expect(first.password).not.toBe(before);
    await deployment.up({ ...args, triggers: [1] });
    expect(deployment.recorded().outputs.rootPassword).not.toBe(first.password);
  });

  test("waits for new credentials that appear late", async () => {
    const { deployment, args, path } = await aNewReset();
    const body = await service.ask("GET", `${path}/credentials`);
    const effect = { kind: "status", status: 200, body } as const;
    service.emulator.faults.add({ method: "GET", path: "/**/credentials", nth: 2, times: 3, effect });
    await deployment.up(args);
    expect(deployment.recorded().outputs.rootPassword).not.toBe(body.password);
    expect(service.writes()).toHaveLength(1);
  });

  test("prints no credentials, and saves no old ones in state", async () => {
    const { deployment, args, path } = await aNewReset();
    const old = await passwordAt(path);
    const late = { kind: "status", status: 503 } as const;
    service.emulator.faults.add({ method: "GET", path: "/**/credentials", nth: 2, times: "always", effect: late });
    await errorOf(deployment.up(args));
    expect(deployment.state).toBeDefined();
    expect(JSON.stringify(deployment.state)).not.toContain(old);
    service.emulator.faults.clear();
    await deployment.up(args);
    const { rootPassword } = deployment.recorded().outputs;
    const echo = { errors: [{ reason: `not with ${String(rootPassword)}` }] };
    service.emulator.faults.add({ path: "/**", times: "always", effect: { kind: "status", status: 400, body: echo } });
    const message = await messageOf(deployment.up({ ...args, triggers: [1] }));
    expect(message + JSON.stringify(service.said)).not.toContain(old);
    expect(service.writes()).toHaveLength(1);
  });
});

describe("before an action", () => {
  const disksOf = (id: number): Promise<Values[]> => listed(service, `/compute/instances/${id}/disks`);

  test.each<[string, Values]>([
    ["MongoDatabaseBackup", { label: "abc" }],
    ["MongoCredentialsReset", {}],
    ["MongoDatabasePatch", {}],
  ])("%s waits until the database is active, and reports it", async (kind, more) => {
    const { deployment, databaseId, args, path } = await aNew(kind, more);
    await service.ask("POST", `${path}/patch`);
    await deployment.up(args);
    expect(service.messages()).toContainEqual(`MongoDB database ${databaseId} is updating; waiting until it is active`);
  });

  test.each([
    ["failed", /"failed".*it will not recover on its own/],
    ["suspended", /"suspended".*Resume it in the service/],
  ])("a database that is %s stops the wait at once, with an explanation", async (status, explanation) => {
    const { deployment, databaseId, args } = await aNew("MongoDatabasePatch");
    service.emulator.poke("database", databaseId, { status });
    expect(await messageOf(deployment.up(args))).toMatch(explanation);
    expect(service.writes()).toEqual([]);
    expect(service.clock.slept).toEqual([]);
    expect(deployment.state).toBeUndefined();
  });

  test("a patch that someone else requested causes a warning, because it may run twice", async () => {
    const { deployment, args, path } = await aNew("MongoDatabasePatch");
    await service.ask("POST", `${path}/patch`);
    await deployment.up(args);
    const warning = /already showed it in progress \(updating\).*second time/;
    expect(service.warnings()).toEqual([expect.stringMatching(warning)]);
  });

  test("a backup with that label that someone else requested causes a warning", async () => {
    const { deployment, databaseId, args } = await aNewBackup();
    const id = await aBackup(service, databaseId, "mine");
    await deployment.up(args);
    const warning = new RegExp(`already showed a result \\(ID ${databaseId}/${id}\\).*second time`);
    expect(service.warnings()).toEqual([expect.stringMatching(warning)]);
  });

  test("a missing database is an error", async () => {
    const message = await messageOf(new Deployment(service, "MongoDatabasePatch").up({ databaseId: 999 }));
    expect(message).toContain("MongoDB database 999 does not exist");
  });

  test("a restore waits until the target's own jobs finish", async () => {
    const instanceId = await anInstance(service, "web");
    const targetInstanceId = await anInstance(service, "standby", false);
    const backupId = await aSnapshot(service, instanceId);
    await service.ask("POST", `/compute/instances/${targetInstanceId}/resize`, { type: "g6-standard-1" });
    await new Deployment(service, "InstanceRestore").up({ instanceId, backupId, targetInstanceId });
    const waiting = `instance ${targetInstanceId} is \\w+; waiting until it is running or offline`;
    expect(service.messages()).toContainEqual(expect.stringMatching(waiting));
    expect(await disksOf(targetInstanceId)).not.toEqual([]);
  });

  test("a snapshot waits for another one to finish, which the instance's status does not show", async () => {
    const { deployment, args, path } = await aNewSnapshot();
    await service.ask("POST", path, { label: "foreign" });
    await deployment.up(args);
    expect(service.messages()).toContainEqual(expect.stringContaining("Compute busy; waiting to retry"));
  });

  test("a clone rejected as one too many is retried, even if the others have finished by then", async () => {
    const instanceId = await anInstance(service, "web");
    const targetInstanceId = await anInstance(service, "standby", false);
    // Reads of the source before the clone show the other clones; reads after its rejection do not.
    const busy = { kind: "status", status: 200, body: { id: instanceId, status: "cloning" } } as const;
    const path = `/compute/instances/${instanceId}`;
    service.emulator.faults.add({ method: "GET", path, times: 2, effect: busy });
    const body = { errors: [{ reason: "There are five of them already." }] };
    const effect = { kind: "status", status: 400, body } as const;
    service.emulator.faults.add({ method: "POST", path: "/**/clone", effect });
    await new Deployment(service, "InstanceClone").up({ instanceId, targetInstanceId });
    expect(service.messages()).toContainEqual("There are five of them already; waiting to retry");
    expect(await disksOf(targetInstanceId)).toHaveLength(2);
  });

  test("actions on one resource run one after another", async () => {
    const { args } = await aNewBackup("same");
    const handlers = service.process()("MongoDatabaseBackup");
    const made = ["one", "two", "three"].map((name) => new Deployment(service, "MongoDatabaseBackup", name));
    await Promise.all(made.map((deployment) => deployment.up(args, {}, handlers)));
    expect(new Set(made.map((deployment) => deployment.recorded().id)).size).toBe(3);
    expect(service.writes()).toHaveLength(3);
    expect(service.warnings()).toEqual([]);
  });
});
