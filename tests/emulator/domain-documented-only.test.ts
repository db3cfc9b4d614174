import type { Started } from "./support/client";
import { DOMAIN, reasons, start } from "./support/client";

const documented = (): Promise<Started> => start({ documentedOnly: true });

async function withDomain(): Promise<{ client: Started; path: string }> {
  const client = await documented();
  const { id } = await client.create("/domains", DOMAIN);
  return { client, path: `/domains/${id}/records` };
}

describe("with the documents' rules alone, a domain", () => {
  test("may have any labels", async () => {
    const client = await documented();
    for (const domain of ["localhost", "example.c", "example.123"]) {
      expect((await client.create("/domains", { ...DOMAIN, domain })).domain).toBe(domain);
    }
  });

  test("may have an address in a domain of one label, and times below 0, which are rounded", async () => {
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
  ])("is still refused with %s %p", async (field, value) => {
    const client = await documented();
    const [found = ""] = Object.keys(reasons(await client.post("/domains", { ...DOMAIN, [field]: value })));
    expect(found.replace(/\[0\]$/, "")).toBe(field);
  });

  test("still needs an address if it is a master, a master if it is a slave, and a name that is its own", async () => {
    const client = await documented();
    expect(Object.keys(reasons(await client.post("/domains", { ...DOMAIN, type: "slave" })))).toEqual(["master_ips"]);
    const { soa_email: _address, ...rest } = DOMAIN;
    expect(Object.keys(reasons(await client.post("/domains", rest)))).toEqual(["soa_email"]);
    await client.create("/domains", DOMAIN);
    expect(Object.keys(reasons(await client.post("/domains", DOMAIN)))).toEqual(["domain"]);
  });
});

describe("with the documents' rules alone, a record", () => {
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
  ])("%j is still refused", async (body, fields) => {
    const { client, path } = await withDomain();
    expect(new Set(Object.keys(reasons(await client.post(path, body))))).toEqual(new Set(fields));
  });

  test("stands beside any other", async () => {
    const { client, path } = await withDomain();
    for (const target of ["a.example.com", "b.example.com"])
      await client.create(path, { type: "CNAME", name: "x", target });
    await client.create(path, { type: "MX", target: "" });
    await client.create(path, { type: "MX", target: "mail.example.com" });
    expect((await client.get(path)).body.results).toBe(4);
  });

  test("can lose its service and protocol, but not what the documents require", async () => {
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
