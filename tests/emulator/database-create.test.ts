import { reasons, start } from "./support/client";
import type { Started } from "./support/client";
import { collection, createDatabase, DATABASE_MS, ENGINES, order } from "./support/databases";

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
  test("of MongoDB answers the documented fields with their defaults, and hosts and peers once it is provisioned", async () => {
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

  test("of MySQL answers the documented fields with their defaults, and hosts once it is provisioned", async () => {
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

  test.each(ENGINES)("of %s needs SSL by default only where the documents' rules alone hold", async (engine) => {
    const shown = async (client: Started) => (await client.create(collection(engine), order(engine))).ssl_connection;
    expect(await shown(await start())).toBe(false);
    expect(await shown(await start({ documentedOnly: true }))).toBe(true);
  });

  test.each(ENGINES)("of %s without fields names all that it needs", async (engine) => {
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

  test.each(ENGINES)("of %s takes its version from the engine's id, which must be in the catalogue", async (engine) => {
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
    "needs a label of its own, whatever the engine (documents alone: %s)",
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

  test("refuses mmapv1 for MongoDB 4.0 and above only", async () => {
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

describe("the answer to a creation", () => {
  test.each(ENGINES)("of %s can be bare: status and hosts show only afterwards", async (engine) => {
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
