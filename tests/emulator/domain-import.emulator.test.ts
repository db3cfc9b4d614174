import dns from "node:dns";
import { streamEncode } from "dns-packet";
import type { Answer } from "dns-packet";
import fc from "fast-check";
import { tries } from "../support/chance";
import { TransferFailure } from "../../emulator/services/domains/transfer/failure";
import { parseNameServer } from "../../emulator/services/domains/transfer/name-server";
import { transferZone } from "../../emulator/services/domains/transfer/transfer";
import type { TransferLimits } from "../../emulator/services/domains/transfer/transfer";
import { describeWith, systemTool } from "../support/system-tool";
import { DOMAIN, PROVISION_MS, reasons, start } from "./support/client";
import type { Body } from "./support/client";
import { client, restart } from "./support/fresh";
import { message, soa, startBind, startScripted } from "./support/name-server";
import type { Script } from "./support/name-server";
import { EVERY_TYPE, importOf, linesOf, recordsOf, zone } from "./support/zone";

type Done = (error: Error) => void;

const ZONE = "example.org";

/** A name server's answer: these records in one message. */
const answers =
  (records: readonly Answer[], flags = 0): Script =>
  (socket, id) =>
    socket.end(message(id, records, flags));

/** A name server's answer: these bytes. */
const sends =
  (bytes: (id: number) => Buffer | string): Script =>
  (socket, id) =>
    socket.end(bytes(id));

const EMPTY_ZONE = answers([soa(ZONE), soa(ZONE)]);

describe("importing a domain", () => {
  test("requires both fields, and contacts no name server for a rejected request", async () => {
    const { address, connections } = await startScripted((socket) => socket.end());
    expect(reasons(await client.post("/domains/import", {}))).toEqual({
      domain: ["domain is required"],
      remote_nameserver: ["remote_nameserver is required"],
    });
    expect(reasons(await importOf(client, address, "not a domain"))).toEqual({ domain: ["Domain is not valid."] });
    await client.create("/domains", DOMAIN);
    expect(reasons(await importOf(client, address, "EXAMPLE.org"))).toEqual({ domain: ["Domain already exists."] });
    expect(connections()).toBe(0);
  });

  test.each(["", "a b", "-", "127.0.0.1:0", "127.0.0.1:65536", "[127.0.0.1]:53", "::1:x", "http://ns.example.org", 53])(
    "rejects %p, which is no address of a name server",
    async (remote_nameserver) => {
      const reply = await client.post("/domains/import", { domain: ZONE, remote_nameserver });
      expect(reply.status).toBe(400);
      expect(Object.keys(reasons(reply))).toEqual(["remote_nameserver"]);
    },
  );

  test("finds a name server by its name", async () => {
    const { port } = await startScripted(EMPTY_ZONE);
    expect((await importOf(client, `localhost:${port}`)).status).toBe(200);
  });

  test.each(["ENOTFOUND", "EAI_AGAIN"])("reports that a name server's name does not resolve (%s)", async (code) => {
    const unknown = Object.assign(new Error(code), { code });
    const lookup = jest.spyOn(dns, "lookup").mockImplementation(((_host: string, _options: unknown, done: Done) => {
      process.nextTick(done, unknown);
    }) as typeof dns.lookup);
    const reply = await importOf(client, "ns.example.net");
    lookup.mockRestore();
    expect(reasons(reply)).toEqual({ remote_nameserver: ["The name server's name is not known"] });
  });

  test.each([".", "root.localhost", "a\\@b.example.com"])("replaces the email address %p of a zone", async (rname) => {
    const { address } = await startScripted(answers([soa(ZONE, { rname }), soa(ZONE)]));
    expect((await importOf(client, address)).body["soa_email"]).toBe("hostmaster@example.org");
  });

  test("keeps the first of conflicting records, and skips those outside of the zone", async () => {
    const { address } = await startScripted(
      answers([
        soa(ZONE),
        { type: "CNAME", name: "a.example.org", ttl: 300, data: "x.example.net" },
        { type: "A", name: "A.example.org", ttl: 300, data: "192.0.2.1" },
        { type: "A", name: "a.example.net", ttl: 300, data: "192.0.2.1" },
        { type: "SRV", name: "_sip._tcp.example.org", ttl: 300, data: { port: 1, target: "." } },
        { type: "CNAME", name: ZONE, ttl: 300, data: "x.example.net" },
        soa(ZONE),
      ]),
    );
    const { id } = (await importOf(client, address)).body;
    expect(await recordsOf(client, id)).toMatchObject([{ type: "CNAME", name: "a", target: "x.example.net" }]);
  });

  test("is allowed for unrestricted users, and for those who may create domains", async () => {
    const { address } = await startScripted(EMPTY_ZONE);
    const statuses = [];
    for (const grants of [[], ["add_domains" as const]]) {
      await restart({ token: "guest", tokens: [{ token: "guest", restricted: true, grants }] });
      statuses.push((await importOf(client, address)).status);
    }
    expect(statuses).toEqual([403, 200]);
  });
});

