import type { Values } from "../../provider/definition/values";
import { offlineHost, optionsFor } from "../support/contract";

/** A valid record of each type with only the required fields. */
const LEAST = {
  A: { target: "192.0.2.1" },
  AAAA: { target: "2001:db8::1" },
  NS: { target: "ns1.example.com" },
  MX: { target: "mail.example.com" },
  CNAME: { name: "www", target: "example.com" },
  TXT: { target: "v=spf1 -all" },
  SRV: { target: "sip.example.com", priority: 1, weight: 2, port: 3 },
  PTR: { target: "host.example.com" },
  CAA: { target: "ca.example", tag: "issue" },
} as const;
type RecordType = keyof typeof LEAST;
const TYPES = Object.keys(LEAST) as RecordType[];

/** Linode API v4, Domain Records: fields that are "valid only for" some types. */
const BOUND = {
  priority: { value: 10, types: ["MX", "SRV"] },
  weight: { value: 10, types: ["SRV"] },
  port: { value: 10, types: ["SRV"] },
  service: { value: "sip", types: ["SRV"] },
  protocol: { value: "tcp", types: ["SRV"] },
  tag: { value: "issue", types: ["CAA"] },
} as const;

async function problems(type: string, args: Values): Promise<{ property: string; reason: string }[]> {
  const news = { domainId: 12, type, ...args, ...optionsFor("DomainRecord") };
  return (await offlineHost("DomainRecord").check({}, news)).failures ?? [];
}
const places = async (type: string, args: Values): Promise<string[]> =>
  (await problems(type, args)).map(({ property }) => property);

test.each(TYPES)("a %s record needs only its required fields", async (type) => {
  expect(await problems(type, LEAST[type])).toEqual([]);
});

const matrix = TYPES.flatMap((type) =>
  Object.entries(BOUND).map(([field, { value, types }]) => ({
    type,
    field,
    value,
    isValid: (types as readonly string[]).includes(type),
  })),
);

test.each(matrix.filter(({ isValid }) => isValid))(
  "$field is valid for a $type record",
  async ({ type, field, value }) => {
    expect(await problems(type, { ...LEAST[type], [field]: value })).toEqual([]);
  },
);

test.each(matrix.filter(({ isValid }) => !isValid))(
  "$field is rejected for a $type record",
  async ({ type, field, value }) => {
    const [problem, ...others] = await problems(type, { ...LEAST[type], [field]: value });
    expect(others).toEqual([]);
    expect(problem?.property).toBe(field);
    expect(problem?.reason).toContain(`not for ${type}`);
  },
);

test.each(TYPES)("reports all fields that a %s record can't have together", async (type) => {
  const all = Object.fromEntries(Object.entries(BOUND).map(([field, { value }]) => [field, value]));
  const foreign = matrix.filter((row) => row.type === type && !row.isValid).map(({ field }) => field);
  expect((await places(type, { ...LEAST[type], ...all })).sort()).toEqual(foreign.sort());
});

const needed = TYPES.flatMap((type) => Object.keys(LEAST[type]).map((field) => ({ type, field })));

test.each(needed)("rejects a $type record without its $field", async ({ type, field }) => {
  const { [field]: _left, ...others } = LEAST[type] as Values;
  expect(await problems(type, others)).toEqual([{ property: field, reason: `is required for ${type} records` }]);
});

test("reports all missing fields of an SRV record together", async () => {
  expect((await places("SRV", {})).sort()).toEqual(["port", "priority", "target", "weight"]);
});

test.each(["", "@"])("rejects a CNAME at the domain apex (%p), with the reason", async (name) => {
  const reason = expect.stringMatching(/apex.*use A and AAAA/) as string;
  expect(await problems("CNAME", { name, target: "example.com" })).toEqual([{ property: "name", reason }]);
});

test.each(TYPES.filter((type) => type !== "CNAME"))(
  "accepts three forms of the domain apex for a %s record",
  async (type) => {
    for (const name of [{ name: "" }, { name: "@" }, {}]) {
      expect(await problems(type, { ...LEAST[type], ...name })).toEqual([]);
    }
  },
);

test.each([
  ["priority", 0, 255],
  ["weight", 0, 65_535],
  ["port", 0, 65_535],
])("%s is at least %i and at most %i", async (field, least, most) => {
  for (const value of [least, most]) expect(await places("SRV", { ...LEAST.SRV, [field]: value })).toEqual([]);
  for (const value of [least - 1, most + 1, 1.5, "1"]) {
    expect(await places("SRV", { ...LEAST.SRV, [field]: value })).toEqual([field]);
  }
});

