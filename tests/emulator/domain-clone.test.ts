import type { Started } from "./support/client";
import { reasons, start } from "./support/client";
import { EVERY_TYPE, linesOf } from "./support/zone";

const SOURCE = {
  domain: "example.org",
  type: "master",
  description: "the first",
  group: "g",
  tags: ["one"],
  soa_email: "a@example.org",
  axfr_ips: ["192.0.2.1"],
  ttl_sec: 300,
  retry_sec: 3600,
};

async function source(options: Parameters<typeof start>[0] = {}): Promise<{ client: Started; id: number }> {
  const client = await start(options);
  const { id } = await client.create("/domains", SOURCE);
  for (const body of EVERY_TYPE) await client.create(`/domains/${id}/records`, body);
  return { client, id };
}

describe("cloning a domain", () => {
  test("copies everything but the name", async () => {
    const { client, id } = await source();
    const clone = await client.create(`/domains/${id}/clone`, { domain: "example.net" });
    const original = (await client.get(`/domains/${id}`)).body;
    expect(clone).toEqual({ ...original, id: id + 1, domain: "example.net" });
    expect((await client.get(`/domains/${clone.id}`)).body).toEqual(clone);
  });

  test("copies all records, with the names and targets that they have", async () => {
    const { client, id } = await source();
    client.emulator.clock.advance(5_000);
    const clone = await client.create(`/domains/${id}/clone`, { domain: "example.net" });
    const before = (await client.get(`/domains/${id}/records`)).body.data;
    const after = (await client.get(`/domains/${clone.id}/records`)).body.data;
    const isNew = { id: expect.any(Number), created: expect.any(String), updated: expect.any(String) };
    expect(after).toEqual(before.map((record) => ({ ...record, ...isNew })));
    expect(after[0].created > before[0].created).toBe(true);
    const ids = [...before, ...after].map((record) => record.id);
    expect(new Set(ids).size).toBe(2 * EVERY_TYPE.length);
  });

  test("makes a domain of its own", async () => {
    const { client, id } = await source({ provisionMs: 0 });
    const clone = await client.create(`/domains/${id}/clone`, { domain: "example.net" });
    await client.delete(`/domains/${id}`);
    expect((await client.get(`/domains/${clone.id}/records`)).body.results).toBe(EVERY_TYPE.length);
    expect((await linesOf(client, clone.id))[0]).toBe(`; example.net [${clone.id}]`);
  });

  test("copies a slave, too", async () => {
    const client = await start();
    const slave = await client.create("/domains", { domain: "example.org", type: "slave", master_ips: ["192.0.2.1"] });
    const clone = await client.create(`/domains/${slave.id}/clone`, { domain: "example.net" });
    expect(clone).toMatchObject({ type: "slave", master_ips: ["192.0.2.1"], soa_email: "" });
  });

  test.each([
    [{}, "domain is required"],
    [{ domain: null }, "domain is required"],
    [{ domain: "" }, "Length must be 1-255 characters"],
    [{ domain: "a".repeat(256) }, "Length must be 1-255 characters"],
    [{ domain: 5 }, "Must be of type String"],
    [{ domain: "not a domain" }, "Domain is not valid."],
    [{ domain: "Example.ORG" }, "Domain already exists."],
  ])("refuses %j", async (body, reason) => {
    const { client, id } = await source();
    expect(reasons(await client.post(`/domains/${id}/clone`, body))).toEqual({ domain: [reason] });
    expect((await client.get("/domains")).body.results).toBe(1);
  });

  test("finds nothing under an id that is none", async () => {
    const client = await start();
    for (const id of ["2000001", "example.org"]) {
      expect((await client.post(`/domains/${id}/clone`, { domain: "example.net" })).status).toBe(404);
    }
  });

  test("needs the grant to create domains, and to read this one", async () => {
    const id = 2_000_001;
    const readable = [{ kind: "domain" as const, id, permissions: "read_only" as const }];
    for (const [grants, objects, status] of [
      [[], readable, 403],
      [["add_domains"], [], 403],
      [["add_domains"], readable, 200],
    ] as const) {
      const guest = { token: "guest", username: "guest", restricted: true, grants: [...grants], objects: [...objects] };
      const { client } = await source({ tokens: ["admin", guest] });
      const headers = { Authorization: "Bearer guest" };
      const cloned = await client.send("POST", `/v4/domains/${id}/clone`, {
        headers,
        body: '{"domain":"example.net"}',
      });
      expect(cloned.status).toBe(status);
      if (status !== 200) continue;
      const own = await client.send("DELETE", `/v4/domains/${cloned.body.id}`, { headers });
      expect(own.status).toBe(200);
    }
  });
});
