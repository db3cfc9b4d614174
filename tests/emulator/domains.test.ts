import { reasons, start } from "./support/client";
import type { Started } from "./support/client";

const MASTER = { domain: "example.org", type: "master", soa_email: "admin@example.org" };
const SLAVE = { domain: "example.net", type: "slave", master_ips: ["192.0.2.1"] };

const post = async (client: Started, body: unknown) => reasons(await client.post("/domains", body));

describe("creating a domain", () => {
  test("answers the documented fields with their defaults", async () => {
    const client = await start();
    expect(await client.create("/domains", MASTER)).toEqual({
      id: 2000001,
      domain: "example.org",
      type: "master",
      status: "active",
      description: null,
      group: "",
      tags: [],
      soa_email: "admin@example.org",
      master_ips: [],
      axfr_ips: [],
      expire_sec: 0,
      refresh_sec: 0,
      retry_sec: 0,
      ttl_sec: 0,
    });
  });

  test("keeps everything that is sent", async () => {
    const client = await start();
    const sent = {
      ...SLAVE,
      status: "disabled",
      description: "d".repeat(255),
      group: "g".repeat(50),
      tags: ["one", "two"],
      master_ips: ["192.0.2.1", "2001:db8::1"],
      axfr_ips: ["192.0.2.2"],
      expire_sec: 2419200,
      refresh_sec: 300,
      retry_sec: 3600,
      ttl_sec: 7200,
    };
    const domain = await client.create("/domains", sent);
    expect(domain).toMatchObject(sent);
    expect((await client.get(`/domains/${domain.id}`)).body).toEqual(domain);
  });

  test("needs domain and type", async () => {
    const client = await start();
    expect(await post(client, {})).toEqual({ domain: ["domain is required"], type: ["type is required"] });
  });

  test("needs soa_email for a master and master_ips for a slave", async () => {
    const client = await start();
    expect(await post(client, { ...MASTER, soa_email: undefined })).toEqual({
      soa_email: ["soa_email required when type=master"],
    });
    expect(await post(client, { ...MASTER, soa_email: "" })).toEqual({
      soa_email: ["soa_email required when type=master"],
    });
    for (const master_ips of [undefined, null, []]) {
      expect(await post(client, { ...SLAVE, master_ips })).toEqual({
        master_ips: ["You need at least one master DNS server IP address for this zone."],
      });
    }
  });

  test.each([
    ["domain", "localhost"],
    ["domain", "exa mple.org"],
    ["domain", "-example.org"],
    ["domain", "example-.org"],
    ["domain", "example..org"],
    ["domain", ".example.org"],
    ["domain", `${"a".repeat(64)}.org`],
    ["domain", `${"a.".repeat(130)}org`],
    ["domain", ""],
    ["domain", 1],
    ["type", "primary"],
    ["status", "edit_mode"],
    ["description", ""],
    ["description", "d".repeat(256)],
    ["group", ""],
    ["group", "g".repeat(51)],
    ["soa_email", "admin"],
    ["soa_email", "a@b"],
    ["ttl_sec", -1],
    ["ttl_sec", "300"],
    ["expire_sec", 1.5],
  ])("refuses %s %p", async (field, value) => {
    const client = await start();
    expect(Object.keys(await post(client, { ...MASTER, [field]: value }))).toEqual([field]);
  });

  test("refuses addresses that are none, each by its place", async () => {
    const client = await start();
    expect(await post(client, { ...SLAVE, master_ips: ["192.0.2.1", "x"], axfr_ips: ["192.0.2.300"] })).toEqual({
      "master_ips[1]": ["Must be a valid IP address"],
      "axfr_ips[0]": ["Must be a valid IP address or range"],
    });
    expect(await post(client, { ...SLAVE, master_ips: ["fe80::1%eth0"], axfr_ips: ["fe80::%eth0/64"] })).toEqual({
      "master_ips[0]": ["Must be a valid IP address"],
      "axfr_ips[0]": ["Must be a valid IP address or range"],
    });
  });

  test.each([
    "example.co.uk",
    "1password.com",
    "_sub.example.org",
    "xn--bcher-kva.example",
    "a.travelersinsurance",
    `${"a".repeat(63)}.org`,
  ])("accepts the domain %p", async (domain) => {
    const client = await start();
    expect((await client.create("/domains", { ...MASTER, domain })).domain).toBe(domain);
  });

  test("refuses a domain that exists, in any spelling", async () => {
    const client = await start();
    await client.create("/domains", MASTER);
    expect(await post(client, { ...SLAVE, domain: "EXAMPLE.org" })).toEqual({ domain: ["Domain already exists."] });
  });

  test.each([
    [0, 0],
    [1, 300],
    [300, 300],
    [301, 3600],
    [86401, 172800],
    [2419201, 2419200],
  ])("rounds %i seconds up to %i", async (sent, kept) => {
    const client = await start();
    const timers = { expire_sec: sent, refresh_sec: sent, retry_sec: sent, ttl_sec: sent };
    const expected = { expire_sec: kept, refresh_sec: kept, retry_sec: kept, ttl_sec: kept };
    expect(await client.create("/domains", { ...MASTER, ...timers })).toMatchObject(expected);
  });
});

