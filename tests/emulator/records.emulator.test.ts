import { reasons } from "./support/client";
import { SRV, zone } from "./support/zone";
import type { Zone } from "./support/zone";

let records: Zone;

beforeEach(async () => {
  records = await zone();
});

/** Updates a record. */
const put = (id: number, body: object) => records.client.put(`${records.path}/${id}`, body);

const TEXT = { type: "TXT", target: "x" };
const MX = { type: "MX", target: "mail.example.org" };
const FOREIGN = { priority: 1, weight: 1, port: 1, service: "s", protocol: "tcp", tag: "issue" };

const NAMED = { name: "_sip._tcp", service: "sip", protocol: "tcp", port: 5060 };
const UNDERSCORED = { service: "service_test", target: "rc_test" };
const WITHOUT_PROTOCOL = { ...UNDERSCORED, name: "_service_test", protocol: null, target: "rc_test.example.org" };

const required = (...fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, [`${field} is required`]]));

const NO_TARGET = required("target");
const BAD_TARGET = { target: ["target is not valid"] };
const NO_IPV4 = { target: ["Must be a valid IPv4 address"] };
const NO_IPV6 = { target: ["Must be a valid IPv6 address"] };
const BAD_NAME = { name: ["Name contains invalid characters", "Invalid hostname"] };
const CONFLICT = { name: ["Record conflict - CNAMES must be unique"] };
const PROTOCOLS = "Please select a valid protocol ('udp', 'tcp', 'xmpp', 'tls', 'smtp')";
const ONLY = {
  priority: ["priority is only valid for MX and SRV records"],
  weight: ["weight is only valid for SRV records"],
  port: ["port is only valid for SRV records"],
  service: ["service is only valid for SRV records"],
  protocol: ["protocol is only valid for SRV records"],
  tag: ["tag is only valid for CAA records"],
};

describe("a new record", () => {
  test("returns the documented fields, with 0 and null for unset ones, which are accepted everywhere", async () => {
    const unset = { priority: 0, weight: 0, port: 0, service: null, protocol: null, tag: null };
    const sent = { type: "A", name: "www", target: "192.0.2.1" };
    const record = await records.create(sent);
    const dates = { created: expect.any(String), updated: record.created };
    expect(record).toEqual({ id: 30000001, ...sent, ttl_sec: 0, ...unset, ...dates });
    expect((await records.client.get(`${records.path}/${record.id}`)).body).toEqual(record);
    expect((await records.client.get(records.path)).body.data).toEqual([record]);
    expect(await records.create({ ...sent, ...unset })).toMatchObject(unset);
  });

  test.each([
    // The longer one of two valid values that are equally near.
    [{ ...TEXT, ttl_sec: 0 }, { ttl_sec: 0 }],
    [{ ...TEXT, ttl_sec: 1950 }, { ttl_sec: 3600 }],
    // Names are relative to the domain, which is the empty name.
    [TEXT, { name: "" }],
    [{ ...TEXT, name: "" }, { name: "" }],
    [{ ...TEXT, name: "*.sub" }, { name: "*.sub" }],
    [{ ...TEXT, name: "_dmarc" }, { name: "_dmarc" }],
    [{ ...TEXT, name: "www.EXAMPLE.org." }, { name: "www" }],
    [{ ...TEXT, name: "example.org" }, { name: "" }],
    [{ ...TEXT, name: "notexample.org" }, { name: "notexample.org" }],
    // Targets are addresses, host names without a trailing period, or text.
    [{ type: "A", target: "[remote_addr]" }, { target: "127.0.0.1" }],
    [{ type: "NS", target: "ns1.example.com." }, { target: "ns1.example.com" }],
    [{ ...TEXT, target: "A sentence." }, { target: "A sentence." }],
    [{ type: "CAA", tag: "issuewild", target: ";" }, { target: ";" }],
    [{ type: "CAA", tag: "iodef", target: "mailto:a@example.org" }, { target: "mailto:a@example.org" }],
    [{ type: "CAA", tag: "iodef", target: "example.org" }, { target: "example.org" }],
    // SRV records append the domain to a bare target, and have their service and protocol as their name.
    [{ ...SRV, target: "sip" }, { target: "sip.example.org" }],
    [{ ...SRV, target: "sip.example.com." }, { target: "sip.example.com" }],
    [SRV, NAMED],
    [{ ...SRV, service: "_sip", protocol: "_tcp", name: "ignored" }, NAMED],
    [
      { ...SRV, protocol: "tcp.sub" },
      { ...NAMED, name: "_sip._tcp.sub", protocol: "tcp.sub" },
    ],
    [{ ...SRV, service: "s".repeat(62) }, { service: "s".repeat(62) }],
    [{ ...SRV, ...UNDERSCORED, protocol: undefined }, WITHOUT_PROTOCOL],
  ])("%j is stored with %j", async (sent, shown) => {
    expect(await records.create(sent)).toMatchObject(shown);
  });

  test.each<readonly [body: object, refusal: object]>([
    [{}, { type: ["type is required"], target: ["target is required"] }],
    ...["A", "AAAA", "NS", "MX", "CNAME", "TXT", "PTR"].map((type) => [{ type, name: "x" }, NO_TARGET] as const),
    [{ type: "CAA" }, { ...NO_TARGET, tag: ["tag is required"] }],
    [{ type: "SRV" }, { ...NO_TARGET, ...required("service", "priority", "weight", "port") }],
    [{ ...TEXT, ttl_sec: -1 }, { ttl_sec: ["Must be 0 or greater"] }],
    ...[1.5, "300"].map((ttl_sec) => [{ ...TEXT, ttl_sec }, { ttl_sec: ["Must be of type Integer"] }] as const),
    ...["@", "b@d", "a b", "ä"].map((name) => [{ ...TEXT, name }, BAD_NAME] as const),
    ...["a..b", "-a", "a-", "sub.*", "a".repeat(64)].map(
      (name) => [{ ...TEXT, name }, { name: ["Invalid hostname"] }] as const,
    ),
    [{ type: "NS", name: "*", target: "ns1.example.com" }, { name: ["Invalid hostname"] }],
    // Fields that only other types have.
    [{ type: "A", target: "192.0.2.1", ...FOREIGN }, ONLY],
    // Targets that the type does not have.
    ...["2001:db8::1", "192.0.2"].map((target) => [{ type: "A", target }, NO_IPV4] as const),
    ...["192.0.2.1", "fe80::1%eth0"].map((target) => [{ type: "AAAA", target }, NO_IPV6] as const),
    ...["192.0.2.1", ""].map((target) => [{ type: "NS", name: "x", target }, BAD_TARGET] as const),
    ...["not a host", "a..b"].map((target) => [{ type: "CNAME", name: "x", target }, BAD_TARGET] as const),
    [{ type: "MX", name: "x", target: "" }, BAD_TARGET],
    [{ ...TEXT, target: "" }, NO_TARGET],
    [{ ...SRV, target: "a b" }, BAD_TARGET],
    [{ type: "CAA", tag: "issue", target: "letsencrypt.org; account=1." }, BAD_TARGET],
    [{ type: "CAA", tag: "iodef", target: "example.org." }, BAD_TARGET],
    [{ type: "CAA", tag: "iodef", target: "https://example.org/report." }, BAD_TARGET],
    ...["icmp", "tcp..a"].map((protocol) => [{ ...SRV, protocol }, { protocol: [PROTOCOLS] }] as const),
    ...["a b", "s".repeat(63)].map((service) => [{ ...SRV, service }, { service: ["service is not valid"] }] as const),
    ...["", undefined].map((name) => [{ type: "CNAME", name, target: "a.example.com" }, required("name")] as const),
  ])("%j is rejected with %j", async (body, refusal) => {
    expect(await records.refusal(body)).toEqual(refusal);
  });
});

