import * as pulumi from "@pulumi/pulumi";
import { Provider, Zone } from "../../provider";
import type { ZoneArgs, ZoneRecord } from "../../provider";
import type { Values } from "../../provider/definition/values";
import { nameRecords } from "../../provider/sdk/zone-records";

/** Every resource that the program has registered, by its name. */
const registered = new Map<string, { type: string; inputs: Values; provider: string | undefined }>();

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ name, type, inputs, provider }) => {
      registered.set(`${type} ${name}`, { type, inputs: inputs as Values, provider });
      return { id: `${registered.size}`, state: inputs as Values };
    },
    call: ({ inputs }) => inputs as Values,
  }),
);
beforeEach(() => registered.clear());

const ZONE: ZoneArgs = { domain: "example.com", soaEmail: "admin@example.com" };
const WWW = { type: "A", name: "www", target: "192.0.2.1" } as const;
const RECORDS: readonly ZoneRecord[] = [
  WWW,
  { type: "A", name: "www", target: "192.0.2.2" },
  { type: "AAAA", name: "www", target: "2001:db8::1" },
  { type: "CNAME", name: "blog", target: "www.example.com" },
  { type: "MX", target: "mail.example.com", priority: 10 },
  { type: "TXT", target: "v=spf1 -all" },
  { type: "SRV", target: "sip", service: "sip", protocol: "tcp", priority: 1, weight: 2, port: 5060 },
  { type: "SRV", target: "sip", service: "sip", protocol: "tcp", priority: 1, weight: 2, port: 5061 },
  { type: "CAA", target: "ca.example", tag: "issue" },
  { type: "CAA", target: "ca.example", tag: "issuewild" },
];

/** The names of the resources that a zone with these records has besides its domain. */
const namesOf = (records: readonly ZoneRecord[]): string[] =>
  nameRecords("zone", { domain: "example.com", records })
    .map(({ name }) => name)
    .sort();
const nameOf = (record: ZoneRecord): string => namesOf([record])[0] ?? "";
const refusal = (records: unknown): string => {
  try {
    new Zone("zone", { ...ZONE, records: records as ZoneRecord[] });
  } catch (error) {
    expect(pulumi.RunError.isInstance(error)).toBe(true);
    return (error as Error).message;
  }
  return "none";
};

test("a zone is a master domain with its records", async () => {
  const zone = new Zone("zone", { ...ZONE, records: RECORDS });
  const ids = await new Promise((resolve) => pulumi.all(zone.records.map(({ domainId }) => domainId)).apply(resolve));
  const domainId = await new Promise((resolve) => zone.domainId.apply(resolve));
  await pulumi.runtime.disconnect();
  const types = [...registered.values()].map(({ type }) => type);
  expect(types.filter((type) => type.endsWith(":Zone"))).toEqual(["compute:index:Zone"]);
  expect(types.filter((type) => type.endsWith(":DomainRecord"))).toHaveLength(RECORDS.length);
  expect(registered.get("pulumi-nodejs:dynamic/compute:Domain zone")?.inputs).toEqual({ ...ZONE, type: "master" });
  expect(ids).toEqual(RECORDS.map(() => domainId));
});

test("a zone file's records are those of the array, also their names; wrong ones are errors by line", async () => {
  const file = "$TTL 300\nwww A 192.0.2.1\n@ MX 10 mail\n@ TXT x\n@ HINFO a b";
  const zone = new Zone("zone", { ...ZONE, records: [{ type: "A", target: "192.0.2.9" }], zoneFile: file });
  await pulumi.runtime.disconnect();
  expect(zone.records).toHaveLength(4);
  expect(registered.get("pulumi-nodejs:dynamic/compute:Domain zone")?.inputs).toEqual({ ...ZONE, type: "master" });
  const mail = { type: "MX", target: "mail.example.com", priority: 10 } as const;
  expect(registered.get(`pulumi-nodejs:dynamic/compute:DomainRecord ${nameOf(mail)}`)?.inputs).toMatchObject(mail);
  const wrong = (zoneFile: unknown) => new Zone("zone", { ...ZONE, records: [WWW], zoneFile: zoneFile as string });
  expect(() => wrong("@ A\n@ MX x y")).toThrow(
    'Zone "zone": zoneFile:\n  line 1: A needs 1 value, and has 0\n  line 2: ',
  );
  expect(() => wrong("a A 192.0.2.1\nb A 192.0.2.300")).toThrow(
    /^Zone "zone": zoneFile:\n {2}zoneFile line 2\.target: must be an IPv4 address for A records, not "192\.0\.2\.300"$/,
  );
  expect(() => wrong("$ORIGIN example.org.\na A 192.0.2.1")).toThrow(
    "the file is of the zone example.org, and the domain is example.com",
  );
  expect(() => wrong("\nwww A 192.0.2.1")).toThrow(/zoneFile line 2: is the same as records\[0\]/);
  expect(() => wrong(pulumi.output("x"))).toThrow(/zoneFile must be a plain string/);
});

