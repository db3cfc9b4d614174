import type { Values } from "../../provider/definition/values";
import { checkSet } from "../../provider/lifecycle/record-set/check";
import { domainRecordSet } from "../../provider/resources/domain-record-set";
import { PULUMI_UNKNOWN } from "../../provider/shared/boundary";
import { offlineHost, optionsFor } from "../support/contract";

async function problems(args: Values): Promise<string[]> {
  const news = { domainId: 12, ...args, ...optionsFor("DomainRecordSet") };
  const { failures = [] } = await offlineHost("DomainRecordSet").check({}, news);
  return failures.map(({ property, reason }) => `${property}: ${reason}`);
}
const places = async (...records: readonly unknown[]): Promise<string[]> =>
  (await problems({ records })).map((problem) => problem.split(": ")[0] ?? "");

const WWW = { type: "A", name: "www", target: "192.0.2.1" };
const SRV = {
  type: "SRV",
  target: "sip.example.com",
  priority: 1,
  weight: 2,
  port: 3,
  service: "sip",
  protocol: "tcp",
};

test("warns once per set about unsupported TTLs, with both values, examples and a count", () => {
  const warned = (...ttls: readonly number[]): readonly string[] => {
    const records = ttls.map((ttlSec, index) => ({ ...WWW, name: `h${index}`, ttlSec }));
    return checkSet(domainRecordSet, { olds: {}, news: { domainId: 12, records } }).warnings;
  };
  expect(warned(0, 300, 2_419_200)).toEqual([]);
  expect(warned(300, 30)).toEqual(["records[1].ttlSec: 30 is not supported and will be rounded to 300"]);
  expect(warned(30, 30, 400_000)).toEqual([
    "records[0].ttlSec, records[1].ttlSec: 30 is not supported and will be rounded to 300; records[2].ttlSec: 400000 is not supported and will be rounded to 345600",
  ]);
  expect(warned(...[30, 30, 30, 30, 31, 32, 33, 34])).toEqual([
    "records[0].ttlSec and 3 more: 30 is not supported and will be rounded to 300; records[4].ttlSec: 31 is not supported and will be rounded to 300; " +
      "records[5].ttlSec: 32 is not supported and will be rounded to 300; and 2 more like these",
  ]);
});

test("reports all problems of all records together, with their paths", async () => {
  const records = [
    WWW,
    { ...WWW, target: "example.com", weight: 3 },
    { type: "SRV", target: "sip.example.com", service: "sip" },
    { name: "x", target: "y" },
    { ...WWW, domainId: 12 },
    "www",
    { type: "CNAME", name: "@", target: "example.com" },
    { type: "CNAME", name: "www", target: "example.com", ttlSec: -1 },
  ];
  expect((await places(...records)).sort()).toEqual(
    [
      ...["records[1].target", "records[1].weight"],
      ...["port", "priority", "weight"].map((field) => `records[2].${field}`),
      ...["records[3].type", "records[4].domainId", "records[5]", "records[6].name"],
      // A record with an invalid member is also a duplicate, or conflicts with another.
      ...["records[4]", "records[7].ttlSec", "records[7]"],
    ].sort(),
  );
});

const APEX = { type: "A", target: "192.0.2.1" };
const AAAA = { type: "AAAA", target: "2001:db8::1" };
const CNAME = { type: "CNAME", name: "www", target: PULUMI_UNKNOWN };
const NS = { type: "NS", target: "b.example" };
const MX = { type: "MX", target: "mail.example", priority: 5 };
const NO_MAIL = { type: "MX", target: "" };
const TXT = { type: "TXT", target: "x" };
const TWICE = "records[1]: is the same as records[0]; remove one of them";
const ONE_MX =
  "records[1]: conflicts with records[0]: an MX record with an empty target must be the only MX record with its name";
const CONFLICT = "records[1]: conflicts with records[0]: a CNAME record must be the only record with its name";