describe("updating a domain", () => {
  test("changes only what was sent", async () => {
    const client = await start();
    const before = await client.create("/domains", { ...MASTER, description: "d", tags: ["one"], ttl_sec: 300 });
    const reply = await client.put(`/domains/${before.id}`, { ttl_sec: 301, group: "g" });
    expect(reply.body).toEqual({ ...before, ttl_sec: 3600, group: "g" });
  });

  test("unsets description with null, and group with an empty string or null", async () => {
    const client = await start();
    const { id } = await client.create("/domains", { ...MASTER, description: "d", group: "g" });
    const cleared = await client.put(`/domains/${id}`, { description: null, group: "", master_ips: null });
    expect(cleared.body).toMatchObject({ description: null, group: "", master_ips: [] });
    await client.put(`/domains/${id}`, { group: "g" });
    expect((await client.put(`/domains/${id}`, { group: null })).body.group).toBe("");
  });

  test("checks the domain that results", async () => {
    const client = await start();
    const { id } = await client.create("/domains", MASTER);
    expect(reasons(await client.put(`/domains/${id}`, { type: "slave" }))).toHaveProperty("master_ips");
    expect(reasons(await client.put(`/domains/${id}`, { soa_email: "" }))).toHaveProperty("soa_email");
    const slave = await client.put(`/domains/${id}`, { type: "slave", master_ips: ["192.0.2.1"] });
    expect(slave.body).toMatchObject({ type: "slave", soa_email: MASTER.soa_email });
  });

  test("renames to a name that is free, its own included", async () => {
    const client = await start();
    const { id } = await client.create("/domains", MASTER);
    await client.create("/domains", SLAVE);
    expect(reasons(await client.put(`/domains/${id}`, { domain: SLAVE.domain }))).toHaveProperty("domain");
    expect((await client.put(`/domains/${id}`, { domain: MASTER.domain })).status).toBe(200);
    expect((await client.put(`/domains/${id}`, { domain: "other.org" })).body.domain).toBe("other.org");
    expect((await client.post("/domains", MASTER)).status).toBe(200);
  });

  test("accepts back what the service itself answered", async () => {
    const client = await start();
    const domain = await client.create("/domains", SLAVE);
    expect((await client.put(`/domains/${domain.id}`, domain)).body).toEqual(domain);
  });
});

describe("deleting a domain", () => {
  test("deletes its records, too, and frees the name", async () => {
    const client = await start();
    const { id } = await client.create("/domains", MASTER);
    const record = await client.create(`/domains/${id}/records`, { type: "TXT", target: "x" });
    expect((await client.delete(`/domains/${id}`)).body).toEqual({});
    expect((await client.get(`/domains/${id}`)).status).toBe(404);
    expect((await client.get(`/domains/${id}/records`)).status).toBe(404);
    expect((await client.get(`/domains/${id}/records/${record.id}`)).status).toBe(404);
    const again = await client.create("/domains", MASTER);
    expect(again.id).toBe(id + 1);
    expect((await client.get(`/domains/${again.id}/records`)).body.results).toBe(0);
  });
});
