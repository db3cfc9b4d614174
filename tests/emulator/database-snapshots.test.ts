import { reasons, start } from "./support/client";
import { activeDatabase, DATABASE_MS, ENGINES, snapshots, takeSnapshot } from "./support/databases";

describe.each(ENGINES)("a snapshot of a %s database", (engine) => {
  test("appears when it is made, with the date of that moment", async () => {
    const client = await start();
    const database = await activeDatabase(client, engine);
    expect((await client.post(`${database.path}/backups`, { label: "Monday" })).body).toEqual({});
    client.emulator.clock.advance(0.08 * DATABASE_MS - 1);
    expect(await snapshots(client, database)).toEqual([]);
    client.emulator.clock.advance(1);
    const created = client.emulator.clock.now().toISOString().slice(0, 19);
    client.emulator.clock.advance(DATABASE_MS);
    const [backup] = await snapshots(client, database);
    expect(backup).toEqual({ id: expect.any(Number), label: "Monday", type: "snapshot", created });
    expect((await client.get(`${database.path}/backups/${backup?.id}`)).body).toEqual(backup);
  });

  test.each([
    ["before-update_1.0", "beforeupdate10"],
    [`a${"-b".repeat(31)}`, `a${"b".repeat(29)}`],
    ["x".repeat(64), "x".repeat(30)],
  ])("that is called %s is listed as %s", async (label, shown) => {
    const client = await start();
    const database = await activeDatabase(client, engine);
    expect((await takeSnapshot(client, database, label)).label).toBe(shown);
  });

  test.each(["two words", "-dash", "dash-", "two--dashes", "Ünlaut", "a/b"])(
    "can be called %j only where the documents' rules alone hold",
    async (label) => {
      const client = await start();
      const { path } = await activeDatabase(client, engine);
      expect(Object.keys(reasons(await client.post(`${path}/backups`, { label })))).toEqual(["label"]);
      const literal = await start({ documentedOnly: true });
      const mongodb = await activeDatabase(literal, "mongodb");
      const shown = label.replace(/[^A-Za-z0-9]/g, "");
      expect((await takeSnapshot(literal, mongodb, label)).label).toBe(shown);
    },
  );

  test("needs a label of 3 to 64 characters and a documented target", async () => {
    const client = await start();
    const { path } = await activeDatabase(client, engine);
    const attempt = async (body: object) => reasons(await client.post(`${path}/backups`, body));
    expect(await attempt({})).toEqual({ label: ["label is required"] });
    const length = ["Length must be 3-64 characters"];
    expect(await attempt({ label: "ab", target: "tertiary" })).toEqual({
      label: length,
      target: ["Must be one of primary, secondary"],
    });
    expect(await attempt({ label: "x".repeat(65) })).toEqual({ label: length });
    expect((await client.get(path)).body.status).toBe("active");
  });

  test("can name the secondary node, also where there is only one", async () => {
    const client = await start();
    const single = await activeDatabase(client, engine, { label: "single" });
    const triple = await activeDatabase(client, engine, { label: "triple", cluster_size: 3 });
    const body = { label: "Monday", target: "secondary" };
    for (const { path } of [single, triple]) expect((await client.post(`${path}/backups`, body)).status).toBe(200);
  });

  test("can be deleted, and belongs to its database alone", async () => {
    const client = await start();
    const database = await activeDatabase(client, engine, { label: "one" });
    const other = await activeDatabase(client, engine, { label: "two" });
    const { id } = await takeSnapshot(client, database);
    for (const path of [`${other.path}/backups/${id}`, `${database.path}/backups/${id + 1}`]) {
      expect((await client.get(path)).status).toBe(404);
      expect((await client.delete(path)).status).toBe(404);
      expect((await client.post(`${path}/restore`)).status).toBe(404);
    }
    expect((await client.delete(`${database.path}/backups/${id}`)).body).toEqual({});
    expect((await client.get(`${database.path}/backups/${id}`)).status).toBe(404);
    expect(await snapshots(client, database)).toEqual([]);
  });
});

describe("a snapshot", () => {
  test("whose label has nothing that can be kept is called by its type and id", async () => {
    const client = await start({ documentedOnly: true });
    const database = await activeDatabase(client, "mongodb");
    const { id, label } = await takeSnapshot(client, database, "日本語");
    expect(label).toBe(`snapshot${id}`);
  });

  test("can be found by type and by date", async () => {
    const client = await start();
    const database = await activeDatabase(client, "mongodb");
    const first = await takeSnapshot(client, database, "first");
    const second = await takeSnapshot(client, database, "second");
    const found = async (filter: object) => {
      const reply = await client.get(`${database.path}/backups`, { "X-Filter": JSON.stringify(filter) });
      return reply.status === 200 ? reply.body.data.map(({ id }) => id) : reply.status;
    };
    expect(await found({ created: { "+gt": first.created }, type: "snapshot" })).toEqual([second.id]);
    expect(await found({ created: first.created })).toEqual([first.id]);
    expect(await found({ label: "first" })).toBe(400);
  });
});
