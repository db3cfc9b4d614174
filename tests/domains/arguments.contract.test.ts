import type { Values } from "../../provider/definition/values";
import { offlineHost, optionsFor } from "../support/contract";

const DOMAIN = { domain: "example.com", type: "master", soaEmail: "admin@example.com" };
const SLAVE = { type: "slave", soaEmail: undefined };

async function domainPlaces(args: Values): Promise<string[]> {
  const { failures = [] } = await offlineHost("Domain").check({}, { ...DOMAIN, ...args, ...optionsFor("Domain") });
  return failures.map(({ property }) => property).sort();
}

const label = (length: number): string => "a".repeat(length);
/** A name of exactly this length with labels of at most 63 characters. */
const nameOf = (length: number): string => {
  const full = `${label(63)}.`.repeat(3);
  return `${full}${label(length - full.length - 4)}.com`;
};

test.each<[string, Values, string]>([
  ["a master with an e-mail address", {}, ""],
  ["a master without one", { soaEmail: undefined }, "soaEmail"],
  ["a slave with a master address", { ...SLAVE, masterIps: ["192.0.2.1"] }, ""],
  ["a slave without one", SLAVE, "masterIps"],
  ["a slave with no master address", { ...SLAVE, masterIps: [] }, "masterIps"],
  ["an unknown type", { type: "primary" }, "type"],
  ["an unknown status", { status: "paused" }, "status"],
  ["a host name among the masters", { masterIps: ["192.0.2.1", "ns.example.com"] }, "masterIps[1]"],
  ["a range among the masters", { masterIps: ["192.0.2.0/24"] }, "masterIps[0]"],
  ["an invalid range for zone transfers", { axfrIps: ["192.0.2.0/33"] }, "axfrIps[0]"],
  ["negative seconds", { ttlSec: -1, expireSec: -1 }, "expireSec, ttlSec"],
])("%s: rejected at %j", async (_, args, rejected) => {
  expect((await domainPlaces(args)).join(", ")).toBe(rejected);
});

test.each([
  ["of 255 characters", nameOf(255), true],
  ["of 256 characters", nameOf(256), false],
  ["with a label of 63 characters", `${label(63)}.com`, true],
  ["with a label of 64 characters", `${label(64)}.com`, false],
  ["with a trailing period", "example.com.", true],
  ["with an empty label", "example..com", false],
  ["of one label", "localhost", true],
  ["whose labels begin with an asterisk, an underscore and a digit", "*._dmarc.1and1.example", true],
  ["with a space", "exam ple.com", false],
  ["with a label that begins with a hyphen", "-a.com", false],
  ["with a label that ends with a hyphen", "a-.com", false],
  ["in its internationalized form", "bücher.example", false],
  ["in its xn-- form", "xn--bcher-kva.example", true],
  ["for reverse lookup", "2.0.192.in-addr.arpa", true],
  ["in uppercase", "EXAMPLE.COM", true],
  ["that is empty", "", false],
])("checks a name %s", async (_, domain, isValid) => {
  expect(await domainPlaces({ domain })).toEqual(isValid ? [] : ["domain"]);
});

