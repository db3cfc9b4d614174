import { SRV, zone } from "./support/zone";

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
    "%s refuses priority, weight, port, service, protocol and tag",
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

  test("the service's own values for nothing are accepted everywhere", async () => {
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
  ])("%s takes %p and answers %p", async (type, target, kept) => {
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
  ])("%s refuses %p", async (type, target) => {
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
  ])("take %s %p", async (tag, target) => {
    const { create } = await zone();
    expect(await create({ type: "CAA", tag, target })).toMatchObject({ tag, target, name: "" });
  });

  test("need a tag", async () => {
    const { refusal } = await zone();
    expect(await refusal({ type: "CAA", target: "letsencrypt.org" })).toEqual({ tag: ["tag is required"] });
  });

  test.each([
    ["issue", "letsencrypt.org."],
    ["issue", "letsencrypt.org; account=1."],
    ["iodef", "https://example.org/report."],
    ["issue", "not a domain"],
    ["iodef", "letsencrypt.org"],
  ])("refuse %s %p", async (tag, target) => {
    const { refusal } = await zone();
    expect(await refusal({ type: "CAA", tag, target })).toEqual({ target: ["target is not valid"] });
  });
});

describe("SRV records", () => {
  test("are named after service and protocol, which are answered without underscore", async () => {
    const { create } = await zone();
    const expected = { name: "_sip._tcp", service: "sip", protocol: "tcp", port: 5060 };
    expect(await create(SRV)).toMatchObject(expected);
    expect(await create({ ...SRV, service: "_sip", protocol: "_tcp", name: "ignored" })).toMatchObject(expected);
  });

  test("get the domain appended to a bare target, and lose a trailing period", async () => {
    const { create } = await zone();
    expect((await create({ ...SRV, target: "sip" })).target).toBe("sip.example.org");
    expect((await create({ ...SRV, target: "sip." })).target).toBe("sip.example.org");
    expect((await create({ ...SRV, target: "sip.example.com." })).target).toBe("sip.example.com");
  });

  test("have no protocol where none is given, and their service as their name", async () => {
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

  test("need service, priority, weight, port and target", async () => {
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

  test("keep weight and port within 0 to 65535, and know their protocols", async () => {
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

  test("a CNAME needs a name that no other record has, and nothing joins it", async () => {
    const { create, refusal } = await zone();
    await create({ type: "A", name: "www", target: "192.0.2.1" });
    expect(await refusal({ type: "CNAME", name: "WWW", target: "a.example.com" })).toEqual(CONFLICT);
    await create({ type: "CNAME", name: "blog", target: "a.example.com" });
    expect(await refusal({ type: "CNAME", name: "blog", target: "b.example.com" })).toEqual(CONFLICT);
    expect(await refusal({ type: "TXT", name: "blog.example.org", target: "x" })).toEqual(CONFLICT);
    expect(await refusal({ type: "CNAME", name: "", target: "a.example.com" })).toEqual({ name: ["name is required"] });
    expect(await refusal({ type: "CNAME", target: "a.example.com" })).toEqual({ name: ["name is required"] });
  });

  test("records of one name and type stand beside each other, even twice the same", async () => {
    const { create, client, path } = await zone();
    for (const target of ["192.0.2.1", "192.0.2.2", "192.0.2.2"]) await create({ type: "A", name: "www", target });
    expect((await client.get(path)).body.results).toBe(3);
  });

  test("a name that takes no mail has no other MX record", async () => {
    const { create, refusal, client, path } = await zone();
    const none = await create({ type: "MX", name: "", target: "", priority: 0 });
    expect(none).toMatchObject({ name: "", target: "", priority: 0 });
    expect(Object.keys(await refusal({ type: "MX", target: "mail.example.org" }))).toEqual(["target"]);
    await client.delete(`${path}/${none.id}`);
    await create({ type: "MX", target: "mail.example.org" });
    expect(Object.keys(await refusal({ type: "MX", name: "", target: "" }))).toEqual(["target"]);
  });
});
