import type { Values } from "../../provider/definition/values";
import { UNKNOWN } from "../../provider/definition/values";
import { OPTIONS, optionsOf } from "../../provider/lifecycle/state";
import { Deployment, expectSettled } from "../support/deployment";
import { aZone, listed } from "../support/programs";
import { useService } from "../support/service";

const service = useService();

const FILE = `
$ORIGIN zone.example.
$TTL 1h
@      SOA ns1 admin 1 1d 2h 4w 1h
www    A   192.0.2.1
@      MX  10 mail ; by name
@      TXT "v=spf1 -all"
`;
const [WWW, MAIL, SPF] = [
  { type: "A", name: "www", target: "192.0.2.1", ttlSec: 3600 },
  { type: "MX", target: "mail.zone.example", priority: 10, ttlSec: 3600 },
  { type: "TXT", target: "v=spf1 -all", ttlSec: 3600 },
];

const aSet = async () => ({
  domainId: await aZone(service, "zone.example"),
  set: new Deployment(service, "DomainRecordSet", "records"),
});
const zone = (domainId: number): Promise<Values[]> => listed(service, `/domains/${domainId}/records`);

test("a set has the records of its zone file, and a file that is only written differently is no change", async () => {
  const { domainId, set } = await aSet();
  const blog = { type: "CNAME", name: "blog", target: "www.zone.example" };
  expect(await set.up({ domainId, records: [blog], zoneFile: FILE })).toBe("create");
  expect(await zone(domainId)).toHaveLength(4);
  expect(set.recorded().outputs).toMatchObject({ records: [blog, WWW, MAIL, SPF] });
  expect(set.recorded().outputs).not.toHaveProperty("zoneFile");
  expect(service.warnings()).toEqual([
    expect.stringMatching(/^zoneFile: not in the set: line 4: SOA: the service has its own/),
  ]);
  service.said.length = 0;
  await expectSettled(set, { domainId, records: [blog], zoneFile: FILE.replace("by name", "by another name") });
  await expectSettled(set, { domainId, records: [blog, WWW, MAIL, SPF] });
  expect(service.warnings()).toEqual([]);
  expect(await set.up({ domainId, zoneFile: FILE.replace("192.0.2.1", "192.0.2.9") })).toBe("update");
  expect(await zone(domainId)).toContainEqual(expect.objectContaining({ name: "www", target: "192.0.2.9" }));
});

test("what the service shows as the zone file is the same set, with the TTLs that it has", async () => {
  const { domainId, set } = await aSet();
  const records = [
    ...[WWW, MAIL, SPF],
    { type: "TXT", name: "long", target: `${'long; "text" \\ '.repeat(40)}é`, ttlSec: 300 },
    {
      type: "SRV",
      service: "sip",
      protocol: "tcp",
      target: "sip.zone.example",
      priority: 1,
      weight: 2,
      port: 5060,
      ttlSec: 300,
    },
    { type: "CAA", tag: "issue", target: "ca.example", ttlSec: 300 },
    { type: "NS", name: "sub", target: "ns1.zone.example", ttlSec: 300 },
  ];
  await set.up({ domainId, records });
  service.clock.advance(600_000);
  const { zone_file: lines } = await service.ask("GET", `/domains/${domainId}/zone-file`);
  expect(await set.preview({ domainId, zoneFile: (lines as string[]).join("\n") })).toBe("same");
});

test("errors and warnings name the line, and nothing is sent", async () => {
  const { domainId, set } = await aSet();
  service.forget();
  const refused = await set.refusals({
    domainId,
    records: [WWW],
    zoneFile: `${FILE}bad A 192.0.2.300\nwww A 192.0.2.1\nx y z`,
  });
  expect(refused).toEqual([
    expect.stringMatching(/^zoneFile line 8\.target: must be an IPv4 address/),
    expect.stringMatching(/^zoneFile: line 10: "Y" is no record type/),
    expect.stringMatching(/^zoneFile line 5: .*records\[0\]/),
    expect.stringMatching(/^zoneFile line 9: .*records\[0\]/),
  ]);
  expect(service.requests()).toEqual([]);
});

test("a set without records or a zone file is refused", async () => {
  const { domainId, set } = await aSet();
  expect(await set.refusals({ domainId })).toEqual(["records: is required, or zoneFile"]);
  expect(await set.refusals({ domainId, zoneFile: "" })).toEqual([]);
});

test("nothing of a secret file is in an error", async () => {
  const { domainId, set } = await aSet();
  const inputs = set.inputsFrom({ domainId, zoneFile: "www HIDDEN x\n@ HINFO a b\nwww A 192.0.2.300" });
  const { failures } = await set
    .process()
    .check({}, { ...inputs, [OPTIONS]: { ...optionsOf(inputs), secrets: [["zoneFile"]] } });
  expect(failures).toHaveLength(2);
  expect(JSON.stringify(failures)).toContain("line 1: not shown, because the file is secret");
  expect(JSON.stringify([failures, service.warnings()])).not.toMatch(/HIDDEN|HINFO|192\.0\.2\.300/);
});

test("a file that is not known yet makes the records unknown, and a secret one makes them secret", async () => {
  const { domainId, set } = await aSet();
  const checked = await set.check(set.process(), {}, set.inputsFrom({ domainId, zoneFile: UNKNOWN }));
  expect(checked.records).toBe(UNKNOWN);
  const inputs = set.inputsFrom({ domainId, zoneFile: FILE });
  const secrets = [["domainId"], ["zoneFile"]];
  const secret = await set.check(set.process(), {}, { ...inputs, [OPTIONS]: { ...optionsOf(inputs), secrets } });
  expect(optionsOf(secret).secrets).toContainEqual(["records"]);
});
