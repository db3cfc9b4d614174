import { DEBIAN, DOMAIN, PROVISION_MS, start } from "./support/client";
import { askControl, control, stateOf } from "./support/control";
import { running, statusOf } from "./support/instances";

const DATABASE = { engine: "mysql/8.0.26", label: "orders", region: "us-east", type: "g6-nanode-1" };

describe("out-of-band changes", () => {
  test("set a status, for example stopped for maintenance, and stop jobs in progress", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", DEBIAN);
    const reply = await askControl(client, "POST", `/instances/${id}`, { status: "stopped" });
    expect(reply.body).toMatchObject({ id, status: "stopped" });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, id)).toBe("stopped");
    expect((await client.post(`/compute/instances/${id}/boot`)).status).toBe(200);
  });

  test("power instances off and on, and update the timestamp", async () => {
    const client = await start();
    const { id } = await running(client);
    client.emulator.clock.advance(60_000);
    const { updated } = client.emulator.poke("instance", id, { power: "off" });
    expect(updated).toBe(client.emulator.clock.now().toISOString().slice(0, 19));
    expect(await statusOf(client, id)).toBe("offline");
    client.emulator.poke("instance", id, { power: "on" });
    expect(await statusOf(client, id)).toBe("running");
  });

  test("replace fields of any resource, with values of the same type", async () => {
    const client = await start();
    const { id } = await running(client);
    const { id: domainId } = await client.create("/domains", DOMAIN);
    const record = await client.create(`/domains/${domainId}/records`, { type: "TXT", target: "x" });
    client.emulator.poke("instance", id, { label: "changed", tags: ["other"] });
    expect((await client.get(`/compute/instances/${id}`)).body).toMatchObject({ label: "changed", tags: ["other"] });
    await askControl(client, "POST", `/domains/${domainId}`, { ttl_sec: 300, status: "disabled" });
    expect((await client.get(`/domains/${domainId}`)).body).toMatchObject({ ttl_sec: 300, status: "disabled" });
    await askControl(client, "POST", `/records/${record.id}`, { target: "y" });
    expect((await client.get(`/domains/${domainId}/records/${record.id}`)).body.target).toBe("y");
  });

  test("set the status of a database, and stop jobs in progress", async () => {
    const client = await start();
    const { id } = await client.create("/databases/mysql/instances", DATABASE);
    for (const status of ["failed", "degraded", "suspended", "active"]) {
      expect((await askControl(client, "POST", `/databases/${id}`, { status })).body).toMatchObject({ id, status });
      client.emulator.clock.advance(10 * PROVISION_MS);
      expect((await client.get(`/databases/mysql/instances/${id}`)).body.status).toBe(status);
    }
    expect((await askControl(client, "POST", `/databases/${id}`, { status: "asleep" })).status).toBe(400);
  });

  test("show in lists, which are copies without secrets", async () => {
    const client = await start();
    const { id } = await client.create("/domains", DOMAIN);
    await client.create(`/domains/${id}/records`, { type: "A", name: "www", target: "192.0.2.1" });
    await client.create("/databases/mysql/instances", DATABASE);
    const { id: webId } = await client.create("/compute/instances", DEBIAN);
    expect(client.emulator.list("record")).toMatchObject([{ domain_id: id, name: "www", target: "192.0.2.1" }]);
    expect(client.emulator.list("disk")[0]).toMatchObject({ instance_id: webId });
    expect(client.emulator.list("database")).toMatchObject([{ label: "orders" }]);
    expect(client.emulator.list("database")[0]).not.toHaveProperty("password");
    const { body } = await askControl(client, "GET", "/instances");
    expect(body).toEqual({ instances: [expect.objectContaining({ id: webId, status: "provisioning" })] });
    client.emulator.clock.advance(PROVISION_MS);
    expect(client.emulator.list("instance")).toMatchObject([{ status: "running" }]);
    (client.emulator.list("domain")[0]?.["tags"] as string[]).push("not theirs");
    expect(client.emulator.list("domain")[0]?.["tags"]).toEqual([]);
    expect((await askControl(client, "GET", "/nothing")).status).toBe(404);
  });

  test("cannot set a field to null that is never null", async () => {
    const client = await start();
    const { id } = await running(client);
    const { id: domainId } = await client.create("/domains", { ...DOMAIN, description: "mine" });
    expect(() => client.emulator.poke("instance", id, { tags: null })).toThrow("Must be of type array");
    expect(() => client.emulator.poke("domain", domainId, { domain: null })).toThrow("Must be of type string");
    expect(client.emulator.poke("domain", domainId, { description: null })).toMatchObject({ description: null });
  });

  test.each([{ status: "asleep" }, { power: "maybe" }, { label: 1 }, { nothing: 1 }, { id: 1 }])(
    "are rejected: %j",
    async (patch) => {
      const client = await start();
      const { id } = await running(client);
      expect((await askControl(client, "POST", `/instances/${id}`, patch)).status).toBe(400);
      expect((await askControl(client, "POST", "/instances/1", {})).status).toBe(404);
      expect(await statusOf(client, id)).toBe("running");
    },
  );
});

