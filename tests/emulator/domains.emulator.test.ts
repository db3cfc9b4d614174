import { DOMAIN, reasons, start } from "./support/client";
import type { Started } from "./support/client";
import { message, soa, startScripted } from "./support/scripted-name-server";
import { EVERY_TYPE, linesOf } from "./support/zone";

const MASTER = { domain: "example.org", type: "master", soa_email: "admin@example.org" };
const SLAVE = { domain: "example.net", type: "slave", master_ips: ["192.0.2.1"] };

const post = async (client: Started, body: unknown) => reasons(await client.post("/domains", body));

describe("creating a domain", () => {
  test("returns the documented fields with their defaults", async () => {
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

  test("requires domain and type", async () => {
    const client = await start();
    expect(await post(client, {})).toEqual({ domain: ["domain is required"], type: ["type is required"] });
  });

  test("requires soa_email for a master and master_ips for a slave", async () => {
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
  ])("rejects %s %p", async (field, value) => {
    const client = await start();
    expect(Object.keys(await post(client, { ...MASTER, [field]: value }))).toEqual([field]);
  });

  test("rejects invalid addresses, each with its index", async () => {
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

  test("rejects an existing domain, in upper or lower case", async () => {
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

  test("renames to an unused name, its own included", async () => {
    const client = await start();
    const { id } = await client.create("/domains", MASTER);
    await client.create("/domains", SLAVE);
    expect(reasons(await client.put(`/domains/${id}`, { domain: SLAVE.domain }))).toHaveProperty("domain");
    expect((await client.put(`/domains/${id}`, { domain: MASTER.domain })).status).toBe(200);
    expect((await client.put(`/domains/${id}`, { domain: "other.org" })).body.domain).toBe("other.org");
    expect((await client.post("/domains", MASTER)).status).toBe(200);
  });

  test("accepts the API's own response", async () => {
    const client = await start();
    const domain = await client.create("/domains", SLAVE);
    expect((await client.put(`/domains/${domain.id}`, domain)).body).toEqual(domain);
  });
});

describe("deleting a domain", () => {
  test("also deletes its records, and frees the name", async () => {
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

  test("copies all records, with their names and targets", async () => {
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

  test("creates an independent domain", async () => {
    const { client, id } = await source({ provisionMs: 0 });
    const clone = await client.create(`/domains/${id}/clone`, { domain: "example.net" });
    await client.delete(`/domains/${id}`);
    expect((await client.get(`/domains/${clone.id}/records`)).body.results).toBe(EVERY_TYPE.length);
    expect((await linesOf(client, clone.id))[0]).toBe(`; example.net [${clone.id}]`);
  });

  test("also copies a slave", async () => {
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
  ])("rejects %j", async (body, reason) => {
    const { client, id } = await source();
    expect(reasons(await client.post(`/domains/${id}/clone`, body))).toEqual({ domain: [reason] });
    expect((await client.get("/domains")).body.results).toBe(1);
  });

  test("returns 404 for an invalid id", async () => {
    const client = await start();
    for (const id of ["2000001", "example.org"]) {
      expect((await client.post(`/domains/${id}/clone`, { domain: "example.net" })).status).toBe(404);
    }
  });

  test("requires the grants to create domains and to read this one", async () => {
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

describe("events of domains", () => {
  test("report changes of domains and their records, and never rejected requests", async () => {
    const client = await start();
    const { id } = await client.create("/domains", DOMAIN);
    await client.put(`/domains/${id}`, { ttl_sec: 300 });
    await client.put(`/domains/${id}`, { type: "none" });
    const record = await client.create(`/domains/${id}/records`, { type: "TXT", target: "x" });
    await client.post(`/domains/${id}/records`, { type: "A", target: "x" });
    await client.put(`/domains/${id}/records/${record.id}`, { target: "y" });
    await client.delete(`/domains/${id}/records/${record.id}`);
    await client.create(`/domains/${id}/clone`, { domain: "example.net" });
    const zone = [
      soa("example.com"),
      { type: "A" as const, name: "example.com", data: "192.0.2.1" },
      soa("example.com"),
    ];
    const { address } = await startScripted((socket, n) => socket.end(message(n, zone)));
    await client.create("/domains/import", { domain: "example.com", remote_nameserver: address });
    await client.delete(`/domains/${id}`);

    const { data } = (await client.get("/account/events")).body;
    const entity = { id, type: "domain", label: "example.org", url: `/v4/domains/${id}` };
    const clone = { ...entity, id: id + 1, label: "example.net", url: `/v4/domains/${id + 1}` };
    const imported = { ...entity, id: id + 2, label: "example.com", url: `/v4/domains/${id + 2}` };
    const event = (action: string, about: object, secondary: object | null = null) => {
      return expect.objectContaining({ action, entity: about, secondary_entity: secondary, status: "notification" });
    };
    expect([...data].reverse()).toEqual([
      event("domain_create", entity),
      event("domain_update", entity),
      event("domain_record_create", entity),
      event("domain_record_updated", entity),
      event("domain_record_delete", entity),
      event("domain_create", clone, entity),
      event("domain_import", imported),
      event("domain_delete", entity),
    ]);
  });
});

const documented = (): Promise<Started> => start({ documentedOnly: true });

async function withDomain(): Promise<{ client: Started; path: string }> {
  const client = await documented();
  const { id } = await client.create("/domains", DOMAIN);
  return { client, path: `/domains/${id}/records` };
}

describe("with documentedOnly, a domain", () => {
  test("may have any labels", async () => {
    const client = await documented();
    for (const domain of ["localhost", "example.c", "example.123"]) {
      expect((await client.create("/domains", { ...DOMAIN, domain })).domain).toBe(domain);
    }
  });

  test("may have an email address in a single-label domain, and times below 0, which are rounded", async () => {
    const client = await documented();
    const sent = { ...DOMAIN, soa_email: "root@localhost", ttl_sec: -1, expire_sec: 301 };
    expect(await client.create("/domains", sent)).toMatchObject({
      soa_email: "root@localhost",
      ttl_sec: 300,
      expire_sec: 3600,
    });
  });

  test.each([
    ["domain", `${"a".repeat(64)}.org`],
    ["domain", "a..org"],
    ["domain", "a b"],
    ["domain", ""],
    ["type", "primary"],
    ["status", "edit_mode"],
    ["description", ""],
    ["group", "g".repeat(51)],
    ["soa_email", "admin"],
    ["soa_email", "admin@example.org\u0000"],
    ["master_ips", ["x"]],
    ["ttl_sec", "300"],
  ])("is still rejected with %s %p", async (field, value) => {
    const client = await documented();
    const [found = ""] = Object.keys(reasons(await client.post("/domains", { ...DOMAIN, [field]: value })));
    expect(found.replace(/\[0\]$/, "")).toBe(field);
  });

  test("still requires an email address for a master, master_ips for a slave, and a unique name", async () => {
    const client = await documented();
    expect(Object.keys(reasons(await client.post("/domains", { ...DOMAIN, type: "slave" })))).toEqual(["master_ips"]);
    const { soa_email: _address, ...rest } = DOMAIN;
    expect(Object.keys(reasons(await client.post("/domains", rest)))).toEqual(["soa_email"]);
    await client.create("/domains", DOMAIN);
    expect(Object.keys(reasons(await client.post("/domains", DOMAIN)))).toEqual(["domain"]);
  });
});

describe("with documentedOnly, a record", () => {
  test.each([
    [{ type: "A" }, { target: "" }],
    [
      { type: "A", target: "x", ttl_sec: -1 },
      { target: "x", ttl_sec: 300 },
    ],
    [
      { type: "TXT", name: "b@d", target: "" },
      { name: "b@d", target: "" },
    ],
    [
      { type: "CNAME", target: "not a host" },
      { name: "", target: "not a host" },
    ],
    [
      { type: "CAA", tag: "issue", target: "" },
      { tag: "issue", target: "" },
    ],
    [
      { type: "SRV", priority: 1, weight: 2, port: 3 },
      { name: "", service: null, protocol: null },
    ],
    [
      { type: "SRV", priority: 1, weight: 2, port: 3, service: "_a b", protocol: "icmp", target: "sip" },
      { name: "_a b._icmp", service: "a b", protocol: "icmp", target: "sip.example.org" },
    ],
    [
      { type: "A", target: "192.0.2.1", service: "sip", protocol: "tcp" },
      { service: null, protocol: null },
    ],
    [
      { type: "MX", name: "www.example.org", target: "mail." },
      { name: "www", target: "mail" },
    ],
  ])("%j is accepted", async (body, expected) => {
    const { client, path } = await withDomain();
    const record = await client.create(path, body);
    expect(record).toMatchObject(expected);
    const again = await client.put(`${path}/${record.id}`, record);
    expect(again.body).toEqual({ ...record, updated: again.body.updated });
  });

  test.each([
    [{}, ["type"]],
    [{ type: "SPF" }, ["type"]],
    [{ type: "A", name: "a".repeat(101) }, ["name"]],
    [{ type: "A", priority: 1, weight: 1, port: 1, tag: "issue" }, ["priority", "weight", "port", "tag"]],
    [{ type: "MX", priority: 256 }, ["priority"]],
    [{ type: "SRV" }, ["priority", "weight", "port"]],
    [{ type: "SRV", priority: 0, weight: 65_536, port: 0 }, ["weight"]],
    [{ type: "SRV", priority: 0, weight: 0, port: 0, service: "s".repeat(100), protocol: "tcp" }, ["name"]],
    [{ type: "CAA" }, ["tag"]],
    [{ type: "CAA", tag: "other" }, ["tag"]],
    [{ type: "A", target: "192.0.2.1." }, ["target"]],
    [{ type: "AAAA", target: "2001:db8::1." }, ["target"]],
    [{ type: "CAA", tag: "issue", target: "ca.example." }, ["target"]],
    [{ type: "A", ttl_sec: "300" }, ["ttl_sec"]],
  ])("%j is still rejected", async (body, fields) => {
    const { client, path } = await withDomain();
    expect(new Set(Object.keys(reasons(await client.post(path, body))))).toEqual(new Set(fields));
  });

  test("can coexist with any other", async () => {
    const { client, path } = await withDomain();
    for (const target of ["a.example.com", "b.example.com"])
      await client.create(path, { type: "CNAME", name: "x", target });
    await client.create(path, { type: "MX", target: "" });
    await client.create(path, { type: "MX", target: "mail.example.com" });
    expect((await client.get(path)).body.results).toBe(4);
  });

  test("can be updated without its service and protocol, but not without required fields", async () => {
    const { client, path } = await withDomain();
    const srv = { type: "SRV", priority: 1, weight: 2, port: 3, service: "sip", protocol: "tcp" };
    const { id } = await client.create(path, srv);
    expect((await client.put(`${path}/${id}`, { service: null })).body).toMatchObject({
      service: null,
      protocol: "tcp",
      name: "_tcp",
    });
    expect(Object.keys(reasons(await client.put(`${path}/${id}`, { port: null })))).toEqual(["port"]);
    expect(Object.keys(reasons(await client.put(`${path}/${id}`, { type: "CAA" })))).toEqual(["tag"]);
  });
});
