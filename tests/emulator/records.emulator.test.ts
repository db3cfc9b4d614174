import { reasons } from "./support/client";
import { SRV, zone } from "./support/zone";

describe("creating a record", () => {
  test("returns the documented fields, with 0 and null for unset ones", async () => {
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

  test("requires a type, one of nine", async () => {
    const { refusal } = await zone();
    expect(await refusal({})).toEqual({ type: ["type is required"], target: ["target is required"] });
    expect(await refusal({ type: "SPF", target: "x" })).toEqual({
      type: ["Must be one of A, AAAA, NS, MX, CNAME, TXT, SRV, PTR, CAA"],
    });
  });

  test.each(["A", "AAAA", "NS", "MX", "CNAME", "TXT", "SRV", "PTR", "CAA"])(
    "requires a target for %s",
    async (type) => {
      const { refusal } = await zone();
      expect((await refusal({ type, name: "x" }))["target"]).toEqual(["target is required"]);
    },
  );

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
  ])("%i becomes %i: the nearest valid value, or the longer one at the midpoint", async (sent, kept) => {
    const { create } = await zone();
    expect((await create({ type: "TXT", target: "x", ttl_sec: sent })).ttl_sec).toBe(kept);
  });

  test("is rejected if it is negative or not an integer", async () => {
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
  ])("%p is stored as %p: relative to the domain", async (sent, kept) => {
    const { create } = await zone();
    expect((await create({ type: "TXT", name: sent, target: "x" })).name).toBe(kept);
  });

  test("may be omitted: then the record belongs to the domain itself", async () => {
    const { create } = await zone();
    expect((await create({ type: "A", target: "192.0.2.1" })).name).toBe("");
  });

  test.each(["@", "b@d", "a..b", "-a", "a-", "a b", "sub.*", "a".repeat(64), "ä"])("rejects %p", async (name) => {
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

  test("does not modify a name that was not sent, even if it ends with the domain", async () => {
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

  test("requires the fields of a new type, and drops those that it does not have", async () => {
    const { create, client, path } = await zone();
    const { id } = await create({ type: "MX", name: "x", target: "mail.example.org", priority: 10 });
    expect(Object.keys(reasons(await client.put(`${path}/${id}`, { type: "CAA" })))).toEqual(["tag"]);
    const reply = await client.put(`${path}/${id}`, { type: "CNAME", name: "x" });
    expect(reply.body).toMatchObject({ type: "CNAME", priority: 0, target: "mail.example.org" });
  });

  test("accepts the API's own response, for every type", async () => {
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

describe("fields that only some types have", () => {
  const TARGETS = {
    A: "192.0.2.1",
    AAAA: "2001:db8::1",
    NS: "ns.example.com",
    CNAME: "a.example.com",
    TXT: "x",
    PTR: "a.example.com",
  };

  test.each(Object.entries(TARGETS))(
    "%s rejects priority, weight, port, service, protocol and tag",
    async (type, target) => {
      const { refusal } = await zone();
      const foreign = { priority: 1, weight: 1, port: 1, service: "s", protocol: "tcp", tag: "issue" };
      expect(await refusal({ type, name: "x", target, ...foreign })).toEqual({
        priority: ["priority is only valid for MX and SRV records"],
        weight: ["weight is only valid for SRV records"],
        port: ["port is only valid for SRV records"],
        service: ["service is only valid for SRV records"],
        protocol: ["protocol is only valid for SRV records"],
        tag: ["tag is only valid for CAA records"],
      });
    },
  );

  test("MX has a priority of 0 to 255, 0 by default, and no weight", async () => {
    const { create, refusal } = await zone();
    expect((await create({ type: "MX", target: "mail.example.org" })).priority).toBe(0);
    expect((await create({ type: "MX", target: "mail.example.org", priority: 255 })).priority).toBe(255);
    for (const priority of [256, -1]) {
      expect(await refusal({ type: "MX", target: "mail.example.org", priority })).toEqual({
        priority: ["Must be 0-255"],
      });
    }
    expect(Object.keys(await refusal({ type: "MX", target: "m.example.org", weight: 1 }))).toEqual(["weight"]);
  });

  test("the API's own values for unset fields are accepted everywhere", async () => {
    const { create } = await zone();
    const unset = { priority: 0, weight: 0, port: 0, service: null, protocol: null, tag: null };
    expect(await create({ type: "A", name: "www", target: "192.0.2.1", ...unset })).toMatchObject(unset);
  });
});

describe("targets", () => {
  test.each([
    ["A", "192.0.2.1", "192.0.2.1"],
    ["A", "[remote_addr]", "127.0.0.1"],
    ["AAAA", "2001:db8::1", "2001:db8::1"],
    ["NS", "ns1.example.com.", "ns1.example.com"],
    ["MX", "mail.example.com.", "mail.example.com"],
    ["CNAME", "other.example.com.", "other.example.com"],
    ["PTR", "host.example.com.", "host.example.com"],
    ["TXT", "v=spf1 -all", "v=spf1 -all"],
    ["TXT", "A sentence.", "A sentence."],
  ])("%s accepts %p and returns %p", async (type, target, kept) => {
    const { create } = await zone();
    expect((await create({ type, name: "x", target })).target).toBe(kept);
  });

  test.each([
    ["A", "2001:db8::1"],
    ["A", "192.0.2.1."],
    ["A", "192.0.2"],
    ["AAAA", "192.0.2.1"],
    ["AAAA", "2001:db8::1."],
    ["AAAA", "fe80::1%eth0"],
    ["NS", "192.0.2.1"],
    ["NS", ""],
    ["CNAME", "not a host"],
    ["CNAME", "a..b"],
    ["MX", ""],
    ["TXT", ""],
    ["SRV", "a b"],
  ])("%s rejects %p", async (type, target) => {
    const { refusal } = await zone();
    const body = type === "SRV" ? { ...SRV, target } : { type, name: "x", target };
    expect(Object.keys(await refusal(body))).toEqual(["target"]);
  });
});

describe("CAA records", () => {
  test.each([
    ["issue", "letsencrypt.org"],
    ["issuewild", ";"],
    ["issue", "ca.example; account=1"],
    ["iodef", "mailto:security@example.org"],
    ["iodef", "https://example.org/report"],
  ])("accept %s %p", async (tag, target) => {
    const { create } = await zone();
    expect(await create({ type: "CAA", tag, target })).toMatchObject({ tag, target, name: "" });
  });

  test("require a tag", async () => {
    const { refusal } = await zone();
    expect(await refusal({ type: "CAA", target: "letsencrypt.org" })).toEqual({ tag: ["tag is required"] });
  });

  test.each([
    ["issue", "letsencrypt.org."],
    ["issue", "letsencrypt.org; account=1."],
    ["iodef", "https://example.org/report."],
    ["issue", "not a domain"],
    ["iodef", "letsencrypt.org"],
  ])("reject %s %p", async (tag, target) => {
    const { refusal } = await zone();
    expect(await refusal({ type: "CAA", tag, target })).toEqual({ target: ["target is not valid"] });
  });
});

describe("SRV records", () => {
  test("are named after service and protocol, which are returned without underscore", async () => {
    const { create } = await zone();
    const expected = { name: "_sip._tcp", service: "sip", protocol: "tcp", port: 5060 };
    expect(await create(SRV)).toMatchObject(expected);
    expect(await create({ ...SRV, service: "_sip", protocol: "_tcp", name: "ignored" })).toMatchObject(expected);
  });

  test("append the domain to a bare target, and drop a trailing period", async () => {
    const { create } = await zone();
    expect((await create({ ...SRV, target: "sip" })).target).toBe("sip.example.org");
    expect((await create({ ...SRV, target: "sip." })).target).toBe("sip.example.org");
    expect((await create({ ...SRV, target: "sip.example.com." })).target).toBe("sip.example.com");
  });

  test("without a protocol have none, and their service as their name", async () => {
    const { create, client, path } = await zone();
    const { protocol: _none, ...srv } = { ...SRV, service: "service_test", target: "rc_test" };
    const expected = { name: "_service_test", service: "service_test", protocol: null, target: "rc_test.example.org" };
    expect(await create(srv)).toMatchObject(expected);
    const { id } = await create({ ...srv, protocol: null });
    expect((await client.put(`${path}/${id}`, { protocol: "udp" })).body).toMatchObject({
      name: "_service_test._udp",
      protocol: "udp",
    });
    expect((await client.put(`${path}/${id}`, { protocol: null })).body).toMatchObject(expected);
  });

  test("require service, priority, weight, port and target", async () => {
    const { refusal } = await zone();
    expect(await refusal({ type: "SRV" })).toEqual({
      target: ["target is required"],
      service: ["service is required"],
      priority: ["priority is required"],
      weight: ["weight is required"],
      port: ["port is required"],
    });
  });

  test("have a service that fits into a label together with its underscore", async () => {
    const { create, refusal } = await zone();
    const service = "s".repeat(62);
    expect((await create({ ...SRV, service })).service).toBe(service);
    expect(await refusal({ ...SRV, service: `${service}s` })).toEqual({ service: ["service is not valid"] });
  });

  test("limit weight and port to 0 to 65535, and the protocols to the known ones", async () => {
    const { create, refusal } = await zone();
    expect(await create({ ...SRV, weight: 65535, port: 0, priority: 255 })).toMatchObject({ weight: 65535, port: 0 });
    expect(await refusal({ ...SRV, weight: 65536, port: -1, protocol: "icmp", service: "a b" })).toEqual({
      weight: ["Must be 0-65535"],
      port: ["Must be 0-65535"],
      protocol: ["Please select a valid protocol ('udp', 'tcp', 'xmpp', 'tls', 'smtp')"],
      service: ["service is not valid"],
    });
  });
});

describe("conflicts", () => {
  const CONFLICT = { name: ["Record conflict - CNAMES must be unique"] };

  test("a CNAME must be the only record with its name", async () => {
    const { create, refusal } = await zone();
    await create({ type: "A", name: "www", target: "192.0.2.1" });
    expect(await refusal({ type: "CNAME", name: "WWW", target: "a.example.com" })).toEqual(CONFLICT);
    await create({ type: "CNAME", name: "blog", target: "a.example.com" });
    expect(await refusal({ type: "CNAME", name: "blog", target: "b.example.com" })).toEqual(CONFLICT);
    expect(await refusal({ type: "TXT", name: "blog.example.org", target: "x" })).toEqual(CONFLICT);
    expect(await refusal({ type: "CNAME", name: "", target: "a.example.com" })).toEqual({ name: ["name is required"] });
    expect(await refusal({ type: "CNAME", target: "a.example.com" })).toEqual({ name: ["name is required"] });
  });

  test("records with the same name and type can coexist, even identical ones", async () => {
    const { create, client, path } = await zone();
    for (const target of ["192.0.2.1", "192.0.2.2", "192.0.2.2"]) await create({ type: "A", name: "www", target });
    expect((await client.get(path)).body.results).toBe(3);
  });

  test("a name with a null MX record has no other MX record", async () => {
    const { create, refusal, client, path } = await zone();
    const none = await create({ type: "MX", name: "", target: "", priority: 0 });
    expect(none).toMatchObject({ name: "", target: "", priority: 0 });
    expect(Object.keys(await refusal({ type: "MX", target: "mail.example.org" }))).toEqual(["target"]);
    await client.delete(`${path}/${none.id}`);
    await create({ type: "MX", target: "mail.example.org" });
    expect(Object.keys(await refusal({ type: "MX", name: "", target: "" }))).toEqual(["target"]);
  });
});
