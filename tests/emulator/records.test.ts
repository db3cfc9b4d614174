import { reasons } from "./support/client";
import { SRV, zone } from "./support/zone";

describe("creating a record", () => {
  test("answers the documented fields, with 0 and null for what is not set", async () => {
    const { create, client, path } = await zone();
    const record = await create({ type: "A", name: "www", target: "192.0.2.1" });
    expect(record).toEqual({
      id: 30000001,
      type: "A",
      name: "www",
      target: "192.0.2.1",
      ttl_sec: 0,
      priority: 0,
      weight: 0,
      port: 0,
      service: null,
      protocol: null,
      tag: null,
      created: expect.any(String),
      updated: record.created,
    });
    expect((await client.get(`${path}/${record.id}`)).body).toEqual(record);
    expect((await client.get(path)).body.data).toEqual([record]);
  });

  test("needs a type, one of nine", async () => {
    const { refusal } = await zone();
    expect(await refusal({})).toEqual({ type: ["type is required"], target: ["target is required"] });
    expect(await refusal({ type: "SPF", target: "x" })).toEqual({
      type: ["Must be one of A, AAAA, NS, MX, CNAME, TXT, SRV, PTR, CAA"],
    });
  });

  test.each(["A", "AAAA", "NS", "MX", "CNAME", "TXT", "SRV", "PTR", "CAA"])("needs a target for %s", async (type) => {
    const { refusal } = await zone();
    expect((await refusal({ type, name: "x" }))["target"]).toEqual(["target is required"]);
  });

  test("reports all problems together", async () => {
    const { refusal } = await zone();
    expect(await refusal({ type: "A", name: "b@d", target: "x", priority: 256, port: 1, tag: "none" })).toEqual({
      priority: ["Must be 0-255"],
      port: ["port is only valid for SRV records"],
      tag: ["Must be one of issue, issuewild, iodef"],
      name: ["Name contains invalid characters", "Invalid hostname"],
      target: ["Must be a valid IPv4 address"],
    });
  });
});

describe("ttl_sec of a record", () => {
  test.each([
    [0, 0],
    [1, 300],
    [299, 300],
    [1949, 300],
    [1950, 3600],
    [1951, 3600],
    [5399, 3600],
    [5400, 7200],
    [36000, 28800],
    [43200, 57600],
    [1814399, 1209600],
    [1814400, 2419200],
    [99999999, 2419200],
  ])("%i becomes %i: the nearest, and the longer one halfway", async (sent, kept) => {
    const { create } = await zone();
    expect((await create({ type: "TXT", target: "x", ttl_sec: sent })).ttl_sec).toBe(kept);
  });

  test("is refused when it is negative or no integer", async () => {
    const { refusal } = await zone();
    for (const ttl_sec of [-1, 1.5, "300"]) {
      expect(Object.keys(await refusal({ type: "TXT", target: "x", ttl_sec }))).toEqual(["ttl_sec"]);
    }
  });
});

describe("names", () => {
  test.each([
    ["www", "www"],
    ["", ""],
    ["*", "*"],
    ["*.sub", "*.sub"],
    ["_dmarc", "_dmarc"],
    ["www.example.org", "www"],
    ["www.EXAMPLE.org.", "www"],
    ["example.org", ""],
    ["notexample.org", "notexample.org"],
    ["a.b", "a.b"],
  ])("%p is kept as %p: relative to the domain", async (sent, kept) => {
    const { create } = await zone();
    expect((await create({ type: "TXT", name: sent, target: "x" })).name).toBe(kept);
  });

  test("may be left out: then the record belongs to the domain itself", async () => {
    const { create } = await zone();
    expect((await create({ type: "A", target: "192.0.2.1" })).name).toBe("");
  });

  test.each(["@", "b@d", "a..b", "-a", "a-", "a b", "sub.*", "a".repeat(64), "ä"])("refuses %p", async (name) => {
    const { refusal } = await zone();
    expect((await refusal({ type: "TXT", name, target: "x" }))["name"]).toContain("Invalid hostname");
  });

  test("have at most 100 characters", async () => {
    const { create, refusal } = await zone();
    const name = `${"a".repeat(49)}.${"b".repeat(50)}`;
    expect((await create({ type: "TXT", name, target: "x" })).name).toBe(name);
    expect(await refusal({ type: "TXT", name: `${name}b`, target: "x" })).toEqual({
      name: ["Length must be 0-100 characters"],
    });
  });
});