const SOA_LINE = "@ IN SOA ns.example.org. john\\.doe.example.com. 7 1000 300 2000000 500";

/** A zone as others write it, with content that the service cannot represent. */
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

/** A record's content, without its row's own fields, and with the default in place of a time of 0. */
function substance({ id: _id, created: _created, updated: _updated, ttl_sec, ...rest }: Body): unknown {
  return { ...rest, ttl_sec: ttl_sec === 0 ? 86_400 : ttl_sec };
}

const byText = (records: readonly Body[]) => records.map((record) => JSON.stringify(substance(record))).sort();

describeWith(systemTool("named"), "importing a domain from BIND", (named) => {
  test("imports the zone as far as the service can represent it", async () => {
    const reply = await importOf(client, await startBind(named, ZONE, FOREIGN));
    const unset = { description: null, group: "", tags: [], master_ips: [], axfr_ips: [] };
    const times = { refresh_sec: 3600, retry_sec: 300, expire_sec: 2419200, ttl_sec: 3600 };
    const known = { domain: "example.org", type: "master", soa_email: "john.doe@example.com" };
    expect(reply.body).toEqual({ id: 2000001, status: "active", ...known, ...unset, ...times });
    const records = await recordsOf(client, reply.body.id);
    const short = (record: Body) => `${String(record["name"])} ${String(record["ttl_sec"])} ${String(record["type"])}`;
    expect(records.map((record) => `${short(record)} ${String(record["target"])}`).sort()).toEqual([
      " 300 CAA ca.example",
      " 300 MX mail.example.net",
      " 300 MX mail.example.org",
      "WWW 300 A 192.0.2.1",
      "_sip._tcp 300 SRV sip.example.org",
      "_sip._tcp.sub 300 SRV sip.example.org",
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
    const service = { service: "sip", protocol: "tcp", priority: 255, weight: 2, port: 5060 };
    expect(ofType("SRV")).toMatchObject([service, { ...service, protocol: "tcp.sub", priority: 1 }]);
    expect(ofType("CAA")).toMatchObject([{ tag: "issue" }]);
  });

  test("restores what the service itself wrote into a zone file", async () => {
    const origin = await start({ provisionMs: 0 });
    const soa_email = "john.doe@example.com";
    const before = await origin.create("/domains", { domain: "example.org", type: "master", soa_email, ttl_sec: 3600 });
    for (const body of EVERY_TYPE) {
      await origin.create(`/domains/${before.id}/records`, { ttl_sec: 86_400, ...body });
    }
    const lines = await linesOf(origin, before.id);
    const address = await startBind(named, ZONE, lines);
    await restart({ provisionMs: 0 });
    const after = (await importOf(client, address)).body;
    expect(after).toMatchObject({ soa_email, ttl_sec: 3600, refresh_sec: 14400, expire_sec: 1209600 });
    expect(byText(await recordsOf(client, after.id))).toEqual(byText(await recordsOf(origin, before.id)));
    const imported = await linesOf(client, after.id);
    expect(imported.slice(3).sort()).toEqual([...lines].slice(3).sort());
  });
});

const A = (n: number): Answer => ({ type: "A", name: `h${n}.${ZONE}`, ttl: 300, data: "192.0.2.1" });

const NEVER = new AbortController().signal;
const ROOMY: TransferLimits = { timeMs: 10_000, bytes: 1_000_000, records: 1_000 };

async function transfer(script: Script, limits: Partial<TransferLimits> = {}): Promise<Answer[]> {
  const { port } = await startScripted(script);
  return transferZone(ZONE, { host: "127.0.0.1", port }, NEVER, { ...ROOMY, ...limits });
}

const names = (records: readonly Answer[]) => records.map(({ name }) => name);

test("a transferred zone ends with its SOA record, and may arrive in many messages, and in pieces of any size", async () => {
  const parts = [[soa(ZONE)], [A(1), A(2)], [], [A(3), soa("EXAMPLE.org")]];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(200), { maxLength: 8 }), async (cuts) => {
      const records = await transfer((socket, id) => {
        const bytes = Buffer.concat(parts.map((part) => message(id, part)));
        let at = 0;
        socket.setNoDelay(true);
        for (const cut of [...cuts].sort((a, b) => a - b)) {
          socket.write(bytes.subarray(at, cut));
          at = Math.max(at, cut);
        }
        socket.write(bytes.subarray(at));
      });
      expect(names(records)).toEqual([ZONE, `h1.${ZONE}`, `h2.${ZONE}`, `h3.${ZONE}`]);
    }),
    { numRuns: 20 },
  );
});

