import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeWith, systemTool } from "../support/system-tool";
import { temporaryFolder } from "../support/temporary-folder";
import type { Started } from "./support/client";
import { PROVISION_MS, start } from "./support/client";
import { EVERY_TYPE, linesOf } from "./support/zone";

const MASTER = { domain: "example.org", type: "master", soa_email: "admin@example.org" };

/** How long the name servers lag behind. */
const LAG_MS = 0.4 * PROVISION_MS;

const HEAD = [
  "; example.org [2000001]",
  "$TTL 86400",
  "@  IN  SOA  ns1.compute.invalid.  admin.example.org.  2021000001  14400  14400  1209600  86400",
  "@  NS  ns1.compute.invalid.",
  "@  NS  ns2.compute.invalid.",
  "@  NS  ns3.compute.invalid.",
  "@  NS  ns4.compute.invalid.",
  "@  NS  ns5.compute.invalid.",
];

const folder = temporaryFolder();

/** What a domain with these records looks like, below its SOA and NS records. */
async function rendered(...records: unknown[]): Promise<string[]> {
  const client = await start({ provisionMs: 0 });
  const { id } = await client.create("/domains", MASTER);
  for (const body of records) await client.create(`/domains/${id}/records`, body);
  return (await linesOf(client, id)).slice(HEAD.length);
}

const serialIn = (lines: readonly string[]) => Number(/\bSOA\s+\S+\s+\S+\s+(\d+)/.exec(lines[2] ?? "")?.[1]);

describe("the zone file", () => {
  test("is empty until a new domain has been rendered", async () => {
    const client = await start();
    const { id } = await client.create("/domains", MASTER);
    expect((await client.get(`/domains/${id}/zone-file`)).body).toEqual({ zone_file: [] });
    client.emulator.clock.advance(LAG_MS - 1);
    expect(await linesOf(client, id)).toEqual([]);
    client.emulator.clock.advance(1);
    expect((await client.get(`/domains/${id}/zone-file`)).body).toEqual({ zone_file: HEAD });
  });

  test("shows the last rendering while changes wait for the next one, which takes them all", async () => {
    const client = await start();
    const { id } = await client.create("/domains", MASTER);
    const records = `/domains/${id}/records`;
    const first = await client.create(records, { type: "A", name: "a", target: "192.0.2.1" });
    client.emulator.clock.advance(LAG_MS);
    expect(await linesOf(client, id)).toEqual([...HEAD, "a  A  192.0.2.1"]);

    await client.put(`${records}/${first.id}`, { target: "192.0.2.2" });
    client.emulator.clock.advance(LAG_MS - 1);
    await client.create(records, { type: "A", name: "b", target: "192.0.2.3", ttl_sec: 300 });
    await client.put(`/domains/${id}`, { ttl_sec: 3600 });
    expect(await linesOf(client, id)).toEqual([...HEAD, "a  A  192.0.2.1"]);

    client.emulator.clock.advance(1);
    const lines = await linesOf(client, id);
    expect(lines).toContain("$TTL 3600");
    expect(lines.slice(HEAD.length)).toEqual(["a  A  192.0.2.2", "b  300  A  192.0.2.3"]);
    expect(serialIn(lines)).toBe(serialIn(HEAD) + 1);
    await client.delete(`${records}/${first.id}`);
    client.emulator.clock.advance(LAG_MS);
    expect((await linesOf(client, id)).slice(HEAD.length)).toEqual(["b  300  A  192.0.2.3"]);
  });

  test("is not rendered again for a change that is refused", async () => {
    const client = await start();
    const { id } = await client.create("/domains", MASTER);
    client.emulator.clock.advance(LAG_MS);
    await client.post(`/domains/${id}/records`, { type: "A", target: "x" });
    await client.put(`/domains/${id}`, { type: "slave" });
    client.emulator.clock.advance(LAG_MS);
    expect(await linesOf(client, id)).toEqual(HEAD);
  });

  test("does not keep anybody waiting, and needs no busy domain", async () => {
    const client = await start();
    const { id } = await client.create("/domains", MASTER);
    expect((await client.send("GET", "/_emulator/clock")).body).toMatchObject({ jobs: 0, nextDue: null });
    expect((await client.delete(`/domains/${id}`)).status).toBe(200);
    expect((await client.get(`/domains/${id}/zone-file`)).status).toBe(404);
    client.emulator.clock.advance(LAG_MS);
    expect((await client.get("/domains")).body.results).toBe(0);
  });

  test("has no lines for a domain that is disabled, nor for a copy of another master's", async () => {
    const client = await start({ provisionMs: 0 });
    const { id } = await client.create("/domains", MASTER);
    expect(await linesOf(client, id)).not.toEqual([]);
    await client.put(`/domains/${id}`, { status: "disabled" });
    expect(await linesOf(client, id)).toEqual([]);
    await client.put(`/domains/${id}`, { status: "active", type: "slave", master_ips: ["192.0.2.1"] });
    expect(await linesOf(client, id)).toEqual([]);
  });

  test("survives a restart, with what waits to be rendered", async () => {
    const dataFile = join(folder, "data");
    const before = await start({ dataFile });
    const { id } = await before.create("/domains", MASTER);
    before.emulator.clock.advance(LAG_MS);
    await before.create(`/domains/${id}/records`, { type: "TXT", target: "x" });
    expect(await linesOf(before, id)).toEqual(HEAD);
    await before.emulator.close();

    const after = await start({ dataFile });
    expect(await linesOf(after, id)).toEqual(HEAD);
    after.emulator.clock.advance(LAG_MS);
    expect((await linesOf(after, id)).slice(HEAD.length)).toEqual(['@  TXT  "x"']);
  });

  test("is found by an id of digits, and by no other", async () => {
    const client = await start({ provisionMs: 0 });
    const { id } = await client.create("/domains", MASTER);
    expect((await client.get(`/domains/${String(id)}/zone-file`)).status).toBe(200);
    expect((await client.get("/domains/example.org/zone-file")).status).toBe(404);
  });
});

