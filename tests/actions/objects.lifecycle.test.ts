import type { FaultEffect } from "../../emulator";
import { aBackup, aDatabase, anInstance, aSnapshot, backupsOf, requestedBackups } from "../support/action-programs";
import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
import { errorOf, messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const MONGO = "/databases/mongodb/instances";

describe("an instance snapshot", () => {
  test("has an ID of the instance's and its own, and outputs its contents", async () => {
    const instanceId = await anInstance(service, "web");
    const { deployment } = await deployed(service, "InstanceSnapshot", {
      instanceId: String(instanceId),
      label: "before / release",
    });
    const { id, outputs } = deployment.recorded();
    const backupId = Number(outputs.backupId);
    expect(id).toBe(`${instanceId}/${backupId}`);
    expect(outputs).toMatchObject({ status: "successful", label: "before / release", disks: [{}, {}] });
    expect(await service.ask("GET", `${backupsOf(instanceId)}/${backupId}`)).toMatchObject({
      label: "before / release",
    });
  });

  test("keeps its own ID if its update times out", async () => {
    const instanceId = await anInstance(service, "web");
    const deployment = new Deployment(service, "InstanceSnapshot");
    await errorOf(deployment.up({ instanceId, label: "mine" }, { timeouts: { create: 0.001 } }));
    const { id } = deployment.recorded();
    const backupId = Number(id.replace(`${instanceId}/`, ""));
    expect(await service.ask("GET", `${backupsOf(instanceId)}/${backupId}`)).toMatchObject({ label: "mine" });
  });

  test("whose POST gets no response is searched for by the next up if the API fails meanwhile", async () => {
    const instanceId = await anInstance(service, "web");
    const deployment = new Deployment(service, "InstanceSnapshot");
    const path = backupsOf(instanceId);
    service.emulator.faults.add({ method: "POST", path, effect: { kind: "lostResponse" } });
    const unavailable = { kind: "status", status: 503 } as const;
    service.emulator.faults.add({ method: "GET", path, effect: unavailable, nth: 3, times: "always" });
    expect(await messageOf(deployment.up({ instanceId, label: "mine" }))).toMatch(
      /^Could not confirm the request .*Run `pulumi up` again: it checks the result.*HTTP 503/,
    );
    service.emulator.faults.clear();
    expect(await deployment.up({ instanceId, label: "mine" })).toBe("update");
    expect(service.timesSent(`POST ${path}`)).toBe(1);
  });

  test("no longer exists for the older of two resources once the newer one replaces it", async () => {
    const instanceId = await anInstance(service, "web");
    const [older, newer] = ["older", "newer"].map((name) => new Deployment(service, "InstanceSnapshot", name));
    await older?.up({ instanceId, label: "same" });
    await newer?.up({ instanceId, label: "same" });
    expect(await older?.refresh()).toBe("gone");
    expect(await newer?.refresh()).toBe("same");
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
    const instanceId = await anInstance(service, "web");
    const { deployment } = await deployed(service, "InstanceSnapshot", { instanceId, label: "mine" });
    service.emulator.faults.add({ method: "GET", path: "/**", times: "always", effect });
    expect(await messageOf(deployment.refresh())).toContain(message);
    expect(deployment.state).toBeDefined();
  });

  test("is only removed from state when its resource is deleted, with a warning", async () => {
    const instanceId = await anInstance(service, "web");
    const { deployment } = await deployed(service, "InstanceSnapshot", { instanceId, label: "mine" });
    const { id } = deployment.recorded();
    await deployment.destroy();
    expect(service.warnings()).toEqual([
      expect.stringMatching(
        `Removed instance snapshot ${id} from state only: .*cancel all backups of the instance\\.$`,
      ),
    ]);
    expect(await service.ask("GET", backupsOf(instanceId))).toMatchObject({ snapshot: { current: { label: "mine" } } });
  });

  test.each(["failed", "userAborted"])("fails at once with the next step when it ends as %s", async (status) => {
    const instanceId = await anInstance(service, "web");
    const before = await aSnapshot(service, instanceId, "before");
    service.forget();
    const effect = { kind: "status", status: 200, body: { id: before + 1, status } } as const;
    service.emulator.faults.add({ method: "GET", path: `${backupsOf(instanceId)}/*`, effect });
    const error = await errorOf(new Deployment(service, "InstanceSnapshot").up({ instanceId, label: "mine" }));
    expect(error.message).toMatch(new RegExp(`is "${status}": .*Change triggers to take another`));
    expect(service.writes()).toHaveLength(1);
  });

  test("fails with the API's own message when the backup service is off", async () => {
    const instanceId = await anInstance(service, "web");
    await service.ask("POST", `${backupsOf(instanceId)}/cancel`);
    const deployment = new Deployment(service, "InstanceSnapshot");
    expect(await messageOf(deployment.up({ instanceId, label: "mine" }))).toContain("backup service is not enabled");
    expect(deployment.state).toBeUndefined();
  });

  test("can be imported, unless its label differs", async () => {
    const instanceId = await anInstance(service, "web");
    const backupId = await aSnapshot(service, instanceId, "foreign");
    const options = { import: `${instanceId}/${backupId}` };
    const deployment = new Deployment(service, "InstanceSnapshot");
    expect(await messageOf(deployment.up({ instanceId, label: "mine" }, options))).toContain(
      "add them to ignoreChanges: label",
    );
    await deployment.up({ instanceId, label: "foreign" }, options);
    expect(deployment.recorded()).toMatchObject({ id: options.import, outputs: { backupId } });
    expect(await deployment.up({ instanceId, label: "foreign" })).toBe("same");
    const triggered = { instanceId, label: "foreign", triggers: [1] };
    for (const step of ["update", "same"]) expect(await deployment.up(triggered)).toBe(step);
    expect(service.writes()).toEqual([]);
    expect(await deployment.preview({ ...triggered, triggers: [2] })).toBe("replace");
  });

  test("can be read by its ID, and fails if it does not exist", async () => {
    const instanceId = await anInstance(service, "web");
    const backupId = await aSnapshot(service, instanceId, "foreign");
    const handlers = service.process()("InstanceSnapshot");
    const found = await handlers.read({ id: `${instanceId}/${backupId}`, state: {} });
    expect(found?.state).toMatchObject({ instanceId, backupId, label: "foreign", status: "successful" });
    const missing = handlers.read({ id: `${instanceId}/999`, state: {} });
    expect(await messageOf(missing)).toContain(`Instance snapshot ${instanceId}/999 does not exist`);
  });
});

describe("a database backup", () => {
  test.each([
    ["a label that the API strips", "before-May.1_b", "beforeMay1b"],
    ["a label that the API shortens", "a".repeat(64), "a".repeat(30)],
    ["a label that another backup has", "foreign", "foreign"],
  ])("is found among other backups: %s", async (_, label, stored) => {
    const databaseId = await aDatabase(service);
    const others = [await aBackup(service, databaseId), await aBackup(service, databaseId, label)];
    const { deployment } = await deployed(service, "MongoDatabaseBackup", { databaseId, label });
    const { id, outputs } = deployment.recorded();
    const [own] = (await requestedBackups(service, databaseId)).filter((one) => !others.includes(Number(one.id)));
    expect(id).toBe(`${databaseId}/${String(own?.id)}`);
    expect(outputs).toMatchObject({ backupId: own?.id, label: stored, type: "snapshot" });
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up({ databaseId, label })).toBe("same");
  });

  test("is replaced by creating the new one first, then deleting the old one, and deleted with its resource", async () => {
    const databaseId = await aDatabase(service);
    const other = await aBackup(service, databaseId);
    const { deployment } = await deployed(service, "MongoDatabaseBackup", { databaseId, label: "mine" });
    const old = deployment.recorded().id;
    expect(await deployment.up({ databaseId, label: "other" })).toBe("replace");
    expect(service.writes()).toEqual([
      `POST ${MONGO}/${databaseId}/backups`,
      `DELETE ${MONGO}/${databaseId}/backups/${old.split("/")[1]}`,
    ]);
    expect(await requestedBackups(service, databaseId)).toHaveLength(2);
    await deployment.destroy();
    expect((await requestedBackups(service, databaseId)).map(({ id }) => id)).toEqual([other]);
  });

  test("is deleted even if it was not yet listed when its create stopped", async () => {
    const databaseId = await aDatabase(service);
    const deployment = new Deployment(service, "MongoDatabaseBackup");
    await errorOf(deployment.up({ databaseId, label: "mine" }, { timeouts: { create: 0.001 } }));
    expect(deployment.recorded().id).toMatch(/\/unlisted-\d+$/);
    await deployment.destroy();
    service.clock.advance(3_600_000);
    expect(await requestedBackups(service, databaseId)).toEqual([]);
    expect(service.writes().map((write) => write.split(" ")[0])).toEqual(["POST", "DELETE"]);
  });

  test("is deleted by its own ID if a later update finished its create", async () => {
    const databaseId = await aDatabase(service);
    const deployment = new Deployment(service, "MongoDatabaseBackup");
    await errorOf(deployment.up({ databaseId, label: "mine" }, { timeouts: { create: 0.001 } }));
    await deployment.up({ databaseId, label: "mine" });
    const [made] = await requestedBackups(service, databaseId);
    expect(deployment.recorded()).toMatchObject({ outputs: { backupId: made?.id } });
    await deployment.destroy();
    expect(await requestedBackups(service, databaseId)).toEqual([]);
  });

  test("is deleted with its database, finished or not", async () => {
    for (const timeouts of [{ create: 0.001 }, {}]) {
      const databaseId = await aDatabase(service);
      const deployment = new Deployment(service, "MongoDatabaseBackup");
      await deployment.up({ databaseId, label: "mine" }, { timeouts }).catch(() => undefined);
      service.clock.advance(3_600_000);
      await service.ask("DELETE", `${MONGO}/${databaseId}`);
      await deployment.destroy();
      expect(deployment.state).toBeUndefined();
    }
  });

  test("is removed from state by a refresh after an out-of-band deletion", async () => {
    const databaseId = await aDatabase(service);
    const { deployment } = await deployed(service, "MongoDatabaseBackup", { databaseId, label: "mine" });
    await service.ask("DELETE", `${MONGO}/${deployment.recorded().id.replace("/", "/backups/")}`);
    expect(await deployment.refresh()).toBe("gone");
  });

  test("can be imported with its label as it was requested", async () => {
    const databaseId = await aDatabase(service);
    const backupId = await aBackup(service, databaseId, "before-May");
    const options = { import: `${databaseId}/${backupId}` };
    const deployment = new Deployment(service, "MongoDatabaseBackup");
    expect(await messageOf(deployment.up({ databaseId, label: "other" }, options))).toContain(
      "add them to ignoreChanges: label ",
    );
    await deployment.up({ databaseId, label: "before-May" }, options);
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up({ databaseId, label: "before-May" })).toBe("same");
    expect(service.writes()).toEqual([]);
  });

  test.each(["ab", "a".repeat(65)])("rejects the label %j at preview", async (label) => {
    expect(await messageOf(new Deployment(service, "MongoDatabaseBackup").up({ databaseId: 1, label }))).toContain(
      "label: m",
    );
  });
});