describe("a transfer fails with a reason", () => {
  const BROKEN = "The name server sent a broken answer: ";
  const ENDED = `${BROKEN}it ended before the zone did`;
  const NO_DNS = `${BROKEN}it is not a DNS message`;
  const OTHER = `${BROKEN}it belongs to another request`;
  const NO_SOA = `${BROKEN}it does not begin with the zone's SOA record`;
  const NOT_SERVED = "The name server does not serve this zone";

  const failure = (script: Script, limits: Partial<TransferLimits> = {}): Promise<string> =>
    transfer(script, limits).then(
      () => "no failure",
      (error: unknown) => (error instanceof TransferFailure ? error.message : `not expected: ${String(error)}`),
    );

  /** A message that ends with a byte that it does not need. */
  const withMore = (id: number): Buffer => {
    const bytes = Buffer.concat([message(id, [soa(ZONE), soa(ZONE)]), Buffer.alloc(1)]);
    bytes.writeUInt16BE(bytes.length - 2);
    return bytes;
  };
  const cutOff = (id: number) => message(id, [soa(ZONE), A(1), soa(ZONE)]).subarray(0, -3);
  const failingLate = (id: number) => Buffer.concat([message(id, [soa(ZONE)]), message(id, [], 2)]);

  test.each<[string, Script, string]>([
    ["at once without a response", sends(() => ""), ENDED],
    ["when the zone is cut off between two records", answers([soa(ZONE), A(1)]), ENDED],
    ["when the zone is cut off inside of a message", sends(cutOff), ENDED],
    ["on something else than DNS", sends(() => "HTTP/1.1 400 Bad Request\r\n\r\n".repeat(900)), NO_DNS],
    ["on a message with more than its records", sends(withMore), NO_DNS],
    ["on the answer to another request", (socket, id) => EMPTY_ZONE(socket, (id + 1) % 0x10000), OTHER],
    [
      "on a request",
      sends((id) => streamEncode({ type: "query", id, questions: [{ type: "AXFR", name: ZONE }] })),
      OTHER,
    ],
    ["on a truncated message", answers([soa(ZONE), soa(ZONE)], 1 << 9), `${BROKEN}it is marked as truncated`],
    ["when the zone begins with another record", answers([A(1), soa(ZONE)]), NO_SOA],
    ["when it is refused", answers([], 5), "The name server refuses the transfer of this zone"],
    ["when the zone is not served", answers([], 9), NOT_SERVED],
    ["on another error", answers([], 2), "The name server answers SERVFAIL"],
    ["on an error in the middle", sends(failingLate), "The name server answers SERVFAIL"],
  ])("%s", async (_when, script, reason) => {
    expect(await failure(script)).toBe(reason);
  });

  // What the reset does to bytes in flight depends on timing.
  test("when the connection is reset in the middle", async () => {
    const reset: Script = (socket, id) =>
      socket.write(message(id, [soa(ZONE)]), () => setImmediate(() => socket.resetAndDestroy()));
    expect([`${BROKEN}the connection was lost (ECONNRESET)`, ENDED]).toContain(await failure(reset));
  });

  test("when the zone has too many records", async () => {
    const script = answers([soa(ZONE), A(1), A(2), soa(ZONE)]);
    expect(await failure(script, { records: 2 })).toBe("The zone has more than 2 records");
    expect(names(await transfer(script, { records: 3 }))).toHaveLength(3);
  });

  test("when the response never ends", async () => {
    const endless: Script = (socket, id) => {
      const part = message(id, [{ type: "TXT", name: ZONE, data: "x".repeat(200) }]);
      const more = () => {
        while (!socket.destroyed && socket.write(part));
      };
      socket.write(message(id, [soa(ZONE)]));
      socket.on("drain", more);
      more();
    };
    expect(await failure(endless, { bytes: 50_000 })).toBe("The zone takes more than 50000 bytes");
  });

  test("when the response takes too long, even if it never pauses", async () => {
    const slow: Script = (socket, id) => {
      socket.write(message(id, [soa(ZONE)]));
      const drip = setInterval(() => socket.write(message(id, [])), 10);
      socket.on("close", () => clearInterval(drip));
    };
    expect(await failure(slow, { timeMs: 100 })).toBe("The name server took longer than 0.1 seconds");
    expect(await failure(() => undefined, { timeMs: 50 })).toBe("The name server took longer than 0.05 seconds");
  });
});

