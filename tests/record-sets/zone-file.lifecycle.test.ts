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

test("errors name the line, and nothing is written", async () => {
  const { domainId, set } = await aSet();
  const refused = await set.refusals({
    domainId,
    records: [WWW],
    zoneFile: `${FILE}bad A 192.0.2.300\nwww A 192.0.2.1\nx 1.2.3.4`,
  });
  expect(refused).toEqual([
    expect.stringMatching(/^zoneFile line 8\.target: must be an IPv4 address/),
    expect.stringMatching(/^zoneFile: line 10: "1\.2\.3\.4" is no record type/),
    expect.stringMatching(/^zoneFile line 5: .*records\[0\]/),
  ]);
  expect(service.writes()).toEqual([]);
});

test("ignoreChanges keeps the records of a set with a file, or is refused before anything is sent", async () => {
  const { domainId, set } = await aSet();
  const records = [{ type: "TXT", name: "blog", target: "x" }];
  await set.up({ domainId, records, zoneFile: FILE });
  service.forget();
  const changed = `${FILE}new A 192.0.2.9`;
  expect(await set.preview({ domainId, records, zoneFile: changed }, { ignoreChanges: ["records"] })).toBe("same");
  // The native plugin is not told in a check.
  const { records: kept } = set.recorded().inputs;
  expect(await set.preview({ domainId, records: kept, zoneFile: changed })).toBe("same");
  // The state has no `zoneFile`, so the engine omits it.
  await expect(set.up({ domainId, records }, { ignoreChanges: ["zoneFile"] })).rejects.toThrow(
    "zoneFile cannot be in ignoreChanges",
  );
  expect(service.writes()).toEqual([]);
});

test("what the API rejects is named by its line", async () => {
  const { domainId, set } = await aSet();
  service.emulator.faults.add({
    method: "POST",
    path: "/domains/*/records",
    nth: 2,
    effect: { kind: "status", status: 400, body: { errors: [{ reason: "no such thing", field: "target" }] } },
  });
  await expect(set.up({ domainId, zoneFile: FILE })).rejects.toThrow(/zoneFile line [56]: .*no such thing/s);
  const records = [{ ...WWW, name: "www.zone.example" }];
  await expect(set.up({ domainId, records, zoneFile: FILE })).rejects.toThrow("zoneFile line 5: ");
  await expect(
    new Deployment(service, "DomainRecordSet", "import").up(
      { domainId, zoneFile: FILE },
      { import: `${domainId}/records` },
    ),
  ).rejects.toThrow(/Differences: zoneFile line \d/);
});

test("a set without records or a zone file is refused, also one whose file is empty", async () => {
  const { domainId, set } = await aSet();
  expect(await set.refusals({ domainId })).toEqual(["records: is required, or zoneFile"]);
  for (const zoneFile of ["", "; nothing", "@ SOA a. b. 1 2 3 4 5\n@ NS a.\nx HINFO a b"]) {
    const [refused = ""] = await set.refusals({ domainId, zoneFile, exclusive: true });
    expect(refused).toMatch(/^zoneFile: line 1: the file has no record .* omit zoneFile/);
  }
});

describe("the file's zone is the domain's name", () => {
  const relative = (address: string) => `www A ${address}\n@ MX 10 mail`;
  const other = "$ORIGIN example.org.\nwww A 192.0.2.1";
  const OTHER = "zoneFile: line 1: the file is of the zone example.org, and the domain is";
  const rename = (id: number, domain: string) => service.ask("PUT", `/domains/${id}`, { domain });

  test("which the API shows, and a set that does not change sends no request", async () => {
    const { domainId, set } = await aSet();
    expect(await set.refusals({ domainId, zoneFile: other })).toEqual([`${OTHER} zone.example`]);
    await set.up({ domainId, zoneFile: relative("192.0.2.1") });
    expect(await zone(domainId)).toContainEqual(expect.objectContaining({ target: "mail.zone.example" }));
    service.forget();
    expect(await set.preview({ domainId, zoneFile: `; a comment\n${relative("192.0.2.1")}` })).toBe("same");
    expect(service.requests()).toEqual([]);
    await expect(set.up({ domainId, zoneFile: other })).rejects.toThrow(`${OTHER} zone.example`);
    expect(service.writes()).toEqual([]);
  });

  test("which the program declares, also if it renames the domain", async () => {
    const domain = new Deployment(service, "Domain", "zone");
    const set = new Deployment(service, "DomainRecordSet", "records");
    const named = (name: string) => ({ domain: name, type: "master", soaEmail: "admin@example.com" });
    await domain.up(named("old.example"));
    const domainId = Number(domain.recorded().id);
    await set.up({ domainId, zoneFile: relative("192.0.2.1") });
    const run = service.process();
    await domain.preview(named("example.org"), {}, run("Domain"));
    expect(await set.preview({ domainId, zoneFile: other }, {}, run("DomainRecordSet"))).toBe("update");
    await expect(
      set.preview({ domainId, zoneFile: "$ORIGIN old.example.\na A 192.0.2.1" }, {}, run("DomainRecordSet")),
    ).rejects.toThrow("the file is of the zone old.example, and the domain is example.org");
  });

  test("which an update confirms before it writes", async () => {
    const { domainId, set } = await aSet();
    await set.up({ domainId, zoneFile: FILE });
    await rename(domainId, "example.org");
    service.forget();
    // The file fits what the last check has found.
    const changed = FILE.replace("192.0.2.1", "192.0.2.9");
    await expect(set.up({ domainId, zoneFile: changed })).rejects.toThrow(
      "The zone file is of the zone zone.example, and the domain is example.org. Nothing was changed.",
    );
    expect(service.writes()).toEqual([]);
    expect(await set.up({ domainId, zoneFile: changed.replace("zone.example.", "example.org.") })).toBe("update");
  });

  test("which is not known before the domain exists: the preview warns of a zone that the program does not have", async () => {
    const run = service.process();
    const set = new Deployment(service, "DomainRecordSet", "records");
    await new Deployment(service, "Domain", "zone").previewNew(
      { domain: "zone.example", type: "master", soaEmail: "a@zone.example" },
      {},
      run("Domain"),
    );
    await set.previewNew({ domainId: UNKNOWN, zoneFile: FILE }, {}, run("DomainRecordSet"));
    expect(service.warnings().filter((warning) => warning.includes("fail"))).toEqual([]);
    await set.previewNew({ domainId: UNKNOWN, zoneFile: other }, {}, run("DomainRecordSet"));
    expect(service.warnings()).toContainEqual(
      "zoneFile: `pulumi up` may fail: no domain of the program has the name of the file's zone (example.org).",
    );
  });
});

