import type { Values } from "../../provider/definition/values";
import { offlineHost, optionsFor } from "../support/contract";

const DOMAIN = { domain: "example.com", type: "master", soaEmail: "admin@example.com" };

async function domainPlaces(args: Values): Promise<string[]> {
  const { failures = [] } = await offlineHost("Domain").check({}, { ...DOMAIN, ...args, ...optionsFor("Domain") });
  return failures.map(({ property }) => property);
}

test("a master needs an e-mail address and no master addresses", async () => {
  expect(await domainPlaces({})).toEqual([]);
  expect(await domainPlaces({ soaEmail: undefined })).toEqual(["soaEmail"]);
});

test("a slave needs at least one master address and no e-mail address", async () => {
  const slave = { type: "slave", soaEmail: undefined };
  expect(await domainPlaces({ ...slave, masterIps: ["192.0.2.1"] })).toEqual([]);
  expect(await domainPlaces({ ...slave })).toEqual(["masterIps"]);
  expect(await domainPlaces({ ...slave, masterIps: [] })).toEqual(["masterIps"]);
});

const label = (length: number): string => "a".repeat(length);
/** A name of exactly this length with labels of at most 63 characters. */
const nameOf = (length: number): string => {
  const full = `${label(63)}.`.repeat(3);
  return `${full}${label(length - full.length - 4)}.com`;
};

test.each([
  ["of 255 characters", nameOf(255), []],
  ["of 256 characters", nameOf(256), ["domain"]],
  ["with a label of 63 characters", `${label(63)}.com`, []],
  ["with a label of 64 characters", `${label(64)}.com`, ["domain"]],
  ["with a trailing period", "example.com.", []],
  ["with an empty label", "example..com", ["domain"]],
  ["of one label", "localhost", []],
  ["whose labels begin with an asterisk, an underscore and a digit", "*._dmarc.1and1.example", []],
  ["with a space", "exam ple.com", ["domain"]],
  ["with a label that begins with a hyphen", "-a.com", ["domain"]],
  ["with a label that ends with a hyphen", "a-.com", ["domain"]],
  ["in its internationalized form", "bücher.example", ["domain"]],
  ["in its xn-- form", "xn--bcher-kva.example", []],
  ["for reverse lookup", "2.0.192.in-addr.arpa", []],
  ["in uppercase", "EXAMPLE.COM", []],
  ["that is empty", "", ["domain"]],
])("checks a name %s", async (_, domain, expected) => {
  expect(await domainPlaces({ domain })).toEqual(expected);
});

test.each([
  ["description", 255],
  ["group", 50],
])("%s has 1 to %i characters", async (name, most) => {
  for (const length of [1, most]) expect(await domainPlaces({ [name]: label(length) })).toEqual([]);
  for (const length of [0, most + 1]) expect(await domainPlaces({ [name]: label(length) })).toEqual([name]);
});

test.each(["admin", "admin@", "@example.com", "a b@example.com", "a@b@example.com"])(
  "rejects %p as an e-mail address",
  async (soaEmail) => {
    expect(await domainPlaces({ soaEmail })).toEqual(["soaEmail"]);
  },
);

test.each<[string, Values, string[]]>([
  ["an unknown type", { type: "primary" }, ["type"]],
  ["an unknown status", { status: "paused" }, ["status"]],
  ["a host name among the masters", { masterIps: ["192.0.2.1", "ns.example.com"] }, ["masterIps[1]"]],
  ["a range among the masters", { masterIps: ["192.0.2.0/24"] }, ["masterIps[0]"]],
  ["an invalid range for zone transfers", { axfrIps: ["192.0.2.0/33"] }, ["axfrIps[0]"]],
  ["negative seconds", { ttlSec: -1, expireSec: -1 }, ["expireSec", "ttlSec"]],
])("rejects %s, with the path", async (_, args, expected) => {
  expect((await domainPlaces(args)).sort()).toEqual(expected);
});

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

async function recordProblems(type: string, args: Values): Promise<{ property: string; reason: string }[]> {
  const news = { domainId: 12, type, ...args, ...optionsFor("DomainRecord") };
  return (await offlineHost("DomainRecord").check({}, news)).failures ?? [];
}
const recordPlaces = async (type: string, args: Values): Promise<string[]> =>
  (await recordProblems(type, args)).map(({ property }) => property);

test.each(TYPES)("a %s record needs only its required fields", async (type) => {
  expect(await recordProblems(type, LEAST[type])).toEqual([]);
});

const matrix = TYPES.flatMap((type) =>
  Object.entries(BOUND).map(([field, { value, types }]) => ({
    type,
    field,
    value,
    isValid: (types as readonly string[]).includes(type),
  })),
);

test.each(matrix)("$field of a $type record is valid: $isValid", async ({ type, field, value, isValid }) => {
  const failures = await recordProblems(type, { ...LEAST[type], [field]: value });
  const reason = expect.stringContaining(`not for ${type}`) as string;
  expect(failures).toEqual(isValid ? [] : [{ property: field, reason }]);
});