describe("the domain and records for any zone", () => {
  const label = fc.stringMatching(/^[a-z0-9_*]{1,12}$/);
  const name = fc.array(label, { maxLength: 4 }).map((labels) => [...labels, ZONE].join("."));
  const host = fc.oneof(fc.domain(), fc.constantFrom(".", "localhost", ZONE), name);
  const u16 = fc.nat(65_535);
  const bytes = fc.uint8Array({ maxLength: 255 }).map((text) => Buffer.from(text));
  const recordOf = (types: readonly string[], data: fc.Arbitrary<unknown>, names = name) =>
    fc.record({ type: fc.constantFrom(...types), name: names, ttl: fc.nat(2 ** 31 - 1), data });
  const record = fc.oneof(
    recordOf(["A"], fc.ipV4()),
    recordOf(["AAAA"], fc.ipV6()),
    recordOf(["NS", "CNAME", "PTR"], host),
    recordOf(["MX"], fc.record({ preference: u16, exchange: host })),
    recordOf(["TXT"], fc.array(bytes, { minLength: 1, maxLength: 3 })),
    recordOf(
      ["SRV"],
      fc.record({ priority: u16, weight: u16, port: u16, target: host }),
      fc.oneof(name, fc.constant(`_sip._tcp.${ZONE}`)),
    ),
    recordOf(
      ["CAA"],
      fc.record({ flags: fc.nat(255), tag: fc.constantFrom("issue", "issuewild", "iodef"), value: host }),
    ),
  ) as fc.Arbitrary<Answer>;

  test("are accepted by the API, and can be sent back to it unchanged", async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 12 }), async (records) => {
        const domain = `n${(runs += 1)}.${ZONE}`;
        const below = records.map((one) => ({ ...one, name: one.name.replace(ZONE, domain) }));
        const { address } = await startScripted(answers([soa(domain), ...below, soa(domain)]));
        const reply = await importOf(client, address, domain);
        expect(reply.status).toBe(200);
        const path = `/domains/${reply.body.id}`;
        expect((await client.put(path, reply.body)).body).toEqual(reply.body);
        for (const kept of (await client.get(`${path}/records`)).body.data) {
          const again = await client.put(`${path}/records/${kept.id}`, kept);
          expect(again.body).toEqual({ ...kept, updated: again.body.updated });
        }
      }),
      { numRuns: tries(40) },
    );
  });
});