test("names are final: what has the zone twice stays so, and a name without its final period is refused", async () => {
  const { domainId, set } = await aSet();
  const args = { domainId, zoneFile: "www.zone.example.zone.example. A 192.0.2.1\n@ A 192.0.2.2" };
  await set.up(args);
  expect((await zone(domainId)).map(({ name }) => name)).toEqual(["www.zone.example", ""]);
  await expectSettled(set, args);
  expect(await set.refusals({ domainId, zoneFile: "@ A 192.0.2.2\nzone.example A 192.0.2.1" })).toEqual([
    expect.stringMatching(/^zoneFile: line 2: zone\.example without a final period is zone\.example\.zone\.example/),
  ]);
});

test("what is left out is said when it is new", async () => {
  const { domainId, set } = await aSet();
  const saidFor = async (zoneFile: string): Promise<number> => {
    service.said.length = 0;
    await set.up({ domainId, zoneFile });
    return service.warnings().filter((warning) => warning.startsWith("zoneFile: not in the set")).length;
  };
  expect(await saidFor(FILE)).toBe(1);
  expect(await saidFor(`\n${FILE}b A 192.0.2.2`)).toBe(0);
  expect(await saidFor(`${FILE}b A 192.0.2.2\nc DHCID AA`)).toBe(1);
});

test("a resource says the remarks of its component when they are new, and records their digest", async () => {
  const domain = new Deployment(service, "Domain", "zone");
  const args = { domain: "zone.example", type: "master", soaEmail: "admin@zone.example" };
  const options = (digest: string) => ({ remarks: { texts: [`about ${digest}`], digest } });
  for (const digest of ["a", "a", "b"]) await domain.up(args, options(digest));
  expect(service.warnings()).toEqual(["about a", "about b"]);
  expect(JSON.stringify(domain.recorded())).not.toContain("about");
});

test("of a domain whose name is secret, the name that the file was read for and the records are secret", async () => {
  const domain = new Deployment(service, "Domain", "zone");
  const set = new Deployment(service, "DomainRecordSet", "records");
  const run = service.process();
  const args = { domain: "hidden.example", type: "master", soaEmail: "a@example.com" };
  await domain.up(args, { secrets: [["domain"]] }, run("Domain"));
  const inputs = set.inputsFrom({ domainId: Number(domain.recorded().id), zoneFile: "@ MX 10 mail\n@ HINFO a b" });
  const checked = await set.check(run("DomainRecordSet"), {}, inputs);
  expect(optionsOf(checked).readFor).toBe("hidden.example");
  expect(optionsOf(checked).secrets).toEqual(expect.arrayContaining([["records"], [OPTIONS, "readFor"]]));
});

test("nothing of a secret file is in an error or a warning", async () => {
  const { domainId, set } = await aSet();
  const inputs = set.inputsFrom({ domainId, zoneFile: "$HIDDEN x\n@ HINFO a b\nwww A 192.0.2.300" });
  const { failures } = await set
    .process()
    .check({}, { ...inputs, [OPTIONS]: { ...optionsOf(inputs), secrets: [["zoneFile"]] } });
  expect(failures).toHaveLength(2);
  const secrets = { secrets: [["zoneFile"]] };
  await set.up({ domainId, zoneFile: "www 401 A 192.0.2.1" }, secrets);
  expect(service.warnings().join()).toContain("zoneFile line 1.ttlSec: not shown, because it is secret");
  expect(JSON.stringify(failures)).toContain("line 1: not shown, because the file is secret");
  expect(JSON.stringify([failures, service.warnings()])).not.toMatch(/HIDDEN|HINFO|192\.0\.2\.300|401/);
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
