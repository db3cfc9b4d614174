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

  test("requires a target for every type", async () => {
    const { refusal } = await zone();
    for (const type of ["A", "AAAA", "NS", "MX", "CNAME", "TXT", "SRV", "PTR", "CAA"]) {
      expect((await refusal({ type, name: "x" }))["target"]).toEqual(["target is required"]);
    }
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
  test("of 0 stays 0, and halfway between two valid values becomes the longer one", async () => {
    const { create } = await zone();
    for (const [sent, kept] of [
      [0, 0],
      [1950, 3600],
      [5400, 7200],
      [43200, 57600],
      [1814400, 2419200],
    ]) {
      expect((await create({ type: "TXT", target: "x", ttl_sec: sent })).ttl_sec).toBe(kept);
    }
  });

  test("is rejected if it is negative or not an integer", async () => {
    const { refusal } = await zone();
    for (const ttl_sec of [-1, 1.5, "300"]) {
      expect(Object.keys(await refusal({ type: "TXT", target: "x", ttl_sec }))).toEqual(["ttl_sec"]);
    }
  });
});

describe("names", () => {
  test("are stored relative to the domain, which is the empty name", async () => {
    const { create } = await zone();
    for (const [sent, kept] of [
      [undefined, ""],
      ["", ""],
      ["*", "*"],
      ["*.sub", "*.sub"],
      ["_dmarc", "_dmarc"],
      ["www.example.org", "www"],
      ["www.EXAMPLE.org.", "www"],
      ["example.org", ""],
      ["notexample.org", "notexample.org"],
    ]) {
      expect((await create({ type: "TXT", name: sent, target: "x" })).name).toBe(kept);
    }
  });

  test("that are no host names are rejected", async () => {
    const { refusal } = await zone();
    for (const name of ["@", "b@d", "a..b", "-a", "a-", "a b", "sub.*", "a".repeat(64), "ä"]) {
      expect((await refusal({ type: "TXT", name, target: "x" }))["name"]).toContain("Invalid hostname");
    }
  });

  test("have at most 100 characters", async () => {
    const { refusal } = await zone();
    const name = `${"a".repeat(49)}.${"b".repeat(51)}`;
    expect(await refusal({ type: "TXT", name, target: "x" })).toEqual({ name: ["Length must be 0-100 characters"] });
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
});

describe("fields that only some types have", () => {
  test("are rejected for the others, with a reason", async () => {
    const { refusal } = await zone();
    const foreign = { priority: 1, weight: 1, port: 1, service: "s", protocol: "tcp", tag: "issue" };
    for (const [type, target] of [
      ["A", "192.0.2.1"],
      ["AAAA", "2001:db8::1"],
      ["NS", "ns.example.com"],
      ["CNAME", "a.example.com"],
      ["TXT", "x"],
      ["PTR", "a.example.com"],
    ]) {
      expect(await refusal({ type, name: "x", target, ...foreign })).toEqual({
        priority: ["priority is only valid for MX and SRV records"],
        weight: ["weight is only valid for SRV records"],
        port: ["port is only valid for SRV records"],
        service: ["service is only valid for SRV records"],
        protocol: ["protocol is only valid for SRV records"],
        tag: ["tag is only valid for CAA records"],
      });
    }
  });

  test("the API's own values for unset fields are accepted everywhere", async () => {
    const { create } = await zone();
    const unset = { priority: 0, weight: 0, port: 0, service: null, protocol: null, tag: null };
    expect(await create({ type: "A", name: "www", target: "192.0.2.1", ...unset })).toMatchObject(unset);
  });
});

describe("targets", () => {
  test("are addresses, host names without a trailing period, or text", async () => {
    const { create } = await zone();
    for (const [type, target, kept] of [
      ["A", "[remote_addr]", "127.0.0.1"],
      ["NS", "ns1.example.com.", "ns1.example.com"],
      ["MX", "mail.example.com.", "mail.example.com"],
      ["CNAME", "other.example.com.", "other.example.com"],
      ["PTR", "host.example.com.", "host.example.com"],
      ["TXT", "A sentence.", "A sentence."],
    ]) {
      expect(await create({ type, name: `${type}-record`, target })).toMatchObject({ target: kept, priority: 0 });
    }
  });

  test.each([
    ["A", "2001:db8::1"],
    ["A", "192.0.2"],
    ["AAAA", "192.0.2.1"],
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
  test("have an issuer or an address for reports, and need a tag", async () => {
    const { create, refusal } = await zone();
    for (const [tag, target] of [
      ["issue", "letsencrypt.org"],
      ["issuewild", ";"],
      ["issue", "ca.example; account=1"],
      ["iodef", "mailto:security@example.org"],
      ["iodef", "https://example.org/report"],
    ]) {
      expect(await create({ type: "CAA", tag, target })).toMatchObject({ tag, target, name: "" });
    }
    for (const [tag, target] of [
      ["issue", "letsencrypt.org."],
      ["issue", "letsencrypt.org; account=1."],
      ["iodef", "https://example.org/report."],
      ["issue", "not a domain"],
      ["iodef", "letsencrypt.org"],
    ]) {
      expect(await refusal({ type: "CAA", tag, target })).toEqual({ target: ["target is not valid"] });
    }
    expect(await refusal({ type: "CAA", target: "letsencrypt.org" })).toEqual({ tag: ["tag is required"] });
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
    const { refusal } = await zone();
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
