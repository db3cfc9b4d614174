import { reasons, start } from "./support/client";
import {
  activeDatabase,
  collection,
  createDatabase,
  DATABASE_MS,
  ENGINES,
  order,
  STATUSES,
  takeSnapshot,
} from "./support/databases";
import { client, restart, withUser } from "./support/fresh";

const PROVISIONING = {
  encrypted: false,
  ssl_connection: false,
  hosts: { primary: null, secondary: null },
  status: "provisioning",
  updates: { frequency: "weekly", duration: 3, hour_of_day: 20, day_of_week: 7, week_of_month: null },
};

/** The host of a node. */
const peer = (id: number, node: number | string) => `com-${id}-${node}.servers.computedb.example`;

const CREATED = {
  mongodb: { ...PROVISIONING, port: 27017, replica_set: null, peers: [] },
  mysql: { ...PROVISIONING, port: 3306, replication_type: "none" },
};

const PROVISIONED = {
  mongodb: { hosts: { primary: peer(80001, 1), secondary: null }, replica_set: "RS-80001-0", peers: [peer(80001, 1)] },
  mysql: { hosts: { primary: peer(80001, "1-mysql-primary"), secondary: peer(80001, "1-mysql-primary-private") } },
};

describe("creating a database", () => {
  test.each(ENGINES)("of %s takes twice the time of an instance; then it has hosts", async (engine) => {
    const { body: created, view } = await createDatabase(client, engine);
    expect(created).toMatchObject(CREATED[engine]);
    client.emulator.clock.advance(DATABASE_MS - 1);
    expect(await view()).toEqual(created);
    client.emulator.clock.advance(1);
    expect(await view()).toEqual({ ...created, status: "active", ...PROVISIONED[engine], updated: expect.any(String) });
  });

  test("reports all problems together: the engine of another kind, and a label that a database of any kind has", async () => {
    await createDatabase(client, "mongodb", { label: "orders" });
    const reply = await client.post(collection("mysql"), order("mysql", { label: "orders", engine: "mongodb/4.4.10" }));
    expect(reasons(reply)).toEqual({
      engine: ["engine is not valid"],
      label: ["Label must be unique among your databases"],
    });
  });

  test.each([
    [1, undefined, "none"],
    [3, undefined, "semi_synch"],
    [1, "asynch", undefined],
    [1, "semi_synch", undefined],
    [3, "none", undefined],
  ])("of MySQL with %p nodes and replication %p replicates: %p", async (cluster_size, replication_type, expected) => {
    const body = order("mysql", { cluster_size, replication_type });
    const reply = await client.post(collection("mysql"), body);
    if (expected === undefined) expect(Object.keys(reasons(reply))).toEqual(["replication_type"]);
    else expect(reply.body.replication_type).toBe(expected);
    const literal = await start({ documentedOnly: true });
    const { body: shown } = await literal.post(collection("mysql"), body);
    expect(shown.replication_type).toBe(replication_type ?? expected);
  });
});