test.each([
  ["ns1.example.net", "ns1.example.net", 53],
  ["192.0.2.1:5353", "192.0.2.1", 5353],
  ["2001:db8::1", "2001:db8::1", 53],
  ["[2001:db8::1]:5353", "2001:db8::1", 5353],
])("a name server can be given as %s", (text, host, port) => {
  expect(parseNameServer(text)).toEqual({ host, port });
});

/** How long the name servers lag. */
const LAG_MS = 0.4 * PROVISION_MS;

const HEAD = [
  "; example.org [2000001]",
  "$TTL 86400",
  "@  IN  SOA  ns1.compute.invalid.  a.example.org.  2021000001  14400  14400  1209600  86400",
  "@  NS  ns1.compute.invalid.",
  "@  NS  ns2.compute.invalid.",
  "@  NS  ns3.compute.invalid.",
  "@  NS  ns4.compute.invalid.",
  "@  NS  ns5.compute.invalid.",
];

const serialIn = (lines: readonly string[]) => Number(/\bSOA\s+\S+\s+\S+\s+(\d+)/.exec(lines[2] ?? "")?.[1]);

describe("the zone file", () => {
  test("is empty until a new domain is rendered", async () => {
    const { client, lines } = await zone();
    expect(await lines()).toEqual([]);
    client.emulator.clock.advance(LAG_MS - 1);
    expect(await lines()).toEqual([]);
    client.emulator.clock.advance(1);
    expect(await lines()).toEqual(HEAD);
  });

  test("shows the last rendering while changes wait for the next one, which includes them all", async () => {
    const { client, id, path, create, lines } = await zone();
    const first = await create({ type: "A", name: "a", target: "192.0.2.1" });
    client.emulator.clock.advance(LAG_MS);
    expect(await lines()).toEqual([...HEAD, "a  A  192.0.2.1"]);

    await client.put(`${path}/${first.id}`, { target: "192.0.2.2" });
    client.emulator.clock.advance(LAG_MS - 1);
    await create({ type: "A", name: "b", target: "192.0.2.3", ttl_sec: 300 });
    await client.put(`/domains/${id}`, { ttl_sec: 3600 });
    expect(await lines()).toEqual([...HEAD, "a  A  192.0.2.1"]);

    client.emulator.clock.advance(1);
    const next = await lines();
    expect(next).toContain("$TTL 3600");
    expect(next.slice(HEAD.length)).toEqual(["a  A  192.0.2.2", "b  300  A  192.0.2.3"]);
    expect(serialIn(next)).toBe(serialIn(HEAD) + 1);
    await client.delete(`${path}/${first.id}`);
    client.emulator.clock.advance(LAG_MS);
    expect((await lines()).slice(HEAD.length)).toEqual(["b  300  A  192.0.2.3"]);
  });

  test("schedules no jobs, and does not make the domain busy", async () => {
    const { client, id } = await zone();
    expect((await client.send("GET", "/_emulator/clock")).body).toMatchObject({ jobs: 0, nextDue: null });
    expect((await client.delete(`/domains/${id}`)).status).toBe(200);
    expect((await client.get(`/domains/${id}/zone-file`)).status).toBe(404);
    client.emulator.clock.advance(LAG_MS);
    expect((await client.get("/domains")).body.results).toBe(0);
  });
});

