import { aBackup, aDatabase } from "../support/action-programs";
import { Deployment } from "../support/deployment";
import { errorOf, messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const MONGO = "/databases/mongodb/instances";

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
    const deployment = new Deployment(service, "MongoCredentialsReset");
    await deployment.up({ databaseId });
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