describe.each(ENGINES)("a %s database", (engine) => {
  test.each([
    ["updating", 0.04, "PUT", "", { encrypted: true }],
    ["updating", 0.06, "POST", "/patch", {}],
    ["backing_up", 0.08, "POST", "/backups", { label: "Tuesday" }],
    ["restoring", 0.3, "POST", "/backups/90001/restore", {}],
  ])("is %s for %d of its provisioning time, then active", async (status, share, method, below, body) => {
    const database = await activeDatabase(client, engine);
    await takeSnapshot(client, database);
    const reply = await client.send(method, `/v4${database.path}${below}`, { body: JSON.stringify(body) });
    expect(reply.status).toBe(200);
    client.emulator.clock.advance(share * DATABASE_MS - 1);
    expect((await database.view()).status).toBe(status);
    client.emulator.clock.advance(1);
    expect((await database.view()).status).toBe("active");
  });

  test("shows an update at once, and is then as it was for null and its own view", async () => {
    const database = await activeDatabase(client, engine, { allow_list: ["192.0.2.1"] });
    const before = await database.view();
    client.emulator.clock.advance(1_000);
    const allow_list = ["198.51.100.7", "2001:db8::1", "2001:db8::/32", "0.0.0.0/0"];
    const changes = { label: "renamed", allow_list, updates: { hour_of_day: 3 } };
    // The type and the engine are ignored.
    const after = (await client.put(database.path, { ...changes, type: "g6-standard-1", engine: "mysql/5.7.30" })).body;
    const expected = {
      ...before,
      status: "updating",
      label: "renamed",
      allow_list: ["198.51.100.7/32", "2001:db8::1/128", "2001:db8::/32", "0.0.0.0/0"],
      updates: { frequency: "weekly", duration: 3, hour_of_day: 3, day_of_week: 7, week_of_month: null },
      updated: expect.any(String),
    };
    expect(after).toEqual(expected);
    expect(after.updated > before.updated).toBe(true);
    for (const body of [{ allow_list: null }, { ...after, status: "active" }]) {
      client.emulator.clock.advance(DATABASE_MS);
      expect(await database.view()).toEqual({ ...expected, status: "active" });
      expect((await client.put(database.path, body)).body).toEqual(expected);
    }
  });
});

describe("an update", () => {
  const updates = async (fields: object, documentedOnly = false) => {
    await restart({ documentedOnly });
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
  ])("of the window to %j is rejected, but not with documentedOnly", async (fields, expected) => {
    const reply = await updates(fields);
    expect(reply.status).toBe(400);
    expect(reasons(reply)).toEqual(expected);
    expect((await updates(fields, true)).body.updates).toMatchObject(fields);
  });
});

test("credentials are reset in other statuses than active with documentedOnly alone", async () => {
  for (const documentedOnly of [false, true]) {
    await restart({ documentedOnly });
    const { id, path } = await activeDatabase(client, "mongodb");
    for (const status of STATUSES) {
      const until = status === "provisioning" ? "provisioning is complete" : "it becomes active";
      const reason = `Your database is ${status}; please wait until ${until} to perform this operation.`;
      const expected = documentedOnly || status === "active" ? [200, undefined] : [400, [{ reason }]];
      client.emulator.poke("database", id, { status });
      const reply = await client.post(`${path}/credentials/reset`);
      expect([status, reply.status, reply.body.errors]).toEqual([status, ...expected]);
    }
  }
});

test.each(ENGINES)("events of %s databases say after their job whether it failed", async (engine) => {
  const { id, path } = await createDatabase(client, engine);
  const entity = { id, type: "database", label: `${engine}-db`, url: `/v4${path}` };
  const [created] = (await client.get("/account/events")).body.data;
  const running = { status: "notification", duration: null, percent_complete: null };
  expect(created).toMatchObject({ action: "database_create", entity, ...running });
  client.emulator.clock.advance(DATABASE_MS);
  const backup = await takeSnapshot(client, { path });
  await client.put(path, { label: "renamed" });
  client.emulator.clock.advance(DATABASE_MS);
  await client.post(`${path}/patch`);
  client.emulator.clock.advance(DATABASE_MS);
  await client.post(`${path}/credentials/reset`);
  await client.post(`${path}/backups/${backup.id}/restore`);
  client.emulator.clock.advance(DATABASE_MS);
  await client.delete(`${path}/backups/${backup.id}`);
  await client.delete(path);
  const events = [...(await client.get("/account/events")).body.data].reverse();
  expect(events[0]).toMatchObject({ id: created.id, duration: DATABASE_MS / 1000 });
  expect(events.map(({ action, status, percent_complete }) => [action, status, percent_complete])).toEqual([
    ["database_create", "finished", 100],
    ["database_backup_create", "finished", 100],
    ["database_update", "finished", 100],
    ["database_update", "finished", 100],
    ["database_credentials_reset", "finished", 100],
    ["database_backup_restore", "failed", 100],
    ["database_backup_delete", "finished", 100],
    ["database_delete", "finished", 100],
  ]);
});

