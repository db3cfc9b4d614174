import { start } from "./support/client";
import type { Started } from "./support/client";
import {
  activeDatabase,
  ALL_DATABASES,
  collection,
  createDatabase,
  DATABASE_MS,
  ENGINES,
  idsAt,
  takeSnapshot,
} from "./support/databases";

describe("the list of all databases", () => {
  test("shows the common fields with the path of each database, and nothing of one engine alone", async () => {
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

  test("and those of the engines can be filtered and paged", async () => {
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

  test("of one engine is not where those of the other are found", async () => {
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

  test("are notifications while something goes on, and finished at its end", async () => {
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

  test("tell what was done, and whether it failed", async () => {
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
  test("are the types of databases: every plan, with a price for each size of cluster", async () => {
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

  test("are MySQL's backups, credentials, certificate and patches: gone with the extensions", async () => {
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
