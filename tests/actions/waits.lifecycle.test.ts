import { aBackup, aDatabase, aSnapshot, anInstance, backupsOf } from "../support/action-programs";
import { Deployment } from "../support/deployment";
import { listed, messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService();

describe("before an action", () => {
  const MONGO_KINDS = ["MongoDatabaseBackup", "MongoCredentialsReset", "MongoDatabasePatch"];

  test.each(MONGO_KINDS)("%s waits until the database is active, and reports it", async (kind) => {
    const databaseId = await aDatabase(service);
    await service.ask("POST", `/databases/mongodb/instances/${databaseId}/patch`);
    await new Deployment(service, kind).up({ databaseId, ...(kind === "MongoDatabaseBackup" ? { label: "abc" } : {}) });
    expect(service.messages()).toContainEqual(`MongoDB database ${databaseId} is updating; waiting until it is active`);
  });

  test.each([
    ["failed", "it will not recover on its own"],
    ["suspended", "Resume it in the service"],
  ])("a database that is %s stops the wait at once, with an explanation", async (status, explanation) => {
    const databaseId = await aDatabase(service);
    service.emulator.poke("database", databaseId, { status });
    const deployment = new Deployment(service, "MongoDatabasePatch");
    expect(await messageOf(deployment.up({ databaseId }))).toMatch(new RegExp(`"${status}".*${explanation}`));
    expect(service.writes()).toEqual([]);
    expect(service.clock.slept).toEqual([]);
    expect(deployment.state).toBeUndefined();
  });

  test("a patch that someone else requested causes a warning, because it may run twice", async () => {
    const databaseId = await aDatabase(service);
    await service.ask("POST", `/databases/mongodb/instances/${databaseId}/patch`);
    await new Deployment(service, "MongoDatabasePatch").up({ databaseId });
    expect(service.warnings()).toEqual([
      expect.stringMatching(/already showed it in progress \(updating\).*second time/),
    ]);
  });

  test("a backup with that label that someone else requested causes a warning", async () => {
    const databaseId = await aDatabase(service);
    const id = await aBackup(service, databaseId, "mine");
    await new Deployment(service, "MongoDatabaseBackup").up({ databaseId, label: "mine" });
    expect(service.warnings()).toEqual([
      expect.stringMatching(new RegExp(`already showed a result \\(ID ${databaseId}/${id}\\).*second time`)),
    ]);
  });

  test("a missing database is an error", async () => {
    expect(await messageOf(new Deployment(service, "MongoDatabasePatch").up({ databaseId: 999 }))).toContain(
      "MongoDB database 999 does not exist",
    );
  });

  test("a restore waits until the target's own jobs finish", async () => {
    const [instanceId, targetInstanceId] = [
      await anInstance(service, "web"),
      await anInstance(service, "standby", false),
    ];
    const backupId = await aSnapshot(service, instanceId);
    await service.ask("POST", `/compute/instances/${targetInstanceId}/resize`, { type: "g6-standard-1" });
    await new Deployment(service, "InstanceRestore").up({ instanceId, backupId, targetInstanceId });
    expect(service.messages()).toContainEqual(
      expect.stringMatching(`instance ${targetInstanceId} is \\w+; waiting until it is running or offline`),
    );
    expect(await listed(service, `/compute/instances/${targetInstanceId}/disks`)).not.toEqual([]);
  });

  test("a snapshot waits for another one to finish, which the instance's status does not show", async () => {
    const instanceId = await anInstance(service, "web");
    await service.ask("POST", backupsOf(instanceId), { label: "foreign" });
    await new Deployment(service, "InstanceSnapshot").up({ instanceId, label: "mine" });
    expect(service.messages()).toContainEqual(expect.stringContaining("Compute busy; waiting to retry"));
  });

  test("a sixth clone of one source is queued", async () => {
    const instanceId = await anInstance(service, "web");
    const targets: number[] = [];
    for (const index of [1, 2, 3, 4, 5, 6]) targets.push(await anInstance(service, `t-${index}`, false));
    const handlers = service.process()("InstanceClone");
    const clones = targets.map((targetInstanceId) => ({
      targetInstanceId,
      deployment: new Deployment(service, "InstanceClone", `c-${targetInstanceId}`),
    }));
    await Promise.all(
      clones.map(({ deployment, targetInstanceId }) => deployment.up({ instanceId, targetInstanceId }, {}, handlers)),
    );
    for (const id of targets) expect(await listed(service, `/compute/instances/${id}/disks`)).toHaveLength(2);
  });

  test("a clone rejected as one too many is retried, even if the others have finished by then", async () => {
    const instanceId = await anInstance(service, "web");
    const targetInstanceId = await anInstance(service, "standby", false);
    // Reads of the source before the clone show the other clones; reads after its rejection do not.
    const busy = { kind: "status", status: 200, body: { id: instanceId, status: "cloning" } } as const;
    service.emulator.faults.add({
      method: "GET",
      path: `/compute/instances/${instanceId}`,
      times: 2,
      effect: busy,
    });
    const body = { errors: [{ reason: "There are five of them already." }] };
    const effect = { kind: "status", status: 400, body } as const;
    service.emulator.faults.add({ method: "POST", path: "/**/clone", effect });
    await new Deployment(service, "InstanceClone").up({ instanceId, targetInstanceId });
    expect(service.messages()).toContainEqual("There are five of them already; waiting to retry");
    expect(await listed(service, `/compute/instances/${targetInstanceId}/disks`)).toHaveLength(2);
  });

  test("actions on one resource run one after another", async () => {
    const databaseId = await aDatabase(service);
    const names = ["one", "two", "three"];
    const host = service.process();
    const made = names.map((name) => new Deployment(service, "MongoDatabaseBackup", name));
    await Promise.all(
      made.map((deployment) => deployment.up({ databaseId, label: "same" }, {}, host("MongoDatabaseBackup"))),
    );
    expect(new Set(made.map((deployment) => deployment.recorded().id)).size).toBe(3);
    expect(service.writes()).toHaveLength(3);
    expect(service.warnings()).toEqual([]);
  });
});
