import { join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder";
import { reasons, start } from "./support/client";
import { activeDatabase, createDatabase, DATABASE_MS, ENGINES, snapshots, takeSnapshot } from "./support/databases";

describe.each(ENGINES)("a %s database", (engine) => {
  test.each([
    ["updating", 0.04, (path: string) => ["PUT", path, { encrypted: true }] as const],
    ["updating", 0.06, (path: string) => ["POST", `${path}/patch`, undefined] as const],
    ["backing_up", 0.08, (path: string) => ["POST", `${path}/backups`, { label: "Tuesday" }] as const],
  ])("is %s for %d of the time of its provisioning, then active", async (status, share, request) => {
    const client = await start();
    const database = await activeDatabase(client, engine);
    const [method, path, body] = request(database.path);
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    expect((await client.send(method, `/v4${path}`, sent)).status).toBe(200);
    client.emulator.clock.advance(share * DATABASE_MS - 1);
    expect((await database.view()).status).toBe(status);
    client.emulator.clock.advance(1);
    expect((await database.view()).status).toBe("active");
  });

  test("shows what an update changes at once, and keeps the rest", async () => {
    const client = await start();
    const database = await activeDatabase(client, engine, { allow_list: ["192.0.2.1", "192.0.2.2"] });
    const before = await database.view();
    client.emulator.clock.advance(1_000);
    const changes = { label: "renamed", allow_list: ["198.51.100.7"], updates: { hour_of_day: 3 } };
    const after = (await client.put(database.path, { ...changes, type: "g6-standard-1", engine: "mysql/5.7.30" })).body;
    expect(after).toEqual({
      ...before,
      status: "updating",
      label: "renamed",
      allow_list: ["198.51.100.7/32"],
      updates: { frequency: "weekly", duration: 3, hour_of_day: 3, day_of_week: 7, week_of_month: null },
      updated: expect.any(String),
    });
    expect(after.updated > before.updated).toBe(true);
    client.emulator.clock.advance(DATABASE_MS);
    expect(await database.view()).toEqual({ ...after, status: "active", updated: expect.any(String) });
  });

  test("takes back what it shows", async () => {
    const client = await start();
    const database = await activeDatabase(client, engine, { allow_list: ["192.0.2.1", "2001:db8::1"] });
    const before = await database.view();
    expect((await client.put(database.path, before)).body).toEqual({ ...before, status: "updating" });
  });

  test("keeps its allow list when null is sent, and loses it to an empty one", async () => {
    const client = await start();
    const database = await activeDatabase(client, engine, { allow_list: ["192.0.2.1"] });
    expect((await client.put(database.path, { allow_list: null })).body.allow_list).toEqual(["192.0.2.1/32"]);
    client.emulator.clock.advance(DATABASE_MS);
    expect((await client.put(database.path, { allow_list: [] })).body.allow_list).toEqual([]);
  });

  test("is gone at once when it is deleted, and frees its label", async () => {
    const client = await start();
    const database = await activeDatabase(client, engine);
    const backup = await takeSnapshot(client, database);
    expect(await client.delete(database.path)).toMatchObject({ status: 200, body: {} });
    for (const path of [database.path, `${database.path}/backups`, `${database.path}/backups/${backup.id}`]) {
      expect((await client.get(path)).status).toBe(404);
    }
    expect((await client.delete(database.path)).status).toBe(404);
    expect((await createDatabase(client, engine)).id).toBe(database.id + 1);
    expect(client.emulator.clock.advance(10 * DATABASE_MS).jobs).toBe(0);
  });
});

describe("an update", () => {
  const updates = async (fields: object, documentedOnly = false) => {
    const client = await start({ documentedOnly });
    const { path } = await activeDatabase(client, "mysql");
    return client.put(path, { updates: fields });
  };

  test.each([
    [{ frequency: "daily" }, { "updates.frequency": ["Must be one of weekly, monthly"] }],
    [{ duration: 4 }, { "updates.duration": ["Must be 1-3"] }],
    [{ hour_of_day: 24 }, { "updates.hour_of_day": ["Must be 0-23"] }],
    [{ day_of_week: 0 }, { "updates.day_of_week": ["Must be 1-7"] }],
    [{ frequency: "monthly", week_of_month: 5 }, { "updates.week_of_month": ["Must be 1-4"] }],
    [{ frequency: "monthly" }, { "updates.week_of_month": ["week_of_month is required for monthly updates"] }],
    [{ week_of_month: 1 }, { "updates.week_of_month": ["week_of_month must be null for weekly updates"] }],
  ])("of the window to %j is refused, but not by the documents' rules", async (fields, expected) => {
    const reply = await updates(fields);
    expect(reply.status).toBe(400);
    expect(reasons(reply)).toEqual(expected);
    expect((await updates(fields, true)).body.updates).toMatchObject(fields);
  });

  test.each([[{ duration: "3" }], [{ frequency: 1 }], [[]]])(
    "of the window to %j is always refused",
    async (fields) => {
      expect((await updates(fields)).status).toBe(400);
      expect((await updates(fields, true)).status).toBe(400);
    },
  );

  test("to weekly updates forgets the week of the month", async () => {
    const client = await start();
    const { path } = await activeDatabase(client, "mongodb");
    const monthly = { frequency: "monthly", week_of_month: 2, day_of_week: 6 };
    expect((await client.put(path, { updates: monthly })).body.updates).toMatchObject(monthly);
    client.emulator.clock.advance(DATABASE_MS);
    const weekly = (await client.put(path, { updates: { frequency: "weekly" } })).body.updates;
    expect(weekly).toEqual({ frequency: "weekly", duration: 3, hour_of_day: 20, day_of_week: 6, week_of_month: null });
  });

  test("that is refused changes nothing and leaves the database active", async () => {
    const client = await start();
    await createDatabase(client, "mongodb", { label: "taken" });
    const database = await activeDatabase(client, "mysql");
    const before = await database.view();
    const reply = await client.put(database.path, { label: "taken", allow_list: ["nobody"] });
    expect(reasons(reply)).toEqual({
      label: ["Label must be unique among your databases"],
      "allow_list[0]": ["Must be a valid IP address or range"],
    });
    expect(await database.view()).toEqual(before);
    expect((await client.put(database.path, { label: before.label })).status).toBe(200);
  });
});

describe("a status that is set behind the interface's back", () => {
  test("ends what was in progress", async () => {
    const client = await start();
    const database = await activeDatabase(client, "mongodb");
    await client.post(`${database.path}/backups`, { label: "Monday" });
    client.emulator.poke("database", database.id, { status: "degraded" });
    client.emulator.clock.advance(DATABASE_MS);
    expect((await database.view()).status).toBe("degraded");
    expect(await snapshots(client, database)).toEqual([]);
  });

  test("before the provisioning is over makes the database usable", async () => {
    const client = await start();
    const database = await createDatabase(client, "mysql");
    client.emulator.poke("database", database.id, { status: "active" });
    expect((await database.view()).hosts).toMatchObject({ primary: expect.any(String) });
    expect((await client.get(`${database.path}/credentials`)).status).toBe(200);
  });

  test.each(["asleep", "running", 1])("cannot be %p", async (status) => {
    const client = await start();
    const { id } = await createDatabase(client, "mysql");
    expect(() => client.emulator.poke("database", id, { status })).toThrow("Must be one of provisioning, active");
  });
});

describe("a restart", () => {
  test("does not keep a database from becoming active", async () => {
    const dataFile = join(temporaryFolder(), "data");
    const before = await start({ dataFile });
    const { path } = await createDatabase(before, "mongodb");
    await before.emulator.close();
    const after = await start({ dataFile });
    expect((await after.get(path)).body.status).toBe("provisioning");
    after.emulator.clock.advance(DATABASE_MS);
    expect((await after.get(path)).body.status).toBe("active");
  });
});