test("a slave has no records: without any, the zone is a domain of that type", async () => {
  const slave = { ...ZONE, type: "slave" as const, masterIps: ["192.0.2.1"] };
  expect(() => new Zone("zone", { ...slave, records: [WWW] })).toThrow(/records: a slave is a read-only copy/);
  new Zone("zone", slave);
  await pulumi.runtime.disconnect();
  expect(registered.size).toBe(2);
  expect(registered.get("pulumi-nodejs:dynamic/compute:Domain zone")?.inputs).toMatchObject({ type: "slave" });
});

const indexed = RECORDS.map((record, index) => [index, record] as const);

test.each(indexed)("inserting record %i adds one resource and changes no name", (index, record) => {
  const without = RECORDS.toSpliced(index, 1);
  const before = namesOf(without);
  const after = namesOf(without.toSpliced(4, 0, record));
  expect(after.filter((name) => !before.includes(name))).toHaveLength(1);
  expect(before.filter((name) => !after.includes(name))).toEqual([]);
});

test("names contain the type and the name, but nothing from an output or a secret", () => {
  expect(nameOf(WWW)).toMatch(/^zone-a-www-[0-9a-f]{8}$/);
  const later = { ...WWW, target: pulumi.secret("192.0.2.9") };
  expect(nameOf(later)).toBe(nameOf({ ...later, target: pulumi.output("192.0.2.8") }));
});

test.each<[string, ZoneRecord, Partial<ZoneRecord>]>([
  ["another case and the full name", WWW, { name: "WWW.Example.com." }],
  ["the domain itself", { type: "MX", target: "mail.example.com" }, { name: "@", target: "Mail.Example.com." }],
  ["another form of an address", { type: "AAAA", target: "2001:db8::1" }, { name: "@", target: "2001:DB8:0::1" }],
  ["another priority and TTL", { type: "MX", target: "a.example" }, { priority: 5, ttlSec: 300 }],
  ["another target of a CNAME", { type: "CNAME", name: "a", target: "a.example" }, { target: "b.example" }],
  ["anything, with the same key,", { key: "k", ...WWW }, { type: "CNAME", name: "b", target: "b.example" }],
])("%s keeps the resource name", (_, one, change) => {
  expect(nameOf({ ...one, ...change } as ZoneRecord)).toBe(nameOf(one));
});

const [A, B, C, CNAME] = RECORDS;

test.each<[string, unknown, RegExp[]]>([
  ["the same record twice", [WWW, RECORDS[5], { ...WWW, name: "WWW" }], [/records\[2\]: is the same as records\[0\]/]],
  [
    "records that cannot coexist, also with keys, full names and outputs",
    [CNAME, { ...WWW, name: "Blog.example.com" }, { ...CNAME, key: "c", target: pulumi.output("b.example") }],
    [1, 2].map(
      (n) => new RegExp(`records\\[${n}\\]: conflicts with records\\[0\\]: a CNAME record must be the only record`),
    ),
  ],
  ["the same record with two keys", [WWW, { ...WWW, key: "k" }], [/records\[1\]: is the same as records\[0\]/]],
  [
    "records that differ only in outputs",
    [1, 2].map((n) => ({ ...WWW, target: pulumi.output(`192.0.2.${n}`) })),
    [/records\[1\]: cannot be distinguished from records\[0\] until its outputs are known.*key/],
  ],
  [
    "a duplicate key and an invalid one",
    [A, B, C].map((record, index) => ({ ...record, key: ["a", "a", "a b"][index] })),
    [/records\[1\]: has the same key as records\[0\]/, /records\[2\]\.key: may only contain/],
  ],
  ["an output of an array", pulumi.output([]), [/records must be a plain array/]],
  ["a record that is null", [A, null], [/records\[1\]: must be a plain object/]],
  ["a record that is an output", [pulumi.output(A)], [/records\[0\]: must be a plain object/]],
])("rejects %s, with the path", (_, records, expected) => {
  for (const pattern of expected) expect(refusal(records)).toMatch(pattern);
  expect(registered.size).toBe(0);
});

test("a key keeps the name before it as an alias, for one of the records that had it", () => {
  const later = { ...WWW, target: pulumi.output("192.0.2.1") };
  const aliasesOf = (...records: ZoneRecord[]) =>
    nameRecords("zone", { domain: undefined, records }).map(({ aliases }) => aliases);
  const [before] = namesOf([later]);
  expect(aliasesOf({ ...later, key: "a" }, { ...later, key: "b" })).toEqual([[{ name: before }], []]);
  expect(
    namesOf([
      { ...later, key: "web1" },
      { ...later, key: "web2" },
    ]),
  ).toEqual(["zone-web1", "zone-web2"]);
  expect(aliasesOf({ ...later, key: "a" }, later)).toEqual([[], []]);
});

test.each(["provider", "providers"])("the option %s of the zone applies to its domain and records", async (option) => {
  const other = new Provider("other", { token: "a token" });
  const opts = option === "provider" ? { provider: other } : { providers: [other] };
  new Zone("zone", { ...ZONE, records: RECORDS.slice(0, 2) }, opts);
  await pulumi.runtime.disconnect();
  const children = [...registered.values()].filter(({ type }) => type.includes("compute:Domain"));
  expect(children).toHaveLength(3);
  for (const { provider } of children) expect(provider).toContain("::other");
});