test.each<[string, readonly Values[], ...string[]]>([
  ["accepts an empty set", []],
  ["rejects the same record in another case", [WWW, { ...WWW, name: "WWW." }], TWICE],
  ["rejects the same record with another TTL", [WWW, { ...WWW, ttlSec: 300 }], TWICE],
  ["rejects the same record of the domain apex", [{ ...APEX, name: "@" }, APEX], TWICE],
  ["rejects the same address in another form", [AAAA, { ...AAAA, target: "2001:0DB8:0::1" }], TWICE],
  ["rejects the same service with an underscore", [SRV, { ...SRV, service: "_sip", name: "without-effect" }], TWICE],
  ["rejects the same target with a trailing period", [NS, { ...NS, target: "B.example." }], TWICE],
  ["accepts records that differ in the target", [WWW, { ...WWW, target: "192.0.2.2" }]],
  ["accepts records that differ in the name", [WWW, { ...WWW, name: "ftp" }]],
  ["accepts records that differ in the priority", [MX, { ...MX, priority: 1 }]],
  ["accepts records that differ in the port", [SRV, { ...SRV, port: 4 }]],
  ["accepts records that differ in quotes", [TXT, { ...TXT, target: '"x"' }]],
  ["rejects a CNAME with the name of an A record", [WWW, CNAME], CONFLICT],
  ["rejects a record with the name of a CNAME", [CNAME, { ...AAAA, name: "WWW" }], CONFLICT],
  ["rejects a CNAME with the name of another", [CNAME, { ...CNAME, name: "www.", target: "b.example" }], CONFLICT],
  ["rejects a CNAME beside an unknown target", [{ ...TXT, name: "www", target: PULUMI_UNKNOWN }, CNAME], CONFLICT],
  ["rejects a CNAME with the name of an SRV record", [SRV, { ...CNAME, name: "_sip._TCP" }], CONFLICT],
  ["rejects another MX record of a domain without mail", [NO_MAIL, { ...MX, name: "@" }], ONE_MX],
])("%s, in either order", async (_, records, ...expected) => {
  for (const ordered of [records, [...records].reverse()])
    expect(await problems({ records: ordered })).toEqual(expected);
});

test("a conflict with several records of one type names the first of them", async () => {
  expect(await problems({ records: [WWW, { ...WWW, target: "192.0.2.2" }, CNAME] })).toEqual([
    CONFLICT.replace("1", "2"),
  ]);
});

test("an SRV record without a protocol is named after its service, and one without either after the domain", async () => {
  const { protocol: _protocol, ...named } = { ...SRV, service: "service_test" };
  const { service: _service, ...plain } = named;
  expect(await problems({ records: [SRV, named, plain] })).toEqual([]);
  expect(await places(named, { ...CNAME, name: "_Service_Test" })).toEqual(["records[1]"]);
  expect(await problems({ records: [named], only: { names: ["_service_test"] } })).toEqual([]);
  expect(await problems({ records: [plain], only: { names: ["@"] } })).toEqual([]);
});

test("reports no conflicts of a name that is unknown", async () => {
  const cname = { ...CNAME, name: PULUMI_UNKNOWN };
  expect(await places(WWW, cname, { ...cname }, PULUMI_UNKNOWN)).toEqual([]);
});

describe("a record outside `only`", () => {
  test.each<[string, Values, readonly number[]]>([
    ["by type", { types: ["A", "AAAA"] }, [1, 2]],
    ["by name", { names: ["WWW"] }, [1, 2]],
    ["the domain apex", { names: ["@"] }, [0, 2]],
    ["a service", { names: ["_sip._tcp"] }, [0, 1]],
    ["by type and name", { types: ["TXT"], names: ["www"] }, [0, 1, 2]],
    ["everything", {}, []],
    ["nothing", { types: [] }, [0, 1, 2]],
  ])("is rejected where `only` selects %s", async (_, only, refused) => {
    const found = await problems({ records: [WWW, TXT, SRV], only });
    expect(found).toEqual(
      refused.map((index) => `records[${index}]: is outside \`only\`; widen \`only\`, or remove this entry`),
    );
  });

  test("is rejected even if its target is unknown", async () => {
    const records = [{ ...WWW, target: PULUMI_UNKNOWN }];
    expect(await problems({ records, only: { types: ["TXT"] } })).toHaveLength(1);
  });

  test("is accepted while it depends on the domain's name or an output", async () => {
    const full = { ...WWW, name: "www.example.com" };
    expect(await problems({ records: [full], only: { names: ["www"] } })).toEqual([]);
    expect(await problems({ records: [WWW], only: { names: ["www.example.com"] } })).toEqual([]);
    expect(await problems({ records: [WWW], only: { types: [PULUMI_UNKNOWN] } })).toEqual([]);
    expect(await problems({ records: [WWW], only: PULUMI_UNKNOWN })).toEqual([]);
  });
});

test("checks `only` itself", async () => {
  expect(await problems({ records: [], only: { types: ["HINFO"], names: [5], kinds: [] } })).toEqual([
    expect.stringMatching(/^only\.types\[0\]: must be one of/),
    expect.stringMatching(/^only\.names\[0\]: must be a string/),
    expect.stringMatching(/^only\.kinds: is not a valid property/),
  ]);
});
