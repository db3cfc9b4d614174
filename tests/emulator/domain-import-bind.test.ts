import { describeWith, systemTool } from "../support/system-tool";
import type { Body } from "./support/client";
import { reasons, start } from "./support/client";
import { startBind } from "./support/name-server";
import { EVERY_TYPE, importOf, linesOf, recordsOf } from "./support/zone";

const SOA_LINE = "@ IN SOA ns.example.org. john\\.doe.example.com. 7 1000 300 2000000 500";

/** A zone as somebody else writes it, with what the service has no words for. */
const FOREIGN = [
  "$TTL 900",
  SOA_LINE,
  "@ NS ns.example.org.",
  "@ NS ns.example.net.",
  "ns A 192.0.2.53",
  "sub NS ns.example.net.",
  "@ MX 1000 mail.example.net.",
  "@ MX 10 mail",
  "WWW 300 A 192.0.2.1",
  "www AAAA 2001:DB8:0:0:0:0:0:1",
  "blog CNAME www",
  'text TXT "one " "two" "\\195\\188"',
  'binary TXT "\\255"',
  "_sip._tcp SRV 300 2 5060 sip",
  "_sip._tcp.sub SRV 1 2 5060 sip",
  "_sip._sctp SRV 1 2 5060 sip",
  '@ CAA 128 issue "ca.example"',
  '@ CAA 0 contactemail "a@example.org"',
  "host HINFO cpu os",
  "key 0 TXT zero",
  `${"l".repeat(60)}.${"m".repeat(60)} A 192.0.2.2`,
  "www.example.org A 192.0.2.3",
];

/** What a record says, without what is particular to its row; a time of 0 as what it stands for. */
function substance({ id: _id, created: _created, updated: _updated, ttl_sec, ...rest }: Body): unknown {
  return { ...rest, ttl_sec: ttl_sec === 0 ? 86_400 : ttl_sec };
}

const byText = (records: readonly Body[]) => records.map((record) => JSON.stringify(substance(record))).sort();

describeWith(systemTool("named"), "importing a domain from BIND", (named) => {
  test("takes the zone over in the words of the service", async () => {
    const client = await start();
    const zone = { domain: "example.org", lines: FOREIGN, isTransferable: true };
    const reply = await importOf(client, await startBind(named, [zone]));
    expect(reply.body).toEqual({
      id: 2000001,
      domain: "example.org",
      type: "master",
      status: "active",
      description: null,
      group: "",
      tags: [],
      soa_email: "john.doe@example.com",
      master_ips: [],
      axfr_ips: [],
      refresh_sec: 3600,
      retry_sec: 300,
      expire_sec: 2419200,
      ttl_sec: 3600,
    });
    const records = await recordsOf(client, reply.body.id);
    const short = (record: Body) => `${String(record["name"])} ${String(record["ttl_sec"])} ${String(record["type"])}`;
    expect(records.map((record) => `${short(record)} ${String(record["target"])}`).sort()).toEqual([
      " 300 CAA ca.example",
      " 300 MX mail.example.net",
      " 300 MX mail.example.org",
      "WWW 300 A 192.0.2.1",
      "_sip._tcp 300 SRV sip.example.org",
      "blog 300 CNAME www.example.org",
      "key 300 TXT zero",
      "ns 300 A 192.0.2.53",
      "sub 300 NS ns.example.net",
      "text 300 TXT one twoü",
      "www 300 AAAA 2001:db8::1",
      "www.example.org 300 A 192.0.2.3",
    ]);
    const ofType = (type: string) => records.filter((record) => record["type"] === type);
    expect(ofType("MX").map((record) => record["priority"])).toEqual(expect.arrayContaining([10, 255]));
    expect(ofType("SRV")).toMatchObject([{ service: "sip", protocol: "tcp", priority: 255, weight: 2, port: 5060 }]);
    expect(ofType("CAA")).toMatchObject([{ tag: "issue" }]);
  });

  test("brings back what the service itself has written into a zone file", async () => {
    const origin = await start({ provisionMs: 0 });
    const soa_email = "john.doe@example.com";
    const before = await origin.create("/domains", { domain: "example.org", type: "master", soa_email, ttl_sec: 3600 });
    for (const body of EVERY_TYPE) {
      await origin.create(`/domains/${before.id}/records`, { ttl_sec: 86_400, ...body });
    }
    const lines = await linesOf(origin, before.id);
    const address = await startBind(named, [{ domain: "example.org", lines, isTransferable: true }]);

    const client = await start({ provisionMs: 0 });
    const after = (await importOf(client, address)).body;
    expect(after).toMatchObject({ soa_email, ttl_sec: 3600, refresh_sec: 14400, expire_sec: 1209600 });
    expect(byText(await recordsOf(client, after.id))).toEqual(byText(await recordsOf(origin, before.id)));
    const imported = await linesOf(client, after.id);
    expect(imported.slice(3).sort()).toEqual([...lines].slice(3).sort());
  });

  test("takes over a zone that comes in many messages", async () => {
    const client = await start();
    const many = Array.from({ length: 3_000 }, (_, n) => `h${n} TXT "${"x".repeat(200)} ${n}"`);
    const lines = ["$TTL 900", SOA_LINE, "@ NS ns.example.net.", ...many];
    const { body } = await importOf(
      client,
      await startBind(named, [{ domain: "example.org", lines, isTransferable: true }]),
    );
    expect((await client.get(`/domains/${body.id}/records`)).body.results).toBe(3_000);
  });

  test("says when the transfer is refused, or the zone is not there, and leaves nothing behind", async () => {
    const client = await start();
    const lines = ["$TTL 900", SOA_LINE, "@ NS ns.example.net."];
    const address = await startBind(named, [{ domain: "example.org", lines, isTransferable: false }]);
    expect(reasons(await importOf(client, address))).toEqual({
      remote_nameserver: ["The name server refuses the transfer of this zone"],
    });
    expect(reasons(await importOf(client, address, "example.net"))).toEqual({
      remote_nameserver: ["The name server does not serve this zone"],
    });
    expect((await client.get("/domains")).body.results).toBe(0);
    expect(
      (await client.create("/domains", { domain: "example.org", type: "slave", master_ips: ["192.0.2.1"] })).id,
    ).toBe(2000001);
  });
});