describe("the SOA record", () => {
  const soaOf = async (change: object) => {
    const { client, id, lines } = await zone({ provisionMs: 0 });
    await client.put(`/domains/${id}`, change);
    return (await lines())[2]?.split("  ").slice(4);
  };

  test("has refresh, retry, expire and ttl in this order", async () => {
    const times = { refresh_sec: 300, retry_sec: 3600, expire_sec: 7200, ttl_sec: 14400 };
    expect(await soaOf(times)).toEqual(["a.example.org.", "2021000002", "300", "3600", "7200", "14400"]);
  });

  test.each([
    ["john.doe@example.com", "john\\.doe.example.com."],
    ["a+b;c@example.com", "a\\+b\\;c.example.com."],
    ["jürgen@example.com", "j\\195\\188rgen.example.com."],
    [`${"x".repeat(64)}@example.com`, "hostmaster.example.org."],
  ])("writes the email address %s as %s", async (soa_email, written) => {
    expect((await soaOf({ soa_email }))?.[0]).toBe(written);
  });
});

test("the line of a record has its name, time, type and target", async () => {
  const { create, lines } = await zone({ provisionMs: 0 });
  const srv = { type: "SRV", service: "sip", protocol: "tcp", priority: 1, weight: 2, port: 3, target: "sip" };
  const rows: ReadonlyArray<readonly [record: object, line: string]> = [
    [{ type: "A", name: "www", target: "192.0.2.1", ttl_sec: 300 }, "www  300  A  192.0.2.1"],
    [{ type: "AAAA", target: "2001:db8::1" }, "@  AAAA  2001:db8::1"],
    [{ type: "NS", name: "sub", target: "ns.example.com." }, "sub  NS  ns.example.com."],
    [{ type: "MX", target: "mail.example.com", priority: 10 }, "@  MX  10  mail.example.com."],
    [{ type: "CNAME", name: "*.sub", target: "a.example.com" }, "*.sub  CNAME  a.example.com."],
    [{ type: "PTR", name: "1", target: "a.example.com" }, "1  PTR  a.example.com."],
    [{ type: "CAA", tag: "iodef", target: "mailto:a@example.com" }, '@  CAA  0  iodef  "mailto:a@example.com"'],
    [srv, "_sip._tcp  SRV  1  2  3  sip.example.org."],
    [{ type: "TXT", target: 'a "quoted" \\ text' }, '@  TXT  "a \\"quoted\\" \\\\ text"'],
    [{ type: "TXT", target: "ü\n" }, '@  TXT  "\\195\\188\\010"'],
    [{ type: "TXT", target: "x".repeat(256) }, `@  TXT  "${"x".repeat(255)}"  "x"`],
  ];
  for (const [record] of rows) await create(record);
  expect((await lines()).slice(HEAD.length)).toEqual(rows.map(([, line]) => line));
});

test("the line of a record is omitted if the record cannot be served", async () => {
  const { create, lines } = await zone({ provisionMs: 0, documentedOnly: true });
  for (const body of [
    { type: "A", target: "nothing" },
    { type: "CNAME", name: "b@d", target: "a.example.com" },
    { type: "MX" },
    { type: "SRV", priority: 0, weight: 0, port: 0 },
    { type: "TXT", target: "x".repeat(65_300) },
    { type: "CNAME", name: "twice", target: "a.example.com" },
    { type: "CNAME", name: "twice", target: "b.example.com" },
  ]) {
    await create(body);
  }
  expect((await lines()).slice(HEAD.length)).toEqual(["@  MX  0  .", "twice  CNAME  a.example.com."]);
});