test("rejects priority 256 and shows the valid range", async () => {
  expect(await problems("MX", { ...LEAST.MX, priority: 256 })).toEqual([
    { property: "priority", reason: "must be an integer from 0 to 255, not 256" },
  ]);
});

test.each([[300], [0], [1], [4_000_000]])(
  "accepts a TTL of %i seconds, which is rounded to one of the API's values",
  async (ttlSec) => {
    expect(await places("A", { ...LEAST.A, ttlSec })).toEqual([]);
  },
);

test.each([[-1], [1.5], ["300"]])("rejects a TTL of %p", async (ttlSec) => {
  expect(await places("A", { ...LEAST.A, ttlSec })).toEqual(["ttlSec"]);
});

test("a name has at most 100 characters", async () => {
  expect(await places("TXT", { ...LEAST.TXT, name: "a".repeat(100) })).toEqual([]);
  expect(await places("TXT", { ...LEAST.TXT, name: "a".repeat(101) })).toEqual(["name"]);
});

test.each(["issue", "issuewild", "iodef"])("accepts the tag %s", async (tag) => {
  expect(await places("CAA", { ...LEAST.CAA, tag })).toEqual([]);
});

test("rejects another tag or type and lists the valid ones", async () => {
  const [tag] = await problems("CAA", { ...LEAST.CAA, tag: "other" });
  expect(tag).toEqual({ property: "tag", reason: 'must be one of "issue", "issuewild", "iodef", not "other"' });
  const [type] = await problems("SPF", { target: "x" });
  expect(type?.property).toBe("type");
  for (const known of TYPES) expect(type?.reason).toContain(`"${known}"`);
});

test.each([
  ["A", "2001:db8::1"],
  ["A", "example.com"],
  ["A", "192.0.2.1."],
  ["A", ""],
  ["AAAA", "192.0.2.1"],
  ["AAAA", "2001:db8::1."],
  ["CAA", "ca.example."],
  ["NS", ""],
  ["TXT", ""],
] as const)("a %s record can't have the target %p", async (type, target) => {
  expect(await places(type, { ...LEAST[type], target })).toEqual(["target"]);
});

test.each(["NS", "MX", "CNAME", "SRV", "PTR", "TXT"] as const)(
  "the target of a %s record may end with a period",
  async (type) => {
    expect(await places(type, { ...LEAST[type], target: "host.example.com." })).toEqual([]);
  },
);

test.each([
  ["TXT", "a".repeat(65_279), "a".repeat(65_280)],
  ["TXT", "ü".repeat(32_639), "ü".repeat(32_640)],
  ["TXT", "a".repeat(1000), "a".repeat(5_000_000)],
  ["CAA", "ca.example", `ca.example; ${"a".repeat(65_280)}`],
  ["CNAME", `${"a.".repeat(126)}b.`, `${"a.".repeat(126)}bc`],
  ["SRV", "sip", "s".repeat(1_000_000)],
] as const)("limits the target of a %s record to what DNS can hold", async (type, most, more) => {
  expect(await places(type, { ...LEAST[type], target: most })).toEqual([]);
  const [problem, ...others] = await problems(type, { ...LEAST[type], target: more });
  expect(others).toEqual([]);
  expect(problem?.reason.length).toBeLessThan(100);
  expect(problem?.property).toBe("target");
});

test("accepts an MX record with an empty target (no mail) only at the domain apex", async () => {
  expect(await places("MX", { target: "" })).toEqual([]);
  expect(await places("MX", { name: "@", target: "" })).toEqual([]);
  // It may be the domain's own name, which check doesn't have.
  expect(await places("MX", { name: "example.com.", target: "" })).toEqual([]);
  expect(await places("MX", { name: "mail", target: "" })).toEqual(["target"]);
});

test.each([12, "12"])("accepts the domain ID %p", async (domainId) => {
  expect(await places("A", { ...LEAST.A, domainId })).toEqual([]);
});

test.each([0, -1, "", "example.com", "12/34", null])("rejects the domain ID %p", async (domainId) => {
  expect(await places("A", { ...LEAST.A, domainId })).toEqual(["domainId"]);
});