describe("a restored database", () => {
  test("that fails reports the credentials reset, keeps the ID and is not restored again", async () => {
    const databaseId = await aDatabase(service);
    const backupId = await aBackup(service, databaseId);
    await new Deployment(service, "MongoCredentialsReset").up({ databaseId });
    service.forget();
    const deployment = new Deployment(service, "MongoDatabaseRestore");
    for (const attempt of [1, 2]) {
      const message = await messageOf(deployment.up({ databaseId, backupId }));
      expect({ attempt, message }).toMatchObject({
        message: expect.stringMatching(/"failed".*credentials reset/) as string,
      });
    }
    expect(service.writes()).toHaveLength(1);
    service.emulator.poke("database", databaseId, { status: "active" });
    expect(await deployment.up({ databaseId, backupId })).toBe("update");
    expect(await deployment.up({ databaseId, backupId })).toBe("same");
  });
});

describe("a credentials reset", () => {
  test("outputs the new credentials, and every repetition changes them", async () => {
    const databaseId = await aDatabase(service);
    const before = await service.ask("GET", `${MONGO}/${databaseId}/credentials`);
    const { deployment } = await deployed(service, "MongoCredentialsReset", { databaseId });
    const first = await service.ask("GET", `${MONGO}/${databaseId}/credentials`);
    expect(deployment.recorded().outputs).toMatchObject({ rootUsername: first.username, rootPassword: first.password });
    expect(first.password).not.toBe(before.password);
    await deployment.up({ databaseId, triggers: [1] });
    expect(deployment.recorded().outputs.rootPassword).not.toBe(first.password);
  });

  test("waits for new credentials that appear late", async () => {
    const databaseId = await aDatabase(service);
    const body = await service.ask("GET", `${MONGO}/${databaseId}/credentials`);
    const effect = { kind: "status", status: 200, body } as const;
    service.emulator.faults.add({ method: "GET", path: "/**/credentials", nth: 2, times: 3, effect });
    const deployment = new Deployment(service, "MongoCredentialsReset");
    await deployment.up({ databaseId });
    expect(deployment.recorded().outputs.rootPassword).not.toBe(body.password);
    expect(service.writes()).toHaveLength(1);
  });

  test("prints no credentials, and saves no old ones in state", async () => {
    const databaseId = await aDatabase(service);
    const old = String((await service.ask("GET", `${MONGO}/${databaseId}/credentials`)).password);
    const deployment = new Deployment(service, "MongoCredentialsReset");
    const late = { kind: "status", status: 503 } as const;
    service.emulator.faults.add({ method: "GET", path: "/**/credentials", nth: 2, times: "always", effect: late });
    await errorOf(deployment.up({ databaseId }));
    expect(deployment.state).toBeDefined();
    expect(JSON.stringify(deployment.state)).not.toContain(old);
    service.emulator.faults.clear();
    await deployment.up({ databaseId });
    const { rootPassword } = deployment.recorded().outputs;
    const echo = { errors: [{ reason: `not with ${String(rootPassword)}` }] };
    service.emulator.faults.add({ path: "/**", times: "always", effect: { kind: "status", status: 400, body: echo } });
    const message = await messageOf(deployment.up({ databaseId, triggers: [1] }));
    expect(message + JSON.stringify(service.said)).not.toContain(old);
    expect(service.writes()).toHaveLength(1);
  });
});
