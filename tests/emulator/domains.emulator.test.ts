import { DOMAIN, reasons, start } from "./support/client";
import { client } from "./support/fresh";
import { message, soa, startScripted } from "./support/name-server";
import { zone } from "./support/zone";

const MASTER = { domain: "example.org", type: "master", soa_email: "admin@example.org" };
const SLAVE = { domain: "example.net", type: "slave", master_ips: ["192.0.2.1"] };

const NO_SOA_EMAIL = { soa_email: ["soa_email required when type=master"] };
const NO_MASTERS = { master_ips: ["You need at least one master DNS server IP address for this zone."] };

describe("creating a domain", () => {
  test("returns the documented fields with their defaults, which can be sent back", async () => {
    const master = await client.create("/domains", MASTER);
    const lists = { tags: [], master_ips: [], axfr_ips: [] };
    const times = { expire_sec: 0, refresh_sec: 0, retry_sec: 0, ttl_sec: 0 };
    const rest = { id: 2000001, status: "active", description: null, group: "" };
    expect(master).toEqual({ ...MASTER, ...lists, ...times, ...rest });
    for (const domain of [master, await client.create("/domains", SLAVE)]) {
      expect((await client.put(`/domains/${domain.id}`, domain)).body).toEqual(domain);
    }
  });

  test.each<readonly [body: object, refusal: object]>([
    ...[undefined, ""].map((soa_email) => [{ ...MASTER, soa_email }, NO_SOA_EMAIL] as const),
    ...[undefined, null, []].map((master_ips) => [{ ...SLAVE, master_ips }, NO_MASTERS] as const),
    [{ ...SLAVE, master_ips: ["fe80::1%eth0"] }, { "master_ips[0]": ["Must be a valid IP address"] }],
    ...["192.0.2.300", "fe80::%eth0/64"].map((address) => {
      return [{ ...MASTER, axfr_ips: [address] }, { "axfr_ips[0]": ["Must be a valid IP address or range"] }] as const;
    }),
  ])("with %j is rejected with %j", async (body, refusal) => {
    expect(reasons(await client.post("/domains", body))).toEqual(refusal);
  });

  test.each([
    ["domain", "localhost", "localhost"],
    ["soa_email", "root@localhost", "root@localhost"],
    ["ttl_sec", -1, 300],
  ])("rejects %s %p, but not with documentedOnly", async (field, value, shown) => {
    const body = { ...MASTER, [field]: value };
    expect(Object.keys(reasons(await client.post("/domains", body)))).toEqual([field]);
    const literal = await start({ documentedOnly: true });
    expect((await literal.create("/domains", body))[field]).toBe(shown);
  });

  test.each(["example.co.uk", "1password.com", "_sub.example.org", "xn--bcher-kva.example", "a.travelersinsurance"])(
    "accepts the name %s",
    async (domain) => {
      expect((await client.create("/domains", { ...MASTER, domain })).domain).toBe(domain);
    },
  );

  test.each([
    [0, 0],
    [1, 300],
    [301, 3600],
    [2419201, 2419200],
  ])("rounds its times up, and so does an update: %i is %i", async (sent, kept) => {
    const timesOf = (time: number) => ({ expire_sec: time, refresh_sec: time, retry_sec: time, ttl_sec: time });
    expect(await client.create("/domains", { ...MASTER, ...timesOf(sent) })).toMatchObject(timesOf(kept));
    const { id } = await client.create("/domains", SLAVE);
    expect((await client.put(`/domains/${id}`, timesOf(sent))).body).toMatchObject(timesOf(kept));
  });
});

test("updating a domain checks the domain that results", async () => {
  const { id } = await client.create("/domains", MASTER);
  expect(reasons(await client.put(`/domains/${id}`, { type: "slave" }))).toEqual(NO_MASTERS);
  expect(reasons(await client.put(`/domains/${id}`, { soa_email: "" }))).toEqual(NO_SOA_EMAIL);
  const own = `/domains/${id}/records/${(await client.create(`/domains/${id}/records`, { type: "TXT", target: "x" })).id}`;
  const slave = await client.put(`/domains/${id}`, { type: "slave", master_ips: ["192.0.2.1"] });
  expect(slave.body).toMatchObject({ type: "slave", soa_email: MASTER.soa_email });
  // Its records can only be deleted.
  expect(Object.keys(reasons(await client.put(own, { target: "y" })))).toEqual(["domain"]);
  expect((await client.delete(own)).status).toBe(200);
});

test("events report changes of domains and their records, and never rejected requests", async () => {
  const { id } = await client.create("/domains", DOMAIN);
  await client.put(`/domains/${id}`, { ttl_sec: 300 });
  await client.put(`/domains/${id}`, { type: "none" });
  const record = await client.create(`/domains/${id}/records`, { type: "TXT", target: "x" });
  await client.post(`/domains/${id}/records`, { type: "A", target: "x" });
  await client.put(`/domains/${id}/records/${record.id}`, { target: "y" });
  await client.delete(`/domains/${id}/records/${record.id}`);
  await client.create(`/domains/${id}/clone`, { domain: "example.net" });
  const zone = [soa("example.com"), { type: "A" as const, name: "example.com", data: "192.0.2.1" }, soa("example.com")];
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

describe("with documentedOnly, a record", () => {
  const SRV = { type: "SRV", priority: 1, weight: 2, port: 3 };
  const ODD = { service: "_a b", protocol: "icmp" };

  test.each([
    { sent: { type: "A", target: "x", ttl_sec: -1 }, shown: { target: "x", ttl_sec: 300 } },
    { sent: { type: "TXT", name: "b@d", target: "" }, shown: { name: "b@d", target: "" } },
    { sent: { type: "CAA", tag: "issue", target: "" }, shown: { tag: "issue", target: "" } },
    { sent: { ...SRV, ...ODD }, shown: { name: "_a b._icmp", service: "a b", protocol: "icmp" } },
    { sent: { type: "A", service: "sip", protocol: "tcp" }, shown: { service: null, protocol: null } },
    { sent: { type: "MX", name: "www.example.org", target: "mail." }, shown: { name: "www", target: "mail" } },
  ])("$sent is accepted", async ({ sent, shown }) => {
    const { client, path, create } = await zone({ documentedOnly: true });
    const record = await create(sent);
    expect(record).toMatchObject(shown);
    const again = await client.put(`${path}/${record.id}`, record);
    expect(again.body).toEqual({ ...record, updated: again.body.updated });
  });

  test("is still rejected if its service makes its name too long", async () => {
    const { refusal } = await zone({ documentedOnly: true });
    expect(Object.keys(await refusal({ ...SRV, service: "s".repeat(100), protocol: "tcp" }))).toEqual(["name"]);
  });

  test("can be updated without its service and protocol, but not without required fields", async () => {
    const { client, path, create } = await zone({ documentedOnly: true });
    const { id } = await create({ ...SRV, service: "sip", protocol: "tcp" });
    expect((await client.put(`${path}/${id}`, { service: null })).body).toMatchObject({
      service: null,
      protocol: "tcp",
      name: "_tcp",
    });
    expect(Object.keys(reasons(await client.put(`${path}/${id}`, { port: null })))).toEqual(["port"]);
    expect(Object.keys(reasons(await client.put(`${path}/${id}`, { type: "CAA" })))).toEqual(["tag"]);
  });
});
