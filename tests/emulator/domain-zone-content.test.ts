import type { Answer } from "dns-packet";
import { decode, encode } from "dns-packet";
import fc from "fast-check";
import { parseNameServer } from "../../emulator/services/domains/transfer/name-server";
import { zoneContent } from "../../emulator/services/domains/transfer/zone-content";
import { start } from "./support/client";
import { message, soa, startScripted } from "./support/scripted-name-server";

const ZONE = "example.org";

describe("the words of the service for any zone", () => {
  const label = fc.stringMatching(/^[a-z0-9_*]{1,12}$/);
  const name = fc.array(label, { maxLength: 4 }).map((labels) => [...labels, ZONE].join("."));
  const host = fc.oneof(fc.domain(), fc.constantFrom(".", "localhost", ZONE), name);
  const ttl = fc.nat(2 ** 31 - 1);
  const u16 = fc.nat(65_535);
  const record: fc.Arbitrary<Answer> = fc.oneof(
    fc.record({ type: fc.constant("A" as const), name, ttl, data: fc.ipV4() }),
    fc.record({ type: fc.constant("AAAA" as const), name, ttl, data: fc.ipV6() }),
    fc.record({ type: fc.constantFrom("NS" as const, "CNAME" as const, "PTR" as const), name, ttl, data: host }),
    fc.record({ type: fc.constant("MX" as const), name, ttl, data: fc.record({ preference: u16, exchange: host }) }),
    fc.record({
      type: fc.constant("TXT" as const),
      name,
      ttl,
      data: fc.array(
        fc.uint8Array({ maxLength: 255 }).map((bytes) => Buffer.from(bytes)),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    fc.record({
      type: fc.constant("SRV" as const),
      name: fc.oneof(name, fc.constant(`_sip._tcp.${ZONE}`)),
      ttl,
      data: fc.record({ priority: u16, weight: u16, port: u16, target: host }),
    }),
    fc.record({
      type: fc.constant("CAA" as const),
      name,
      ttl,
      data: fc.record({ flags: fc.nat(255), tag: fc.constantFrom("issue", "issuewild", "iodef"), value: host }),
    }),
  );

  test("are accepted by the service, and can be sent back to it unchanged", async () => {
    const client = await start();
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 12 }), async (records) => {
        const domain = `n${(runs += 1)}.${ZONE}`;
        const below = records.map((one) => ({ ...one, name: one.name.replace(ZONE, domain) }));
        const { address } = await startScripted((socket, id) =>
          socket.end(message(id, [soa(domain), ...below, soa(domain)])),
        );
        const reply = await client.post("/domains/import", { domain, remote_nameserver: address });
        expect(reply.status).toBe(200);
        const path = `/domains/${reply.body.id}`;
        expect((await client.put(path, reply.body)).body).toEqual(reply.body);
        for (const kept of (await client.get(`${path}/records`)).body.data) {
          const again = await client.put(`${path}/records/${kept.id}`, kept);
          expect(again.body).toEqual({ ...kept, updated: again.body.updated });
        }
      }),
      { numRuns: 40 },
    );
  });

  test("come from what DNS itself has made of it", () => {
    const packet = decode(encode({ type: "response", answers: [soa(ZONE, { rname: "a\\.b.example.com" })] }));
    expect(zoneContent(ZONE, packet.answers ?? [])).toMatchObject({ soa_email: "a.b@example.com", ttl_sec: 300 });
    expect(zoneContent(ZONE, [soa(ZONE, { minimum: 0 })]).ttl_sec).toBe(1);
  });
});

describe("a name server is given as", () => {
  test.each([
    ["ns1.example.net", { host: "ns1.example.net", port: 53 }],
    ["ns1.example.net.", { host: "ns1.example.net.", port: 53 }],
    ["192.0.2.1", { host: "192.0.2.1", port: 53 }],
    ["192.0.2.1:5353", { host: "192.0.2.1", port: 5353 }],
    ["2001:db8::1", { host: "2001:db8::1", port: 53 }],
    ["[2001:db8::1]", { host: "2001:db8::1", port: 53 }],
    ["[2001:db8::1]:5353", { host: "2001:db8::1", port: 5353 }],
    ["localhost:5353", { host: "localhost", port: 5353 }],
  ])("%s", (text, expected) => {
    expect(parseNameServer(text)).toEqual(expected);
  });
});
