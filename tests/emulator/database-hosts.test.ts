import { reasons, start } from "./support/client";
import { activeDatabase, collection, createDatabase, DATABASE_MS, order } from "./support/databases";

describe("the nodes of a MongoDB database", () => {
  const peer = (id: number, node: number) => `com-${id}-${node}.servers.computedb.example`;

  test("are its peers: one for each node", async () => {
    const client = await start();
    const database = await activeDatabase(client, "mongodb", { cluster_size: 3 });
    const peers = [1, 2, 3].map((node) => peer(database.id, node));
    expect(await database.view()).toMatchObject({ peers, hosts: { primary: peers[0], secondary: null } });
  });

  test("are peers of all that share its replica set, as long as they exist", async () => {
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

  test("join the replica set that another database got by default", async () => {
    const client = await start();
    const first = await activeDatabase(client, "mongodb", { label: "first" });
    const { replica_set } = await first.view();
    const second = await activeDatabase(client, "mongodb", { label: "second", replica_set });
    expect((await first.view()).peers).toEqual([peer(first.id, 1), peer(second.id, 1)]);
  });

  test("belong to no set of the user's when the name is empty, null or too long", async () => {
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
  test("takes twice the time of an instance unless told otherwise", async () => {
    const client = await start();
    const database = await createDatabase(client, "mysql");
    client.emulator.clock.advance(DATABASE_MS - 1);
    expect((await database.view()).status).toBe("provisioning");
    client.emulator.clock.advance(1);
    expect((await database.view()).status).toBe("active");
  });

  test("takes the time that the options give, even none", async () => {
    const slow = await start({ databaseProvisionMs: 1_800_000 });
    const database = await createDatabase(slow, "mongodb");
    slow.emulator.clock.advance(1_799_999);
    expect((await database.view()).status).toBe("provisioning");
    const instant = await start({ databaseProvisionMs: 0 });
    expect((await instant.create(collection("mongodb"), order("mongodb"))).status).toBe("provisioning");
    expect((await instant.get(`${collection("mongodb")}/80001`)).body.status).toBe("active");
  });

  test("gives hosts in the brand's words that lead nowhere", async () => {
    const client = await start({ brand: "linode" });
    const database = await activeDatabase(client, "mongodb");
    expect((await database.view()).hosts).toEqual({
      primary: `lin-${database.id}-1.servers.linodedb.example`,
      secondary: null,
    });
    expect((await client.get(`${database.path}/credentials`)).body.username).toBe("linroot");
  });
});