describe("beyond the documents", () => {
  test("are database types: every plan, with a price for each cluster size", async () => {
    const plans = (await client.get("/compute/types")).body.data;
    const types = (await client.get("/databases/types")).body.data;
    expect(types.map(({ id }) => id)).toEqual(plans.map(({ id }) => id));
    const nanode = (await client.get("/databases/types/g6-nanode-1")).body;
    expect(nanode).toEqual(types[0]);
    const clusters = [
      { quantity: 1, price: { hourly: 0.0075, monthly: 5 } },
      { quantity: 3, price: { hourly: 0.0225, monthly: 15 } },
    ];
    const engines = { mongodb: clusters, mysql: clusters, postgresql: clusters };
    expect(nanode).toMatchObject({ label: "DBaaS - Nanode 1GB", class: "nanode", disk: 25600, engines });
    expect((await client.get("/databases/types/nothing")).status).toBe(404);
  });

  test("are MySQL's backups, credentials, certificate and patches: not served without extensions", async () => {
    await restart({ documentedOnly: true });
    const { path } = await activeDatabase(client, "mysql");
    expect((await client.get(path)).body.status).toBe("active");
    for (const rest of ["/backups", "/backups/90001", "/credentials", "/ssl"]) {
      expect((await client.get(path + rest)).status).toBe(404);
    }
    for (const rest of ["/backups", "/backups/90001/restore", "/credentials/reset", "/patch"]) {
      expect((await client.post(path + rest, { label: "Monday" })).status).toBe(404);
    }
    for (const types of ["/databases/types", "/databases/types/g6-nanode-1"]) {
      expect((await client.get(types)).status).toBe(404);
    }
    const mongodb = await activeDatabase(client, "mongodb");
    expect((await client.get(`${mongodb.path}/credentials`)).status).toBe(200);
  });
});

describe("the nodes of a MongoDB database", () => {
  test("are peers of all databases in its replica set, as long as they exist", async () => {
    const first = await createDatabase(client, "mongodb", { label: "first", replica_set: "ledger", cluster_size: 3 });
    const alone = await activeDatabase(client, "mongodb", { label: "alone" });
    const second = await createDatabase(client, "mongodb", { label: "second", replica_set: "ledger" });
    const ofFirst = [1, 2, 3].map((node) => peer(first.id, node));
    const hosts = { primary: ofFirst[0], secondary: null };
    expect(await first.view()).toMatchObject({ replica_set: "ledger", peers: ofFirst, hosts });
    expect(await second.view()).toMatchObject({ replica_set: "ledger", peers: [] });
    client.emulator.clock.advance(DATABASE_MS);
    const ofBoth = [...ofFirst, peer(second.id, 1)];
    expect((await first.view()).peers).toEqual(ofBoth);
    expect((await second.view()).peers).toEqual(ofBoth);
    expect((await alone.view()).peers).toEqual([peer(alone.id, 1)]);
    await client.delete(first.path);
    expect((await second.view()).peers).toEqual([peer(second.id, 1)]);
    const { replica_set } = await alone.view();
    const joined = await activeDatabase(client, "mongodb", { label: "joined", replica_set });
    expect((await alone.view()).peers).toEqual([peer(alone.id, 1), peer(joined.id, 1)]);
  });
});

test("a database without provisioning time is active at once, with hosts in the brand's name", async () => {
  await restart({ databaseProvisionMs: 0, brand: "linode" });
  const { path } = await createDatabase(client, "mongodb");
  expect((await client.get(path)).body).toMatchObject({
    status: "active",
    hosts: { primary: "lin-80001-1.servers.linodedb.example", secondary: null },
  });
  expect((await client.get(`${path}/credentials`)).body.username).toBe("linroot");
});

test.each(ENGINES)("a restricted user needs a grant to see anything of a %s database, or gets 403", async (engine) => {
  const mary = await withUser({ restricted: true });
  const database = await activeDatabase(client, engine);
  const { id } = await takeSnapshot(client, database);
  for (const below of ["", "/credentials", "/ssl", "/backups", `/backups/${id}`]) {
    expect([below, (await mary.get(database.path + below)).status]).toEqual([below, 403]);
  }
});
