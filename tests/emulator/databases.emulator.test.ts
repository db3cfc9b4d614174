import { join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder";
import { asUser, reasons, start } from "./support/client";
import type { Reply, Started } from "./support/client";
import {
  activeDatabase,
  ALL_DATABASES,
  collection,
  createDatabase,
  DATABASE_MS,
  ENGINES,
  idsAt,
  order,
  snapshots,
  takeSnapshot,
} from "./support/databases";
import type { Database, Engine } from "./support/databases";

const NO_HOSTS = { primary: null, secondary: null };

const PROVISIONING = {
  id: 80001,
  region: "us-east",
  type: "g6-nanode-1",
  cluster_size: 1,
  encrypted: false,
  ssl_connection: false,
  allow_list: [],
  hosts: NO_HOSTS,
  status: "provisioning",
  updates: { frequency: "weekly", duration: 3, hour_of_day: 20, day_of_week: 7, week_of_month: null },
  created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
  updated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
};

const MONGODB = {
  ...PROVISIONING,
  label: "mongodb-db",
  engine: "mongodb",
  version: "4.4.10",
  port: 27017,
  compression_type: "none",
  storage_engine: "wiredtiger",
  replica_set: null,
  peers: [],
};

const MYSQL = {
  ...PROVISIONING,
  label: "mysql-db",
  engine: "mysql",
  version: "8.0.26",
  port: 3306,
  replication_type: "none",
};

describe("creating a database", () => {
  test("of MongoDB returns the documented fields with their defaults, and hosts and peers once it is provisioned", async () => {
    const client = await start();
    expect(await client.create(collection("mongodb"), order("mongodb"))).toEqual(MONGODB);
    client.emulator.clock.advance(DATABASE_MS);
    const host = "com-80001-1.servers.computedb.example";
    expect((await client.get("/databases/mongodb/instances/80001")).body).toEqual({
      ...MONGODB,
      status: "active",
      hosts: { primary: host, secondary: null },
      replica_set: "RS-80001-0",
      peers: [host],
    });
  });

  test("of MySQL returns the documented fields with their defaults, and hosts once it is provisioned", async () => {
    const client = await start();
    expect(await client.create(collection("mysql"), order("mysql"))).toEqual(MYSQL);
    client.emulator.clock.advance(DATABASE_MS);
    expect((await client.get("/databases/mysql/instances/80001")).body).toEqual({
      ...MYSQL,
      status: "active",
      hosts: {
        primary: "com-80001-1-mysql-primary.servers.computedb.example",
        secondary: "com-80001-1-mysql-primary-private.servers.computedb.example",
      },
    });
  });

  test.each(ENGINES)("of %s requires SSL by default only with documentedOnly", async (engine) => {
    const shown = async (client: Started) => (await client.create(collection(engine), order(engine))).ssl_connection;
    expect(await shown(await start())).toBe(false);
    expect(await shown(await start({ documentedOnly: true }))).toBe(true);
  });

  test.each(ENGINES)("of %s without fields reports all required fields", async (engine) => {
    const client = await start();
    expect(reasons(await client.post(collection(engine), {}))).toEqual({
      engine: ["engine is required"],
      label: ["label is required"],
      region: ["region is required"],
      type: ["type is required"],
    });
  });

  test.each(ENGINES)("of %s reports all problems together", async (engine) => {
    const client = await start();
    const other = ENGINES.find((known) => known !== engine);
    const wrong = { engine: `${other}/8.0.26`, label: "ab", region: "us-eest", type: "g6-x" };
    const more = { cluster_size: 2, allow_list: ["192.0.2.1", "everybody", "fe80::1%lo"], encrypted: "yes" };
    const reply = await client.post(collection(engine), { ...wrong, ...more });
    expect(reply.status).toBe(400);
    expect(reasons(reply)).toEqual({
      engine: ["engine is not valid"],
      label: ["Length must be 3-32 characters"],
      region: ["region is not valid"],
      type: ["A valid plan type by that ID was not found"],
      cluster_size: ["Must be one of 1, 3"],
      "allow_list[1]": ["Must be a valid IP address or range"],
      "allow_list[2]": ["Must be a valid IP address or range"],
      encrypted: ["Must be of type Boolean"],
    });
    expect((await client.get(collection(engine))).body.results).toBe(0);
  });

  test.each(ENGINES)("of %s takes its version from the engine's id, which must exist", async (engine) => {
    const client = await start();
    for (const { id, version } of (await client.get("/databases/engines")).body.data) {
      const reply = await client.post(collection(engine), order(engine, { engine: id, label: String(id) }));
      expect(reply.status).toBe(String(id).startsWith(engine) ? 200 : 400);
      if (reply.status === 200) expect(reply.body).toMatchObject({ engine, version });
    }
    for (const unknown of [engine, `${engine}/1.0`, "", "constructor"]) {
      const reply = await client.post(collection(engine), order(engine, { engine: unknown }));
      expect(reasons(reply)).toEqual({ engine: ["engine is not valid"] });
    }
  });

  test.each(ENGINES)("of %s shows single addresses as ranges of one", async (engine) => {
    const client = await start();
    const allow_list = ["192.0.2.1", "198.51.100.0/24", "2001:db8::1", "2001:db8::/32", "0.0.0.0/0"];
    const database = await createDatabase(client, engine, { allow_list });
    const shown = ["192.0.2.1/32", "198.51.100.0/24", "2001:db8::1/128", "2001:db8::/32", "0.0.0.0/0"];
    expect((await database.view()).allow_list).toEqual(shown);
  });

  test.each([false, true])(
    "requires a unique label, whatever the engine (documentedOnly: %s)",
    async (documentedOnly) => {
      const client = await start({ documentedOnly });
      await createDatabase(client, "mongodb", { label: "orders" });
      for (const engine of ENGINES) {
        const taken = await client.post(collection(engine), order(engine, { label: "orders" }));
        expect(reasons(taken)).toEqual({ label: ["Label must be unique among your databases"] });
      }
      await createDatabase(client, "mysql", { label: "invoices" });
    },
  );

  test("rejects mmapv1 only for MongoDB 4.0 and above", async () => {
    const client = await start();
    const attempt = (version: string) =>
      client.post(collection("mongodb"), order("mongodb", { engine: `mongodb/${version}`, storage_engine: "mmapv1" }));
    for (const version of ["4.0.12", "4.2.11", "4.4.10"]) {
      expect(reasons(await attempt(version))).toHaveProperty("storage_engine");
    }
    expect((await attempt("3.6.21")).body.storage_engine).toBe("mmapv1");
  });

  test.each([
    [1, undefined, "none"],
    [3, undefined, "semi_synch"],
    [1, "none", "none"],
    [3, "asynch", "asynch"],
    [3, "semi_synch", "semi_synch"],
    [1, "asynch", undefined],
    [1, "semi_synch", undefined],
    [3, "none", undefined],
  ])("of MySQL with %p nodes and replication %p replicates: %p", async (cluster_size, replication_type, expected) => {
    const client = await start();
    const body = order("mysql", { cluster_size, replication_type });
    const reply = await client.post(collection("mysql"), body);
    if (expected === undefined) expect(Object.keys(reasons(reply))).toEqual(["replication_type"]);
    else expect(reply.body.replication_type).toBe(expected);
    const literal = await start({ documentedOnly: true });
    const { body: shown } = await literal.post(collection("mysql"), body);
    expect(shown.replication_type).toBe(replication_type ?? expected);
  });
});

describe("the response to a creation", () => {
  test.each(ENGINES)("of %s can be bare: status and hosts are shown only afterwards", async (engine) => {
    const client = await start({ createAnswer: "bare" });
    const { status: _status, hosts: _hosts, ...rest } = engine === "mongodb" ? MONGODB : MYSQL;
    expect(await client.create(collection(engine), order(engine))).toEqual(rest);
    expect((await client.get(`${collection(engine)}/80001`)).body).toEqual({
      ...rest,
      status: "provisioning",
      hosts: NO_HOSTS,
    });
  });
});

describe.each(ENGINES)("a %s database", (engine) => {
  test.each([
    ["updating", 0.04, (path: string) => ["PUT", path, { encrypted: true }] as const],
    ["updating", 0.06, (path: string) => ["POST", `${path}/patch`, undefined] as const],
    ["backing_up", 0.08, (path: string) => ["POST", `${path}/backups`, { label: "Tuesday" }] as const],
  ])("is %s for %d of its provisioning time, then active", async (status, share, request) => {
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

  test("shows an update at once, and keeps the rest", async () => {
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

  test("accepts the API's own response", async () => {
    const client = await start();
    const database = await activeDatabase(client, engine, { allow_list: ["192.0.2.1", "2001:db8::1"] });
    const before = await database.view();
    expect((await client.put(database.path, before)).body).toEqual({ ...before, status: "updating" });
  });

  test("keeps its allow list if null is sent, and clears it for an empty one", async () => {
    const client = await start();
    const database = await activeDatabase(client, engine, { allow_list: ["192.0.2.1"] });
    expect((await client.put(database.path, { allow_list: null })).body.allow_list).toEqual(["192.0.2.1/32"]);
    client.emulator.clock.advance(DATABASE_MS);
    expect((await client.put(database.path, { allow_list: [] })).body.allow_list).toEqual([]);
  });

  test("disappears at once when it is deleted, and frees its label", async () => {
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
  ])("of the window to %j is rejected, but not with documentedOnly", async (fields, expected) => {
    const reply = await updates(fields);
    expect(reply.status).toBe(400);
    expect(reasons(reply)).toEqual(expected);
    expect((await updates(fields, true)).body.updates).toMatchObject(fields);
  });

  test.each([[{ duration: "3" }], [{ frequency: 1 }], [[]]])(
    "of the window to %j is always rejected",
    async (fields) => {
      expect((await updates(fields)).status).toBe(400);
      expect((await updates(fields, true)).status).toBe(400);
    },
  );

  test("to weekly updates clears the week of the month", async () => {
    const client = await start();
    const { path } = await activeDatabase(client, "mongodb");
    const monthly = { frequency: "monthly", week_of_month: 2, day_of_week: 6 };
    expect((await client.put(path, { updates: monthly })).body.updates).toMatchObject(monthly);
    client.emulator.clock.advance(DATABASE_MS);
    const weekly = (await client.put(path, { updates: { frequency: "weekly" } })).body.updates;
    expect(weekly).toEqual({ frequency: "weekly", duration: 3, hour_of_day: 20, day_of_week: 6, week_of_month: null });
  });

  test("that is rejected changes nothing and keeps the database active", async () => {
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

describe("a status that is set out of band", () => {
  test("stops jobs in progress", async () => {
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
  test("does not prevent a database from becoming active", async () => {
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

describe("database states", () => {
  const STATUSES = [
    ...["provisioning", "active", "suspending", "suspended", "resuming", "restoring", "failed", "degraded"],
    ...["updating", "backing_up"],
  ];

  const ACTIVE = ["active"];
  const NOT_PROVISIONING = STATUSES.filter((status) => status !== "provisioning");

  /** An operation on an existing database, with the statuses in which it is accepted. */
  type Operation = readonly [name: string, accepted: readonly string[], run: (on: Target) => Promise<Reply>];

  interface Target {
    readonly client: Started;
    readonly database: Database;
    readonly backup: string;
  }

  /** The preconditions (Linode API v4, Managed Databases); none are documented for viewing and for credentials reset. */
  const OPERATIONS: readonly Operation[] = [
    ["view", STATUSES, ({ client, database }) => client.get(database.path)],
    ["update", ACTIVE, ({ client, database }) => client.put(database.path, { label: "renamed" })],
    ["snapshot", ACTIVE, ({ client, database }) => client.post(`${database.path}/backups`, { label: "Monday" })],
    ["restore", ACTIVE, ({ client, backup }) => client.post(`${backup}/restore`)],
    ["patch", ACTIVE, ({ client, database }) => client.post(`${database.path}/patch`)],
    ["credentials view", ACTIVE, ({ client, database }) => client.get(`${database.path}/credentials`)],
    ["credentials reset", ACTIVE, ({ client, database }) => client.post(`${database.path}/credentials/reset`)],
    ["certificate view", ACTIVE, ({ client, database }) => client.get(`${database.path}/ssl`)],
    ["backups list", NOT_PROVISIONING, ({ client, database }) => client.get(`${database.path}/backups`)],
    ["backup view", NOT_PROVISIONING, ({ client, backup }) => client.get(backup)],
    ["backup delete", NOT_PROVISIONING, ({ client, backup }) => client.delete(backup)],
    ["delete", ["active", "failed", "degraded"], ({ client, database }) => client.delete(database.path)],
  ];

  describe.each(ENGINES)("a %s database that is", (engine) => {
    test.each(STATUSES)("%s accepts what the documents allow in this status, and rejects the rest", async (status) => {
      const client = await start();
      const database = await activeDatabase(client, engine);
      const { id } = await takeSnapshot(client, database);
      const target = { client, database, backup: `${database.path}/backups/${id}` };
      const wait =
        status === "provisioning"
          ? "Your database is provisioning; please wait until provisioning is complete to perform this operation."
          : `Your database is ${status}; please wait until it becomes active to perform this operation.`;
      for (const [name, accepted, run] of OPERATIONS) {
        client.emulator.poke("database", database.id, { status });
        const reply = await run(target);
        const expected = accepted.includes(status) ? [name, 200, undefined] : [name, 400, [{ reason: wait }]];
        expect([name, reply.status, reply.body.errors]).toEqual(expected);
      }
    });
  });

  describe("credentials reset", () => {
    test.each(STATUSES)("is accepted for a database that is %s with documentedOnly", async (status) => {
      const client = await start({ documentedOnly: true });
      const database = await activeDatabase(client, "mongodb");
      client.emulator.poke("database", database.id, { status });
      expect((await client.post(`${database.path}/credentials/reset`)).status).toBe(200);
    });
  });
});

describe("the list of all databases", () => {
  test("shows the common fields with the path of each database, and no engine-specific ones", async () => {
    const client = await start();
    for (const engine of ENGINES) {
      const database = await activeDatabase(client, engine, { cluster_size: 3 });
      const {
        compression_type: _compression,
        storage_engine: _storage,
        replica_set: _set,
        peers: _peers,
        replication_type: _replication,
        ...common
      } = await database.view();
      const listed = (await client.get(ALL_DATABASES)).body.data.find(({ id }) => id === database.id);
      expect(listed).toEqual({ ...common, instance_uri: `/v4${database.path}` });
    }
  });

  test("and those of each engine can be filtered and paged", async () => {
    const client = await start();
    const mongodb = await activeDatabase(client, "mongodb", { label: "first", region: "eu-west" });
    const mysql = await createDatabase(client, "mysql", { label: "second", type: "g6-standard-1" });
    expect(await idsAt(client, ALL_DATABASES)).toEqual([mongodb.id, mysql.id]);
    for (const filter of [
      { label: "first" },
      { engine: "mongodb" },
      { version: "4.4.10" },
      { region: "eu-west" },
      { type: "g6-nanode-1" },
      { status: "active" },
    ]) {
      expect(await idsAt(client, ALL_DATABASES, filter)).toEqual([mongodb.id]);
      expect(await idsAt(client, collection("mongodb"), filter)).toEqual([mongodb.id]);
      expect(await idsAt(client, collection("mysql"), filter)).toEqual([]);
    }
    expect((await client.get(ALL_DATABASES, { "X-Filter": '{"port":3306}' })).status).toBe(400);
    expect((await client.get(`${ALL_DATABASES}?page=2`)).body).toEqual({ data: [], page: 2, pages: 1, results: 2 });
  });

  test("of one engine does not contain those of the other", async () => {
    const client = await start();
    const { id } = await activeDatabase(client, "mongodb");
    for (const rest of ["", "/backups", "/credentials", "/ssl"]) {
      expect((await client.get(`${collection("mysql")}/${id}${rest}`)).status).toBe(404);
    }
    for (const wrong of ["x", "-1", "1.5", "1e3"]) {
      expect((await client.get(`${collection("mongodb")}/${wrong}`)).status).toBe(404);
    }
  });
});

describe.each(ENGINES)("events of %s databases", (engine) => {
  const events = async (client: Started) => {
    const { data } = (await client.get("/account/events")).body;
    return data.map(({ action, status, percent_complete }) => [action, status, percent_complete]);
  };

  test("are notifications while a job runs, and finished at its end", async () => {
    const client = await start();
    const { id, path } = await createDatabase(client, engine);
    const label = `${engine}-db`;
    const entity = { id, type: "database", label, url: `/v4${path}` };
    const created = (await client.get("/account/events")).body.data[0];
    expect(created).toMatchObject({ action: "database_create", status: "notification", duration: null, entity });
    expect(created.percent_complete).toBeNull();
    client.emulator.clock.advance(DATABASE_MS);
    const finished = (await client.get(`/account/events/${created.id}`)).body;
    expect(finished).toMatchObject({ status: "finished", duration: DATABASE_MS / 1000, percent_complete: 100 });
  });

  test("report what was done, and whether it failed", async () => {
    const client = await start();
    const database = await activeDatabase(client, engine);
    const { path } = database;
    const backup = await takeSnapshot(client, database);
    await client.put(path, { label: "renamed" });
    client.emulator.clock.advance(DATABASE_MS);
    await client.post(`${path}/patch`);
    client.emulator.clock.advance(DATABASE_MS);
    await client.post(`${path}/credentials/reset`);
    await client.post(`${path}/backups/${backup.id}/restore`);
    client.emulator.clock.advance(DATABASE_MS);
    await client.delete(`${path}/backups/${backup.id}`);
    await client.delete(path);
    expect((await events(client)).reverse()).toEqual([
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
});

describe("beyond the documents", () => {
  test("are database types: every plan, with a price for each cluster size", async () => {
    const client = await start();
    const plans = (await client.get("/compute/types")).body.data;
    const types = (await client.get("/databases/types")).body.data;
    expect(types.map(({ id }) => id)).toEqual(plans.map(({ id }) => id));
    const nanode = (await client.get("/databases/types/g6-nanode-1")).body;
    expect(nanode).toEqual(types[0]);
    const clusters = [
      { quantity: 1, price: { hourly: 0.0075, monthly: 5 } },
      { quantity: 3, price: { hourly: 0.0225, monthly: 15 } },
    ];
    expect(nanode).toEqual({
      id: "g6-nanode-1",
      label: "DBaaS - Nanode 1GB",
      class: "nanode",
      vcpus: 1,
      memory: 1024,
      disk: 25600,
      engines: { mongodb: clusters, mysql: clusters, postgresql: clusters },
    });
    expect((await client.get("/databases/types/nothing")).status).toBe(404);
  });

  test("are MySQL's backups, credentials, certificate and patches: not served without extensions", async () => {
    const client = await start({ documentedOnly: true });
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
  const peer = (id: number, node: number) => `com-${id}-${node}.servers.computedb.example`;

  test("are its peers: one for each node", async () => {
    const client = await start();
    const database = await activeDatabase(client, "mongodb", { cluster_size: 3 });
    const peers = [1, 2, 3].map((node) => peer(database.id, node));
    expect(await database.view()).toMatchObject({ peers, hosts: { primary: peers[0], secondary: null } });
  });

  test("are peers of all databases in its replica set, as long as they exist", async () => {
    const client = await start();
    const first = await createDatabase(client, "mongodb", { label: "first", replica_set: "ledger", cluster_size: 3 });
    const alone = await activeDatabase(client, "mongodb", { label: "alone", replica_set: "other" });
    const second = await createDatabase(client, "mongodb", { label: "second", replica_set: "ledger" });
    const ofFirst = [1, 2, 3].map((node) => peer(first.id, node));
    expect(await first.view()).toMatchObject({ replica_set: "ledger", peers: ofFirst });
    expect(await second.view()).toMatchObject({ replica_set: "ledger", peers: [] });
    client.emulator.clock.advance(DATABASE_MS);
    const ofBoth = [...ofFirst, peer(second.id, 1)];
    expect((await first.view()).peers).toEqual(ofBoth);
    expect((await second.view()).peers).toEqual(ofBoth);
    expect((await alone.view()).peers).toEqual([peer(alone.id, 1)]);
    await client.delete(first.path);
    expect((await second.view()).peers).toEqual([peer(second.id, 1)]);
  });

  test("can join another database's default replica set", async () => {
    const client = await start();
    const first = await activeDatabase(client, "mongodb", { label: "first" });
    const { replica_set } = await first.view();
    const second = await activeDatabase(client, "mongodb", { label: "second", replica_set });
    expect((await first.view()).peers).toEqual([peer(first.id, 1), peer(second.id, 1)]);
  });

  test("belong to no replica set of the user if the name is empty, null or too long", async () => {
    const client = await start();
    for (const replica_set of ["", null]) {
      const reply = await client.create(
        collection("mongodb"),
        order("mongodb", { label: `set-${replica_set}`, replica_set }),
      );
      expect(reply.replica_set).toBeNull();
    }
    const long = await client.post(collection("mongodb"), order("mongodb", { replica_set: "r".repeat(65) }));
    expect(reasons(long)).toEqual({ replica_set: ["Length must be 0-64 characters"] });
  });
});

describe("provisioning", () => {
  test("takes twice the time of an instance by default", async () => {
    const client = await start();
    const database = await createDatabase(client, "mysql");
    client.emulator.clock.advance(DATABASE_MS - 1);
    expect((await database.view()).status).toBe("provisioning");
    client.emulator.clock.advance(1);
    expect((await database.view()).status).toBe("active");
  });

  test("takes the time in the options, even none", async () => {
    const slow = await start({ databaseProvisionMs: 1_800_000 });
    const database = await createDatabase(slow, "mongodb");
    slow.emulator.clock.advance(1_799_999);
    expect((await database.view()).status).toBe("provisioning");
    const instant = await start({ databaseProvisionMs: 0 });
    expect((await instant.create(collection("mongodb"), order("mongodb"))).status).toBe("provisioning");
    expect((await instant.get(`${collection("mongodb")}/80001`)).body.status).toBe("active");
  });

  test("assigns unreachable hosts with the brand's name", async () => {
    const client = await start({ brand: "linode" });
    const database = await activeDatabase(client, "mongodb");
    expect((await database.view()).hosts).toEqual({
      primary: `lin-${database.id}-1.servers.linodedb.example`,
      secondary: null,
    });
    expect((await client.get(`${database.path}/credentials`)).body.username).toBe("linroot");
  });
});

describe("database access", () => {
  const READ = "databases:read_only";
  const WRITE = "databases:read_write";

  /** The operations on a database, with their scopes (Linode API v4, Access and Authentication). */
  const OPERATIONS = (path: string): ReadonlyArray<readonly [string, string, string, object?]> => [
    ["GET", ALL_DATABASES, READ],
    ["GET", path, READ],
    ["GET", `${path}/credentials`, READ],
    ["GET", `${path}/ssl`, READ],
    ["GET", `${path}/backups`, WRITE],
    ["GET", `${path}/backups/90001`, WRITE],
    ["PUT", path, WRITE],
    ["POST", `${path}/backups`, WRITE, { label: "Monday" }],
    ["POST", `${path}/backups/90001/restore`, WRITE],
    ["DELETE", `${path}/backups/90001`, WRITE],
    ["POST", `${path}/credentials/reset`, WRITE],
    ["POST", `${path}/patch`, WRITE],
    ["DELETE", path, WRITE],
  ];

  async function inhabited(engine: Engine) {
    const user = { username: "mary", restricted: true };
    const grant = (permissions: "read_only" | "read_write") => [{ kind: "database" as const, id: 80001, permissions }];
    const client = await start({
      tokens: [
        "admin",
        { token: "reader", scopes: [READ] },
        { token: "other", scopes: ["computes:read_write", "domains:read_write"] },
        { token: "stranger", ...user },
        { token: "viewer", ...user, username: "vera", objects: grant("read_only") },
        { token: "editor", ...user, username: "ed", objects: grant("read_write") },
        { token: "creator", ...user, username: "carl", grants: ["add_databases"] },
      ],
    });
    const database = await activeDatabase(client, engine);
    await takeSnapshot(client, database);
    const call = async (token: string, [method, path, , body]: ReturnType<typeof OPERATIONS>[number]) => {
      client.emulator.poke("database", database.id, { status: "active" });
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      return (await asUser(client, token).send(method, `/v4${path}`, sent)).status;
    };
    return { client, database, call };
  }

  describe.each(ENGINES)("access to %s databases", (engine) => {
    test("requires the documented scope", async () => {
      const { database, call } = await inhabited(engine);
      for (const operation of OPERATIONS(database.path)) {
        const [, , scope] = operation;
        expect([operation, await call("nobody", operation)]).toEqual([operation, 401]);
        expect([operation, await call("other", operation)]).toEqual([operation, 401]);
        if (scope === WRITE) expect([operation, await call("reader", operation)]).toEqual([operation, 401]);
        else expect([operation, await call("reader", operation)]).toEqual([operation, 200]);
      }
      expect(await call("reader", ["POST", collection(engine), WRITE, order(engine)])).toBe(401);
    });

    test("of a restricted user is limited by its grants, and excludes delete and credentials reset", async () => {
      const { database, call } = await inhabited(engine);
      const never = [database.path, `${database.path}/credentials/reset`];
      for (const operation of OPERATIONS(database.path)) {
        const [method, path] = operation;
        if (path === ALL_DATABASES) continue;
        const isNever = method !== "GET" && method !== "PUT" && never.includes(path);
        expect([operation, await call("stranger", operation)]).toEqual([operation, 403]);
        expect([operation, await call("viewer", operation)]).toEqual([operation, method === "GET" ? 200 : 403]);
        expect([operation, await call("editor", operation)]).toEqual([operation, isNever ? 403 : 200]);
      }
    });

    test("of a restricted user includes what it created, and lists nothing else", async () => {
      const { client, database } = await inhabited(engine);
      const carl = asUser(client, "creator");
      expect((await asUser(client, "editor").post(collection(engine), order(engine, { label: "x-1" }))).status).toBe(
        403,
      );
      const own = await createDatabase(carl, engine, { label: "own" });
      client.emulator.clock.advance(DATABASE_MS);
      expect((await carl.put(own.path, { label: "mine" })).status).toBe(200);
      for (const list of [ALL_DATABASES, collection(engine)]) {
        expect(await idsAt(carl, list)).toEqual([own.id]);
        expect(await idsAt(asUser(client, "viewer"), list)).toEqual([database.id]);
        expect(await idsAt(asUser(client, "stranger"), list)).toEqual([]);
      }
      expect((await carl.delete(own.path)).status).toBe(403);
    });
  });
});
