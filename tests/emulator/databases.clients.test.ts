import type { Started } from "./support/client";
import type { Engine } from "./support/databases";
import { advanceToMidnight, DATABASE_MS, ENGINES, order } from "./support/databases";
import { api, startForClient } from "./support/other-clients/api-v4";
import { itExercises } from "./support/other-clients/coverage";

/** The client itself requires the number of nodes. */
const ordered = (engine: Engine) => order(engine, { cluster_size: 1, allow_list: ["192.0.2.1"] });

/** An active database of the client. The client's types no longer include MongoDB; its functions accept every engine. */
async function active(engine: Engine): Promise<{ readonly id: number; readonly service: Started }> {
  const service = await startForClient();
  const { id } = await api.createDatabase(engine, ordered(engine));
  service.emulator.clock.advance(DATABASE_MS);
  return { id, service };
}

/** A rejection because of the status. */
const REFUSED = {
  response: { status: 400, data: { errors: [{ reason: expect.stringMatching(/^Your database is /) }] } },
};

describe("engines and types of @linode/api-v4", () => {
  test("include database engines", async () => {
    await startForClient();
    const { data } = await api.getDatabaseEngines({ page_size: 25 }, { engine: "mysql" });
    expect(data.length).toBeGreaterThan(0);
    for (const engine of data) expect(await api.getDatabaseEngine(engine.id)).toEqual(engine);
  });

  test("include types with prices for every engine", async () => {
    await startForClient();
    const { data } = await api.getDatabaseTypes({ page_size: 25 }, { class: "nanode" });
    expect(data).toMatchObject([{ id: "g6-nanode-1", engines: { mysql: [{ quantity: 1 }, { quantity: 3 }] } }]);
    expect(await api.getDatabaseType("g6-nanode-1")).toEqual(data[0]);
  });
});

describe.each(ENGINES)("databases of @linode/api-v4: %s", (engine) => {
  test("live from creation to deletion", async () => {
    const { emulator } = await startForClient();
    const created = await api.createDatabase(engine, ordered(engine));
    expect(created).toMatchObject({ engine, status: "provisioning", cluster_size: 1, allow_list: ["192.0.2.1/32"] });
    await expect(api.deleteDatabase(engine, created.id)).rejects.toMatchObject(REFUSED);

    emulator.clock.advance(DATABASE_MS);
    const provisioned = await api.getEngineDatabase(engine, created.id);
    expect(provisioned).toMatchObject({ status: "active", hosts: { primary: expect.any(String) } });
    const updates = { frequency: "monthly", duration: 1, hour_of_day: 3, day_of_week: 2, week_of_month: 4 };
    const changed = await api.updateDatabase(engine, created.id, { label: "renamed", allow_list: [], updates });
    expect(changed).toMatchObject({ label: "renamed", allow_list: [], updates, status: "updating" });

    emulator.clock.advance(DATABASE_MS);
    expect(await api.deleteDatabase(engine, created.id)).toEqual({});
    await expect(api.getEngineDatabase(engine, created.id)).rejects.toMatchObject({ response: { status: 404 } });
  });

  test("are listed with all databases, and by engine", async () => {
    const { id } = await active(engine);
    expect((await api.getDatabases({ page_size: 25 }, { status: "active" })).data).toMatchObject([
      { id, engine, instance_uri: `/v4/databases/${engine}/instances/${id}` },
    ]);
    expect((await api.getEngineDatabases(engine, {}, { label: `${engine}-db` })).data).toMatchObject([{ id }]);
    expect((await api.getEngineDatabases(engine, {}, { label: "other" })).data).toEqual([]);
  });

  test("have credentials, which can be reset, and a certificate", async () => {
    const { id } = await active(engine);
    const before = await api.getDatabaseCredentials(engine, id);
    expect(before).toMatchObject({ username: "linroot", password: expect.any(String) });
    expect(await api.resetDatabaseCredentials(engine, id)).toEqual({});
    expect((await api.getDatabaseCredentials(engine, id)).password).not.toBe(before.password);
    const { ca_certificate } = await api.getSSLFields(engine, id);
    expect(Buffer.from(String(ca_certificate), "base64").toString()).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
  });

  test("are patched", async () => {
    const { id, service } = await active(engine);
    expect(await api.patchDatabase(engine, id)).toEqual({});
    await expect(api.patchDatabase(engine, id)).rejects.toMatchObject(REFUSED);
    service.emulator.clock.advance(DATABASE_MS);
    expect(await api.getEngineDatabase(engine, id)).toMatchObject({ status: "active" });
  });

  test("are restored from last night's backup", async () => {
    const { id, service } = await active(engine);
    advanceToMidnight(service);
    service.emulator.clock.advance(1);
    const [backup] = (await api.getDatabaseBackups(engine, id, { page_size: 25 }, { type: "auto" })).data;
    expect(await api.getDatabaseBackup(engine, id, backup.id)).toEqual(backup);
    expect(await api.legacyRestoreWithBackup(engine, id, backup.id)).toEqual({});
    expect(await api.getEngineDatabase(engine, id)).toMatchObject({ status: "restoring" });
    service.emulator.clock.advance(DATABASE_MS);
    expect(await api.getEngineDatabase(engine, id)).toMatchObject({ status: "active" });
  });
});

describe("databases of @linode/api-v4", () => {
  itExercises("databases/databases");
});