test.each<[string, readonly unknown[], readonly unknown[]]>([
  ["description", [label(1), label(255)], ["", label(256)]],
  ["group", [label(1), label(50)], ["", label(51)]],
  ["soaEmail", [], ["admin", "admin@", "@example.com", "a b@example.com", "a@b@example.com"]],
])("%s of a domain has its limits", async (name, valid, invalid) => {
  for (const value of valid) expect(await domainPlaces({ [name]: value })).toEqual([]);
  for (const value of invalid) expect(await domainPlaces({ [name]: value })).toEqual([name]);
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

/** The failures of a record with its type's required fields, unless others are given. */
async function problems(type: string, args: Values, least: Values = LEAST[type as RecordType]) {
  const news = { domainId: 12, type, ...least, ...args, ...optionsFor("DomainRecord") };
  return (await offlineHost("DomainRecord").check({}, news)).failures ?? [];
}
const places = async (...record: Parameters<typeof problems>): Promise<string[]> =>
  (await problems(...record)).map(({ property }) => property).sort();

const matrix = TYPES.flatMap((type) =>
  Object.entries(BOUND).map(([field, { value, types }]) => ({
    type,
    field,
    value,
    isValid: (types as readonly string[]).includes(type),
  })),
);

test.each(matrix)("$field of a $type record is valid: $isValid", async ({ type, field, value, isValid }) => {
  const reason = expect.stringContaining(`not for ${type}`);
  expect(await problems(type, { [field]: value })).toEqual(isValid ? [] : [{ property: field, reason }]);
});

test.each(TYPES)("a %s record needs only its required fields, and reports all others together", async (type) => {
  expect(await problems(type, {})).toEqual([]);
  const all = Object.fromEntries(Object.entries(BOUND).map(([field, { value }]) => [field, value]));
  const foreign = matrix.filter((row) => row.type === type && !row.isValid).map(({ field }) => field);
  expect(await places(type, all)).toEqual(foreign.sort());
});

const needed = TYPES.flatMap((type) => Object.keys(LEAST[type]).map((field) => ({ type, field })));

test.each(needed)("rejects a $type record without its $field", async ({ type, field }) => {
  const missing = [{ property: field, reason: `is required for ${type} records` }];
  expect(await problems(type, { [field]: undefined })).toEqual(missing);
});

test.each(["", "@"])("rejects a CNAME at the domain apex (%p), with the reason", async (name) => {
  const reason = expect.stringMatching(/apex.*use A and AAAA/);
  expect(await problems("CNAME", { name })).toEqual([{ property: "name", reason }]);
});

test.each(TYPES.filter((type) => type !== "CNAME"))(
  "accepts forms of the domain apex for a %s record",
  async (type) => {
    for (const name of [{ name: "" }, { name: "@" }, {}]) expect(await problems(type, name)).toEqual([]);
  },
);

/** Values of a field that a record of the type can have, and that it can't. */
test.each<[string, string, readonly unknown[], readonly unknown[]]>([
  ["priority", "SRV", [0, 255], [-1, 256, 1.5, "1"]],
  ["weight", "SRV", [0, 65_535], [-1, 65_536, 1.5, "1"]],
  ["port", "SRV", [0, 65_535], [-1, 65_536, 1.5, "1"]],
  // Any whole TTL is rounded to one of the API's values.
  ["ttlSec", "A", [300, 0, 1, 4_000_000], [-1, 1.5, "300"]],
  ["name", "TXT", ["a".repeat(100)], ["a".repeat(101)]],
  ["domainId", "A", [12, "12"], [0, -1, "", "example.com", "12/34", null]],
  ["tag", "CAA", ["issue", "issuewild", "iodef"], []],
  ["target", "A", [], ["2001:db8::1", "example.com", "192.0.2.1.", ""]],
  ["target", "AAAA", [], ["192.0.2.1", "2001:db8::1.", "2001:db8::1/128"]],
  ["target", "CAA", [], ["ca.example."]],
  ["target", "NS", ["host.example.com."], [""]],
  ["target", "TXT", ["host.example.com."], [""]],
  ["target", "MX", ["host.example.com."], []],
  ["target", "CNAME", ["host.example.com."], []],
  ["target", "SRV", ["host.example.com."], ["."]],
  ["target", "PTR", ["host.example.com."], []],
])("checks %s of a %s record", async (field, type, valid, invalid) => {
  for (const value of valid) expect(await places(type, { [field]: value })).toEqual([]);
  for (const value of invalid) expect(await places(type, { [field]: value })).toEqual([field]);
});

test("rejects another type or form of a target and shows the valid ones", async () => {
  const [dot] = await problems("SRV", { target: "." });
  expect(dot?.reason).toBe('must be a host name, not "."');
  const [type] = await problems("SPF", { target: "x" });
  expect(type?.property).toBe("type");
  for (const known of TYPES) expect(type?.reason).toContain(`"${known}"`);
});

test.each([
  ["TXT", "a".repeat(65_279), "a".repeat(65_280)],
  ["TXT", "ü".repeat(32_639), "ü".repeat(32_640)],
  ["TXT", "a".repeat(1000), "a".repeat(5_000_000)],
  ["CAA", "ca.example", `ca.example; ${"a".repeat(65_280)}`],
  ["CNAME", `${"a.".repeat(126)}b.`, `${"a.".repeat(126)}bc`],
  ["SRV", "sip", "s".repeat(1_000_000)],
] as const)("limits the target of a %s record to what DNS can hold", async (type, most, more) => {
  expect(await places(type, { target: most })).toEqual([]);
  const [problem, ...others] = await problems(type, { target: more });
  expect(others).toEqual([]);
  expect(problem?.reason.length).toBeLessThan(100);
  expect(problem?.property).toBe("target");
});

test("accepts an MX record with an empty target (no mail) only at the domain apex", async () => {
  // A full name may be the domain's own, which check doesn't have.
  for (const name of [undefined, "@", "example.com."]) expect(await places("MX", { name, target: "" })).toEqual([]);
  expect(await places("MX", { name: "mail", target: "" })).toEqual(["target"]);
});