describe("the SOA record", () => {
  const soaOf = async (change: object) => {
    const client = await start({ provisionMs: 0 });
    const { id } = await client.create("/domains", { ...MASTER, ...change });
    return (await linesOf(client, id))[2]?.split("  ").slice(4);
  };

  test("has refresh, retry, expire and ttl in this order", async () => {
    const times = { refresh_sec: 300, retry_sec: 3600, expire_sec: 7200, ttl_sec: 14400 };
    expect(await soaOf(times)).toEqual(["admin.example.org.", "2021000001", "300", "3600", "7200", "14400"]);
  });

  test.each([
    ["john.doe@example.com", "john\\.doe.example.com."],
    ["a+b;c@example.com", "a\\+b\\;c.example.com."],
    ["jürgen@example.com", "j\\195\\188rgen.example.com."],
    [`${"x".repeat(64)}@example.com`, "hostmaster.example.org."],
    ["a@exa(mple.com", "hostmaster.example.org."],
  ])("writes the address %s as %s", async (soa_email, written) => {
    expect((await soaOf({ soa_email }))?.[0]).toBe(written);
  });
});

describe("the line of a record", () => {
  test.each([
    [{ type: "A", name: "www", target: "192.0.2.1", ttl_sec: 300 }, "www  300  A  192.0.2.1"],
    [{ type: "AAAA", target: "2001:db8::1" }, "@  AAAA  2001:db8::1"],
    [{ type: "NS", name: "sub", target: "ns.example.com." }, "sub  NS  ns.example.com."],
    [{ type: "MX", target: "mail.example.com", priority: 10 }, "@  MX  10  mail.example.com."],
    [{ type: "MX", target: "", name: "" }, "@  MX  0  ."],
    [{ type: "CNAME", name: "*.sub", target: "a.example.com" }, "*.sub  CNAME  a.example.com."],
    [{ type: "PTR", name: "1", target: "a.example.com" }, "1  PTR  a.example.com."],
    [{ type: "CAA", tag: "iodef", target: "mailto:a@example.com" }, '@  CAA  0  iodef  "mailto:a@example.com"'],
    [
      { type: "SRV", service: "sip", protocol: "tcp", priority: 1, weight: 2, port: 3, target: "sip" },
      "_sip._tcp  SRV  1  2  3  sip.example.org.",
    ],
  ])("of %j is %s", async (body, line) => {
    expect(await rendered(body)).toEqual([line]);
  });

  test.each([
    ['a "quoted" \\ text', '"a \\"quoted\\" \\\\ text"'],
    ["ü\n", '"\\195\\188\\010"'],
    ["x".repeat(256), `"${"x".repeat(255)}"  "x"`],
  ])("quotes the text %j", async (target, written) => {
    expect(await rendered({ type: "TXT", target })).toEqual([`@  TXT  ${written}`]);
  });

  test("is left out when there is no way to serve the record", async () => {
    const client = await start({ provisionMs: 0, documentedOnly: true });
    const { id } = await client.create("/domains", MASTER);
    const records = `/domains/${id}/records`;
    for (const body of [
      { type: "A", target: "nothing" },
      { type: "CNAME", name: "b@d", target: "a.example.com" },
      { type: "MX" },
      { type: "SRV", priority: 0, weight: 0, port: 0 },
      { type: "TXT", target: "x".repeat(65_300) },
      { type: "CNAME", name: "twice", target: "a.example.com" },
      { type: "CNAME", name: "twice", target: "b.example.com" },
    ]) {
      await client.create(records, body);
    }
    const lines = await linesOf(client, id);
    expect(lines.slice(HEAD.length)).toEqual(["@  MX  0  .", "twice  CNAME  a.example.com."]);
  });
});

describeWith(systemTool("named-checkzone"), "for BIND", (checkzone) => {
  const check = async (client: Started, id: number, domain: string): Promise<string> => {
    const file = join(folder, `${domain}.zone`);
    writeFileSync(file, `${(await linesOf(client, id)).join("\n")}\n`);
    // Only what the file itself says: no look-ups.
    return execFileSync(checkzone, ["-i", "local", domain, file], { encoding: "utf8" });
  };

  test("is a valid zone, with records of every type", async () => {
    const client = await start({ provisionMs: 0 });
    const soa_email = 'odd."mail"+(box);ü@example.com';
    const { id } = await client.create("/domains", { ...MASTER, soa_email, ttl_sec: 300 });
    for (const body of EVERY_TYPE) await client.create(`/domains/${id}/records`, body);
    expect(await check(client, id, "example.org")).toMatch(/loaded serial \d+\nOK\n/);
  });

  test("is a valid zone, without any record", async () => {
    const client = await start({ provisionMs: 0 });
    const { id } = await client.create("/domains", MASTER);
    expect(await check(client, id, "example.org")).toMatch(/loaded serial \d+\nOK\n/);
  });
});
