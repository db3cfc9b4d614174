import { DAY_MS } from "../support/time";
import { start } from "./support/client";
import type { Started } from "./support/client";
import type { Database } from "./support/databases";
import {
  activeDatabase,
  advanceToMidnight,
  createDatabase,
  DATABASE_MS,
  ENGINES,
  snapshots,
  takeSnapshot,
} from "./support/databases";

const dateOf = (moment: Date) => moment.toISOString().slice(0, 19);

const compactDate = (moment: Date) => dateOf(moment).slice(0, 10).replaceAll("-", "");

const automatic = async (client: Started, { path }: Database) =>
  (await client.get(`${path}/backups`, { "X-Filter": '{"type":"auto"}' })).body.data;

describe.each(ENGINES)("automatic backups of a %s database", (engine) => {
  test("are made at 0:00 UTC, kept 7 days, and do not change the status", async () => {
    const client = await start();
    const database = await activeDatabase(client, engine);
    let midnight = advanceToMidnight(client);
    const made: object[] = [];
    for (let day = 1; day <= 10; day += 1) {
      expect(await automatic(client, database)).toEqual(made.slice(-7));
      client.emulator.clock.advance(1);
      made.push({
        id: expect.any(Number),
        label: `auto${compactDate(midnight)}`,
        type: "auto",
        created: dateOf(midnight),
      });
      expect(await automatic(client, database)).toEqual(made.slice(-7));
      expect((await database.view()).status).toBe("active");
      midnight = new Date(midnight.getTime() + DAY_MS);
      client.emulator.clock.advance(DAY_MS - 1);
    }
    expect(await automatic(client, database)).toHaveLength(7);
  });

  test("are the same when many days pass at once", async () => {
    const client = await start();
    const database = await activeDatabase(client, engine);
    const midnight = advanceToMidnight(client);
    client.emulator.clock.advance(30 * DAY_MS + 1);
    const labels = (await automatic(client, database)).map(({ label }) => label);
    const days = [24, 25, 26, 27, 28, 29, 30].map((day) => new Date(midnight.getTime() + day * DAY_MS));
    expect(labels).toEqual(days.map((day) => `auto${compactDate(day)}`));
  });

  test("can be restored and deleted like snapshots, which they leave alone", async () => {
    const client = await start();
    const database = await activeDatabase(client, engine);
    const snapshot = await takeSnapshot(client, database);
    advanceToMidnight(client);
    client.emulator.clock.advance(20 * DAY_MS);
    const [first, second] = await automatic(client, database);
    expect((await client.delete(`${database.path}/backups/${first.id}`)).status).toBe(200);
    expect((await client.post(`${database.path}/backups/${second.id}/restore`)).status).toBe(200);
    expect(await snapshots(client, database)).toEqual([snapshot]);
    expect(await automatic(client, database)).toHaveLength(6);
  });
});

describe("automatic backups", () => {
  test.each(["suspended", "failed"])("are not made while a database is %s; the old ones still go", async (status) => {
    const client = await start();
    const database = await activeDatabase(client, "mongodb");
    advanceToMidnight(client);
    client.emulator.clock.advance(3 * DAY_MS);
    expect(await automatic(client, database)).toHaveLength(3);
    client.emulator.poke("database", database.id, { status });
    client.emulator.clock.advance(2 * DAY_MS);
    expect(await automatic(client, database)).toHaveLength(3);
    client.emulator.clock.advance(4 * DAY_MS);
    expect(await automatic(client, database)).toHaveLength(1);
    client.emulator.poke("database", database.id, { status: "active" });
    client.emulator.clock.advance(2 * DAY_MS);
    expect(await automatic(client, database)).toHaveLength(2);
  });

  test("begin after provisioning, and are nothing to wait for", async () => {
    const client = await start({ databaseProvisionMs: 2 * DAY_MS });
    const database = await createDatabase(client, "mongodb");
    client.emulator.clock.advance(2 * DAY_MS);
    expect(await automatic(client, database)).toEqual([]);
    expect(client.emulator.clock.advance(DAY_MS)).toMatchObject({ jobs: 0, nextDue: null });
    expect(await automatic(client, database)).toHaveLength(1);
  });
});

describe.each(ENGINES)("restoring a %s database", (engine) => {
  const restored = async (client: Started, database: Database, backup: number) => {
    expect((await client.post(`${database.path}/backups/${backup}/restore`)).body).toEqual({});
    client.emulator.clock.advance(0.3 * DATABASE_MS - 1);
    expect((await database.view()).status).toBe("restoring");
    client.emulator.clock.advance(1);
    return (await database.view()).status;
  };

  test("from a backup takes a while and leaves it active", async () => {
    const client = await start();
    const database = await activeDatabase(client, engine);
    const { id } = await takeSnapshot(client, database);
    expect(await restored(client, database, id)).toBe("active");
    expect((await client.get(`${database.path}/backups/${id}`)).status).toBe(200);
  });

  test("fails when the credentials were reset after the backup, and only then", async () => {
    const client = await start({ clock: "stepped" });
    const database = await activeDatabase(client, engine);
    const before = await takeSnapshot(client, database, "before");
    await client.create(`${database.path}/credentials/reset`);
    const after = await takeSnapshot(client, database, "after");
    expect(await restored(client, database, after.id)).toBe("active");
    expect(await restored(client, database, before.id)).toBe("failed");
    expect((await client.post(`${database.path}/backups/${after.id}/restore`)).status).toBe(400);
    expect((await client.delete(database.path)).status).toBe(200);
  });
});