test.each(TYPES)("reports all fields that a %s record can't have together", async (type) => {
  const all = Object.fromEntries(Object.entries(BOUND).map(([field, { value }]) => [field, value]));
  const foreign = matrix.filter((row) => row.type === type && !row.isValid).map(({ field }) => field);
  expect((await recordPlaces(type, { ...LEAST[type], ...all })).sort()).toEqual(foreign.sort());
});

const needed = TYPES.flatMap((type) => Object.keys(LEAST[type]).map((field) => ({ type, field })));

test.each(needed)("rejects a $type record without its $field", async ({ type, field }) => {
  const { [field]: _left, ...others } = LEAST[type] as Values;
  expect(await recordProblems(type, others)).toEqual([{ property: field, reason: `is required for ${type} records` }]);
});

test("reports all missing fields of an SRV record together", async () => {
  expect((await recordPlaces("SRV", {})).sort()).toEqual(["port", "priority", "target", "weight"]);
});

test.each(["", "@"])("rejects a CNAME at the domain apex (%p), with the reason", async (name) => {
  const reason = expect.stringMatching(/apex.*use A and AAAA/) as string;
  expect(await recordProblems("CNAME", { name, target: "example.com" })).toEqual([{ property: "name", reason }]);
});

test.each(TYPES.filter((type) => type !== "CNAME"))(
  "accepts three forms of the domain apex for a %s record",
  async (type) => {
    for (const name of [{ name: "" }, { name: "@" }, {}]) {
      expect(await recordProblems(type, { ...LEAST[type], ...name })).toEqual([]);
    }
  },
);

test.each([
  ["priority", 0, 255],
  ["weight", 0, 65_535],
  ["port", 0, 65_535],
])("%s is at least %i and at most %i", async (field, least, most) => {
  for (const value of [least, most]) expect(await recordPlaces("SRV", { ...LEAST.SRV, [field]: value })).toEqual([]);
  for (const value of [least - 1, most + 1, 1.5, "1"]) {
    expect(await recordPlaces("SRV", { ...LEAST.SRV, [field]: value })).toEqual([field]);
  }
});

test("accepts any whole TTL, which is rounded to one of the API's values", async () => {
  for (const ttlSec of [300, 0, 1, 4_000_000]) expect(await recordPlaces("A", { ...LEAST.A, ttlSec })).toEqual([]);
  for (const ttlSec of [-1, 1.5, "300"]) expect(await recordPlaces("A", { ...LEAST.A, ttlSec })).toEqual(["ttlSec"]);
});

test("a record's name has at most 100 characters", async () => {
  expect(await recordPlaces("TXT", { ...LEAST.TXT, name: "a".repeat(100) })).toEqual([]);
  expect(await recordPlaces("TXT", { ...LEAST.TXT, name: "a".repeat(101) })).toEqual(["name"]);
});

test("accepts the valid tags; rejects another tag, type or priority and shows the valid ones", async () => {
  for (const tag of ["issue", "issuewild", "iodef"]) {
    expect(await recordPlaces("CAA", { ...LEAST.CAA, tag })).toEqual([]);
  }
  const [priority] = await recordProblems("MX", { ...LEAST.MX, priority: 256 });
  expect(priority).toEqual({ property: "priority", reason: "must be an integer from 0 to 255, not 256" });
  const [tag] = await recordProblems("CAA", { ...LEAST.CAA, tag: "other" });
  expect(tag).toEqual({ property: "tag", reason: 'must be one of "issue", "issuewild", "iodef", not "other"' });
  const [type] = await recordProblems("SPF", { target: "x" });
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
  expect(await recordPlaces(type, { ...LEAST[type], target })).toEqual(["target"]);
});

test.each(["NS", "MX", "CNAME", "SRV", "PTR", "TXT"] as const)(
  "the target of a %s record may end with a period",
  async (type) => {
    expect(await recordPlaces(type, { ...LEAST[type], target: "host.example.com." })).toEqual([]);
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
  expect(await recordPlaces(type, { ...LEAST[type], target: most })).toEqual([]);
  const [problem, ...others] = await recordProblems(type, { ...LEAST[type], target: more });
  expect(others).toEqual([]);
  expect(problem?.reason.length).toBeLessThan(100);
  expect(problem?.property).toBe("target");
});

test("accepts an MX record with an empty target (no mail) only at the domain apex", async () => {
  expect(await recordPlaces("MX", { target: "" })).toEqual([]);
  expect(await recordPlaces("MX", { name: "@", target: "" })).toEqual([]);
  // It may be the domain's own name, which check doesn't have.
  expect(await recordPlaces("MX", { name: "example.com.", target: "" })).toEqual([]);
  expect(await recordPlaces("MX", { name: "mail", target: "" })).toEqual(["target"]);
});

test("accepts a domain ID as a number or a string, and nothing else", async () => {
  for (const domainId of [12, "12"]) expect(await recordPlaces("A", { ...LEAST.A, domainId })).toEqual([]);
  for (const domainId of [0, -1, "", "example.com", "12/34", null]) {
    expect(await recordPlaces("A", { ...LEAST.A, domainId })).toEqual(["domainId"]);
  }
});
