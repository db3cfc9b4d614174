import { asUser, DOMAIN, reasons, start } from "./support/client";
import type { Started } from "./support/client";
import { message, soa, startScripted } from "./support/scripted-name-server";
import { EVERY_TYPE, linesOf, zone } from "./support/zone";

const MASTER = { domain: "example.org", type: "master", soa_email: "admin@example.org" };
const SLAVE = { domain: "example.net", type: "slave", master_ips: ["192.0.2.1"] };

const post = async (client: Started, body: unknown) => reasons(await client.post("/domains", body));

describe("creating a domain", () => {
  test("returns the documented fields with their defaults, which can be sent back", async () => {
    const client = await start();
    const master = await client.create("/domains", MASTER);
    expect(master).toEqual({
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
    for (const domain of [master, await client.create("/domains", SLAVE)]) {
      expect((await client.put(`/domains/${domain.id}`, domain)).body).toEqual(domain);
    }
  });

  test("requires name and type, soa_email for a master, and master_ips for a slave", async () => {
    const client = await start();
    expect(await post(client, {})).toEqual({ domain: ["domain is required"], type: ["type is required"] });
    for (const soa_email of [undefined, ""]) {
      expect(await post(client, { ...MASTER, soa_email })).toEqual({
        soa_email: ["soa_email required when type=master"],
      });
    }
    for (const master_ips of [undefined, null, []]) {
      expect(await post(client, { ...SLAVE, master_ips })).toEqual({
        master_ips: ["You need at least one master DNS server IP address for this zone."],
      });
    }
  });

  test.each([
    ["domain", "localhost", "localhost"],
    ["domain", "example.c", "example.c"],
    ["domain", "example.123", "example.123"],
    ["soa_email", "root@localhost", "root@localhost"],
    ["ttl_sec", -1, 300],
  ])("rejects %s %p, but not with documentedOnly", async (field, value, shown) => {
    const body = { ...MASTER, [field]: value };
    expect(Object.keys(await post(await start(), body))).toEqual([field]);
    const literal = await start({ documentedOnly: true });
    expect((await literal.create("/domains", body))[field]).toBe(shown);
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

  test("accepts names with digits, underscores and any top-level domain", async () => {
    const client = await start();
    for (const domain of [
      ...["example.co.uk", "1password.com", "_sub.example.org", "xn--bcher-kva.example", "a.travelersinsurance"],
    ]) {
      expect((await client.create("/domains", { ...MASTER, domain })).domain).toBe(domain);
    }
  });

  test("rounds its times up", async () => {
    const client = await start();
    const { id } = await client.create("/domains", MASTER);
    for (const [sent, kept] of [
      [0, 0],
      [1, 300],
      [300, 300],
      [301, 3600],
      [86401, 172800],
      [2419201, 2419200],
    ]) {
      const timers = { expire_sec: sent, refresh_sec: sent, retry_sec: sent, ttl_sec: sent };
      const expected = { expire_sec: kept, refresh_sec: kept, retry_sec: kept, ttl_sec: kept };
      expect((await client.put(`/domains/${id}`, timers)).body).toMatchObject(expected);
      const domain = `from-${sent}.example.org`;
      expect(await client.create("/domains", { ...MASTER, domain, ...timers })).toMatchObject(expected);
    }
  });
});

describe("updating a domain", () => {
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
});

describe("cloning a domain", () => {
  test("creates one with dates and a zone of its own, which lives on when the original is deleted", async () => {
    const client = await start({ provisionMs: 0 });
    const { id } = await client.create("/domains", MASTER);
    for (const body of EVERY_TYPE) await client.create(`/domains/${id}/records`, body);
    const [{ created }] = (await client.get(`/domains/${id}/records`)).body.data;
    client.emulator.clock.advance(5_000);
    const clone = await client.create(`/domains/${id}/clone`, { domain: "example.net" });
    expect(clone.id).toBe(id + 1);
    await client.delete(`/domains/${id}`);
    const { data } = (await client.get(`/domains/${clone.id}/records`)).body;
    expect(data).toHaveLength(EVERY_TYPE.length);
    expect(data[0].created > created).toBe(true);
    expect((await linesOf(client, clone.id))[0]).toBe(`; example.net [${clone.id}]`);
  });

  test.each([
    [{}, "domain is required"],
    [{ domain: null }, "domain is required"],
    [{ domain: "" }, "Length must be 1-255 characters"],
    [{ domain: 5 }, "Must be of type String"],
    [{ domain: "not a domain" }, "Domain is not valid."],
    [{ domain: "Example.ORG" }, "Domain already exists."],
  ])("is rejected with a reason: %j", async (body, reason) => {
    const client = await start();
    const { id } = await client.create("/domains", MASTER);
    expect(reasons(await client.post(`/domains/${id}/clone`, body))).toEqual({ domain: [reason] });
    expect((await client.get("/domains")).body.results).toBe(1);
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
      const client = await start({ tokens: ["admin", guest] });
      await client.create("/domains", MASTER);
      const cloned = await asUser(client, "guest").post(`/domains/${id}/clone`, { domain: "example.net" });
      expect(cloned.status).toBe(status);
      if (status !== 200) continue;
      expect((await asUser(client, "guest").delete(`/domains/${cloned.body.id}`)).status).toBe(200);
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

describe("with documentedOnly, a record", () => {
  const SRV = { type: "SRV", priority: 1, weight: 2, port: 3 };
  const ODD = { service: "_a b", protocol: "icmp" };

  test.each([
    { sent: { type: "A" }, shown: { target: "" } },
    { sent: { type: "A", target: "x", ttl_sec: -1 }, shown: { target: "x", ttl_sec: 300 } },
    { sent: { type: "TXT", name: "b@d", target: "" }, shown: { name: "b@d", target: "" } },
    { sent: { type: "CNAME", target: "not a host" }, shown: { name: "", target: "not a host" } },
    { sent: { type: "CAA", tag: "issue", target: "" }, shown: { tag: "issue", target: "" } },
    { sent: SRV, shown: { name: "", service: null, protocol: null } },
    { sent: { ...SRV, ...ODD }, shown: { name: "_a b._icmp", service: "a b", protocol: "icmp" } },
    { sent: { ...SRV, target: "sip" }, shown: { target: "sip.example.org" } },
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

  test("can coexist with any other", async () => {
    const { client, path, create } = await zone({ documentedOnly: true });
    for (const target of ["a.example.com", "b.example.com"]) await create({ type: "CNAME", name: "x", target });
    for (const target of ["", "mail.example.com"]) await create({ type: "MX", target });
    expect((await client.get(path)).body.results).toBe(4);
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