describe("the watchdog", () => {
  test("gives up after more than 5 boot jobs within 15 minutes", async () => {
    const client = await start();
    const { id } = await running(client);
    for (let boots = 2; boots <= 6; boots += 1) {
      client.emulator.poke("instance", id, { powerLoss: true });
      client.emulator.clock.advance(PROVISION_MS);
      expect(await statusOf(client, id)).toBe("running");
    }
    client.emulator.poke("instance", id, { powerLoss: true });
    expect(await statusOf(client, id)).toBe("offline");
    client.emulator.clock.advance(15 * 60_000);
    await client.post(`/compute/instances/${id}/boot`);
    client.emulator.clock.advance(PROVISION_MS);
    client.emulator.poke("instance", id, { powerLoss: true });
    expect(await statusOf(client, id)).toBe("booting");
  });
});

describe("out-of-band deletion", () => {
  test("removes an instance at once, with everything that belongs to it and jobs in progress; afterwards it is a 404", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", DEBIAN);
    expect((await control(client, "DELETE", `/instances/${id}`)).status).toBe(200);
    expect((await client.get(`/compute/instances/${id}`)).status).toBe(404);
    expect((await control(client, "DELETE", `/instances/${id}`)).status).toBe(404);
    expect((await control(client, "DELETE", "/backups/1")).status).toBe(404);
    expect(client.emulator.clock.advance(PROVISION_MS).jobs).toBe(0);
    expect(() => client.emulator.poke("disk", 40_001, {})).toThrow("Not found");
    expect(() => client.emulator.poke("config", 50_001, {})).toThrow("Not found");
  });

  test("stops a snapshot in progress", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", DEBIAN);
    client.emulator.clock.advance(PROVISION_MS);
    await client.post(`/compute/instances/${id}/backups/enable`);
    await client.create(`/compute/instances/${id}/backups`, { label: "monday" });
    expect((await stateOf(client)).state.jobs).toHaveLength(1);
    client.emulator.remove("instance", id);
    expect((await stateOf(client)).state.jobs).toEqual([]);
  });

  test("removes a domain with its records, or a single record", async () => {
    const client = await start();
    const { id } = await client.create("/domains", DOMAIN);
    const records = `/domains/${id}/records`;
    const one = await client.create(records, { type: "A", name: "one", target: "192.0.2.1" });
    const two = await client.create(records, { type: "A", name: "two", target: "192.0.2.1" });
    client.emulator.remove("record", one.id);
    expect((await client.get(records)).body.data.map((record) => record.id)).toEqual([two.id]);
    client.emulator.remove("domain", id);
    expect((await client.get(records)).status).toBe(404);
    expect(() => client.emulator.remove("record", two.id)).toThrow("Not found");
  });
});