describe("updating a record", () => {
  test("checks the record that results", async () => {
    const { id } = await records.create({ type: "A", name: "www", target: "192.0.2.1" });
    const change = async (body: object) => reasons(await put(id, body));
    expect(await change({ target: "x" })).toEqual({ target: ["Must be a valid IPv4 address"] });
    expect(await change({ priority: 5 })).toEqual({ priority: ONLY.priority });
    await records.create({ type: "CNAME", name: "blog", target: "a.example.com" });
    expect(await change({ name: "blog" })).toEqual(CONFLICT);
    expect((await put(id, { name: "www" })).status).toBe(200);
    expect((await put(id, { name: "" })).body.name).toBe("");
  });

  test("renames an SRV record with its service and protocol, of which it may lose the protocol", async () => {
    const { id } = await records.create({ ...SRV, ...UNDERSCORED, protocol: null });
    for (const [change, shown] of [
      [{ protocol: "udp" }, { name: "_service_test._udp", protocol: "udp" }],
      [{ service: "xmpp-client" }, { name: "_xmpp-client._udp", service: "xmpp-client", protocol: "udp" }],
      [{ service: "service_test", protocol: null }, WITHOUT_PROTOCOL],
    ] as const) {
      expect((await put(id, change)).body).toMatchObject(shown);
    }
    expect(Object.keys(reasons(await put(id, { service: null })))).toEqual(["service"]);
  });

  test("requires the fields of a new type, and drops those that it does not have", async () => {
    const { id } = await records.create({ ...MX, name: "x", priority: 10 });
    expect(Object.keys(reasons(await put(id, { type: "CAA" })))).toEqual(["tag"]);
    const cname = { type: "CNAME", priority: 0, target: "mail.example.org" };
    expect((await put(id, { type: "CNAME", name: "x" })).body).toMatchObject(cname);
  });
});

describe("conflicts", () => {
  test("a CNAME must be the only record with its name", async () => {
    await records.create({ type: "A", name: "www", target: "192.0.2.1" });
    await records.create({ type: "CNAME", name: "blog", target: "a.example.com" });
    for (const body of [
      { type: "CNAME", name: "WWW", target: "a.example.com" },
      { type: "CNAME", name: "blog", target: "b.example.com" },
      { ...TEXT, name: "blog.example.org" },
    ]) {
      expect(await records.refusal(body)).toEqual(CONFLICT);
    }
  });

  test("a name with a null MX record has no other MX record", async () => {
    const none = { type: "MX", name: "", target: "" };
    const { id, ...shown } = await records.create({ ...none, priority: 0 });
    expect(shown).toMatchObject({ name: "", target: "", priority: 0 });
    expect(Object.keys(await records.refusal(MX))).toEqual(["target"]);
    await records.client.delete(`${records.path}/${id}`);
    await records.create(MX);
    expect(Object.keys(await records.refusal(none))).toEqual(["target"]);
  });
});