describe("updating a record", () => {
  test("changes only what was sent", async () => {
    const { create, client, path } = await zone();
    const before = await create({ type: "MX", target: "mail.example.org", priority: 10, ttl_sec: 300 });
    client.emulator.clock.advance(5_000);
    const reply = await client.put(`${path}/${before.id}`, { ttl_sec: 5400, target: "other.example.org." });
    expect(reply.body).toEqual({ ...before, ttl_sec: 7200, target: "other.example.org", updated: reply.body.updated });
    expect(reply.body.updated > before.updated).toBe(true);
  });

  test("checks the record that results", async () => {
    const { create, client, path } = await zone();
    const a = await create({ type: "A", name: "www", target: "192.0.2.1" });
    const change = async (body: unknown) => reasons(await client.put(`${path}/${a.id}`, body));
    expect(await change({ target: "x" })).toEqual({ target: ["Must be a valid IPv4 address"] });
    expect(await change({ priority: 5 })).toEqual({ priority: ["priority is only valid for MX and SRV records"] });
    await create({ type: "CNAME", name: "blog", target: "a.example.com" });
    expect(Object.keys(await change({ name: "blog" }))).toEqual(["name"]);
    expect((await client.put(`${path}/${a.id}`, { name: "www" })).status).toBe(200);
    expect((await client.put(`${path}/${a.id}`, { name: "" })).body.name).toBe("");
  });

  test("leaves a name alone that was not sent, even if it looks like one below the domain", async () => {
    const { create, client, path } = await zone();
    const record = await create({ type: "A", name: "www.example.org.example.org", target: "192.0.2.1" });
    expect(record["name"]).toBe("www.example.org");
    expect((await client.put(`${path}/${record.id}`, { ttl_sec: 300 })).body["name"]).toBe("www.example.org");
  });

  test("renames an SRV record with its service", async () => {
    const { create, client, path } = await zone();
    const { id } = await create(SRV);
    const reply = await client.put(`${path}/${id}`, { service: "xmpp-client" });
    expect(reply.body).toMatchObject({ service: "xmpp-client", protocol: "tcp", name: "_xmpp-client._tcp" });
    expect(Object.keys(reasons(await client.put(`${path}/${id}`, { service: null })))).toEqual(["service"]);
  });

  test("needs everything of a new type, and drops what that type does not have", async () => {
    const { create, client, path } = await zone();
    const { id } = await create({ type: "MX", name: "x", target: "mail.example.org", priority: 10 });
    expect(Object.keys(reasons(await client.put(`${path}/${id}`, { type: "CAA" })))).toEqual(["tag"]);
    const reply = await client.put(`${path}/${id}`, { type: "CNAME", name: "x" });
    expect(reply.body).toMatchObject({ type: "CNAME", priority: 0, target: "mail.example.org" });
  });

  test("accepts back what the service itself answered, for every type", async () => {
    const { create, client, path } = await zone();
    const records = [
      { type: "A", name: "a", target: "192.0.2.1" },
      { type: "AAAA", name: "a", target: "2001:db8::1" },
      { type: "NS", name: "sub", target: "ns.example.com" },
      { type: "MX", target: "mail.example.org", priority: 5 },
      { type: "CNAME", name: "c", target: "a.example.com" },
      { type: "TXT", target: "x" },
      { type: "PTR", name: "p", target: "a.example.com" },
      { type: "CAA", tag: "issue", target: "ca.example" },
      SRV,
    ];
    for (const body of records) {
      const record = await create(body);
      expect((await client.put(`${path}/${record.id}`, record)).body).toEqual({
        ...record,
        updated: expect.any(String),
      });
    }
  });
});

describe("a record", () => {
  test("belongs to one domain and can be deleted", async () => {
    const { create, client, path } = await zone();
    const record = await create({ type: "TXT", target: "x" });
    const other = await client.create("/domains", {
      domain: "example.net",
      type: "master",
      soa_email: "a@example.org",
    });
    expect((await client.get(`/domains/${other.id}/records/${record.id}`)).status).toBe(404);
    expect((await client.delete(`${path}/${record.id}`)).body).toEqual({});
    expect((await client.get(`${path}/${record.id}`)).status).toBe(404);
    expect((await client.delete(`${path}/${record.id}`)).status).toBe(404);
  });
});
