import { DEBIAN, DOMAIN, PROVISION_MS, start } from "./support/client";
import { askControl } from "./support/control";
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

  test("power instances off and on", async () => {
    const client = await start();
    const { id } = await running(client);
    client.emulator.poke("instance", id, { power: "off" });
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

  test("update the resource's timestamp", async () => {
    const client = await start();
    const { id } = await running(client);
    client.emulator.clock.advance(60_000);
    const { updated } = client.emulator.poke("instance", id, { power: "off" });
    expect(updated).toBe(client.emulator.clock.now().toISOString().slice(0, 19));
  });

  test("cannot set a field to null that is never null", async () => {
    const client = await start();
    const { id } = await running(client);
    const { id: domainId } = await client.create("/domains", { ...DOMAIN, description: "mine" });
    expect(() => client.emulator.poke("instance", id, { tags: null })).toThrow("Must be of type array");
    expect(() => client.emulator.poke("domain", domainId, { domain: null })).toThrow("Must be of type string");
    expect(client.emulator.poke("domain", domainId, { description: null })).toMatchObject({ description: null });
  });

  test.each([
    [{ status: "asleep" }, 400],
    [{ power: "maybe" }, 400],
    [{ label: 1 }, 400],
    [{ nothing: 1 }, 400],
    [{ id: 1 }, 400],
  ])("are rejected: %j", async (patch, status) => {
    const client = await start();
    const { id } = await running(client);
    expect((await askControl(client, "POST", `/instances/${id}`, patch)).status).toBe(status);
    expect((await askControl(client, "POST", "/instances/1", {})).status).toBe(404);
    expect(await statusOf(client, id)).toBe("running");
  });
});

describe("the watchdog", () => {
  test("boots an instance that loses power", async () => {
    const client = await start();
    const { id } = await running(client);
    client.emulator.poke("instance", id, { powerLoss: true });
    expect(await statusOf(client, id)).toBe("booting");
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, id)).toBe("running");
  });

  test("does nothing if it is disabled", async () => {
    const client = await start();
    const { id } = await running(client);
    await client.put(`/compute/instances/${id}`, { watchdog_enabled: false });
    client.emulator.poke("instance", id, { powerLoss: true });
    expect(await statusOf(client, id)).toBe("offline");
  });

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

describe("the response to a change", () => {
  test("contains neither the password of a database nor an upload URL", async () => {
    const client = await start();
    const order = { engine: "mongodb/4.4.10", label: "books", region: "us-east", type: "g6-nanode-1" };
    const database = await client.create("/databases/mongodb/instances", order);
    client.emulator.clock.advance(2 * PROVISION_MS);
    const { password } = (await client.get(`/databases/mongodb/instances/${database.id}/credentials`)).body;
    const stored = JSON.stringify(client.emulator.poke("database", database.id, { status: "failed" }));
    expect(stored).toContain('"failed"');
    expect(stored).not.toContain(String(password));
    const upload = await client.create("/images/upload", { label: "one", region: "us-east" });
    const image = client.emulator.poke("image", 70_001, { label: "two" });
    expect(JSON.stringify(image)).not.toContain(new URL(String(upload["upload_to"])).searchParams.get("signature"));
  });
});
