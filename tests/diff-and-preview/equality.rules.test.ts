import { canonicalBackupLabel } from "../../provider/normalise/backup-label";
import { exactly } from "../../provider/normalise/exactly";
import { canonicalHostName } from "../../provider/normalise/host-name";
import { canonicalIpRange, unorderedIpRanges } from "../../provider/normalise/ip-range";
import { canonicalIpv6 } from "../../provider/normalise/ipv6";
import { canonicalObjectId } from "../../provider/normalise/object-id";
import { canonicalRecordName } from "../../provider/normalise/record-name";
import { DOCUMENTED, forBrands } from "../../provider/normalise/brands";
import { ttlRounding } from "../../provider/normalise/record-ttl";
import { unordered } from "../../provider/normalise/unordered";
import type { ArgumentRule } from "../../provider/definition/argument";
import { anything } from "../../provider/definition/types";
import type { ArgumentType } from "../../provider/definition/types";
import { canonicalValue, isInSync, isSame, liveMembersOf } from "../../provider/lifecycle/state/state";
import { hasUnknown, UNKNOWN } from "../../provider/definition/values";

const ANYTHING = anything as ArgumentType<NonNullable<unknown>>;
const plain: ArgumentRule = { type: ANYTHING };
const set: ArgumentRule = { type: ANYTHING, compare: { by: unordered } };
const lower: ArgumentRule = { type: ANYTHING, compare: { canonical: (value) => (value as string).toLowerCase() } };
const lowerSet: ArgumentRule = {
  type: ANYTHING,
  compare: { canonical: (value) => (value as string[]).map((one) => one.toLowerCase()), by: unordered },
};

test.each<[string, unknown, unknown, boolean]>([
  ["equal strings", "a", "a", true],
  ["different strings", "a", "b", false],
  ["a number and its string", 1, "1", false],
  ["zero and nothing", 0, undefined, false],
  ["false and nothing", false, null, false],
  ["null and nothing", null, undefined, true],
  ["an array and a longer one", ["a"], ["a", "b"], false],
  ["an array in another order", ["a", "b"], ["b", "a"], false],
  ["an array and a string", ["a"], "a", false],
  ["an object and one with more members", { a: 1 }, { a: 1, b: 2 }, true],
  ["an object and one with fewer members", { a: 1, b: 2 }, { a: 1 }, false],
  ["an object whose other member is unset", { a: 1, b: null }, { a: 1, b: 2 }, true],
  ["an object and nothing", { a: 1 }, null, false],
  ["objects inside an array", [{ a: 1 }], [{ a: 1, b: 2 }], true],
  ["an empty array and nothing", [], null, false],
])("compares the user's value with the API's: %s", (_, wanted, live, expected) => {
  expect(isSame(plain, [wanted, live], {})).toBe(expected);
});

test("combines the input's rules for equivalent values and for order", () => {
  const compared = (rule: ArgumentRule, one: unknown, other: unknown) => isSame(rule, [one, other], {});
  expect(compared(lower, "WWW", "www")).toBe(true);
  expect(compared(set, ["b", "a"], ["a", "b"])).toBe(true);
  expect(compared(lowerSet, ["B", "a"], ["A", "b"])).toBe(true);
  expect(compared(lowerSet, ["c"], ["A", "b"])).toBe(false);
});

test("a canonical rule receives the other inputs", () => {
  const rule: ArgumentRule = {
    type: ANYTHING,
    compare: { canonical: (value, { type }) => (type === "TXT" ? value : (value as string).toLowerCase()) },
  };
  expect(isSame(rule, ["A", "a"], { type: "TXT" })).toBe(false);
  expect(isSame(rule, ["A", "a"], { type: "MX" })).toBe(true);
});

test("a missing or unset value has no other form", () => {
  expect(canonicalValue(lower, undefined, {})).toBeUndefined();
  expect(canonicalValue(lower, null, {})).toBeNull();
});

test("an unknown value is never in sync", () => {
  const declared = ["a", UNKNOWN];
  expect(isInSync(plain, [UNKNOWN, UNKNOWN], { args: {} })).toBe(false);
  expect(isInSync(plain, [declared, ["a", "b"]], { args: {} })).toBe(false);
});

test.each([
  ["is not a difference while both sides stay the same", "10.0.0.1", "10.0.0.1/32", true],
  ["is a difference once the input changes", "10.0.0.2", "10.0.0.1/32", false],
  ["is a difference once the API returns another value", "10.0.0.1", "10.0.0.2/32", false],
  ["doesn't matter once both values are equal", "10.0.0.1/32", "10.0.0.1/32", true],
])("the API's own form of a sent value %s", (_, declared, live, expected) => {
  const returned = { sent: "10.0.0.1", answered: "10.0.0.1/32" };
  expect(isInSync(plain, [declared, live], { args: {}, returned })).toBe(expected);
});

test("reduces a live object to the members that the user declared, and keeps strings, arrays and null", () => {
  expect(liveMembersOf({ a: 1, b: { c: 2 } }, { a: 5, b: { c: 6, d: 7 }, e: 8 })).toEqual({ a: 5, b: { c: 6 } });
  expect(liveMembersOf("a", "b")).toBe("b");
  expect(liveMembersOf(["a"], ["b", "c"])).toEqual(["b", "c"]);
  expect(liveMembersOf({ a: 1 }, null)).toBeNull();
  expect(liveMembersOf(undefined, { a: 1 })).toEqual({ a: 1 });
});

test.each([
  ["at the top level", UNKNOWN],
  ["in an array", ["a", UNKNOWN]],
  ["in an object", { a: UNKNOWN }],
  ["nested deeply", { a: [{ b: [UNKNOWN] }] }],
])("finds an unknown value %s", (_, value) => expect(hasUnknown(value)).toBe(true));

test.each([[undefined], [null], ["text"], [0], [[]], [{}], [{ a: [{ b: null }] }], [Symbol("another")]])(
  "%p contains nothing unknown",
  (value) => expect(hasUnknown(value)).toBe(false),
);

type Canonical = (value: never) => unknown;

type Pair = readonly [value: unknown, form: unknown];

/** Values with other canonical forms, and values that stay as they are. */
function expectForms(what: string, canonical: Canonical, values: { to: readonly Pair[]; same: readonly unknown[] }) {
  const rows = [...values.to, ...values.same.map((value): Pair => [value, value])];
  test.each(rows)(`${what}: the canonical form of %j is %j, also of itself`, (value, form) => {
    expect(canonical(value as never)).toBe(form);
    expect(canonical(form as never)).toBe(form);
  });
}

expectForms("a backup label", canonicalBackupLabel, {
  to: [
    ["before-May.1_b", "beforeMay1b"],
    ["a".repeat(64), "a".repeat(30)],
    ["-a".repeat(31), "a".repeat(30)],
  ],
  same: ["Monday", ""],
});

expectForms("a host name", canonicalHostName, {
  to: [
    ["Mail.Example.COM", "mail.example.com"],
    ["mail.example.com.", "mail.example.com"],
    ["a.b.c.", "a.b.c"],
    ["xn--BCHER-KVA.example", "xn--bcher-kva.example"],
    [".", ""],
  ],
  same: ["mail.example.com", ""],
});

expectForms("a range", canonicalIpRange, {
  to: [
    ["192.0.2.1", "192.0.2.1/32"],
    ["192.0.2.0", "192.0.2.0/32"],
    ["2001:DB8:0::1", "2001:db8::1/128"],
    ["2001:0db8::/32", "2001:db8::/32"],
  ],
  same: ["192.0.2.1/32", "192.0.2.0/24", "0.0.0.0/0", "2001:db8::1/128", "::/0", "everybody/7"],
});

expectForms("an IPv6 address", canonicalIpv6, {
  to: [
    ["2001:0DB8:0000:0000:0000:0000:0000:0001", "2001:db8::1"],
    ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["2001:DB8::1", "2001:db8::1"],
    ["0:0:0:0:0:0:0:1", "::1"],
  ],
  same: ["::", "2001:db8:0:1:1:1:1:1", "192.0.2.1", "example.com", "", "fe80::1%eth0", "2001:db8::1/64"],
});

expectForms("an ID", canonicalObjectId, {
  to: [["1234", 1234]],
  same: [1234, "", "12a", "-1", "1.5", " 1", null, undefined, true],
});

expectForms("a record name", canonicalRecordName, {
  to: [
    ["@", ""],
    ["WWW", "www"],
    ["www.", "www"],
    ["WWW.Example.com.", "www.example.com"],
  ],
  same: ["", "www", "_dmarc", "*", "a@b"],
});

test("removes only one trailing period of a host name", () => {
  expect(canonicalHostName("example.com..")).toBe("example.com.");
});

test("treats a list of ranges as a set, and leaves a value that is not a list unchanged", () => {
  const one = unorderedIpRanges(["192.0.2.1", "2001:DB8::1", "10.0.0.0/8"]);
  expect(unorderedIpRanges(["10.0.0.0/8", "2001:db8::1/128", "192.0.2.1/32", "192.0.2.1"])).toEqual(one);
  expect(unorderedIpRanges(["10.0.0.0/8"])).not.toEqual(one);
  expect(unorderedIpRanges(null)).toBeNull();
});

test.each([
  [{ a: 1, b: { c: 2, d: [{ e: 3, f: 4 }] } }, { b: { d: [{ f: 4, e: 3 }], c: 2 }, a: 1 }, true],
  [{ a: 1, b: null }, { a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: 1 }, { a: "1" }, false],
  [[1, 2], [2, 1], false],
  [[1, null], [1], false],
  [{ a: [] }, { a: {} }, false],
])("%j and %j, compared exactly, are the same: %s", (one, other, same) => {
  expect(exactly(one) === exactly(other)).toBe(same);
});

test("an array without order ignores order and duplicates, but not case, and isn't modified", () => {
  const given = ["b", "a", "b"];
  expect(unordered(given)).toEqual(["a", "b"]);
  expect(given).toEqual(["b", "a", "b"]);
  expect(unordered(["Web"])).not.toEqual(unordered(["web"]));
});

test.each(["text", 5, null, undefined])("%p is not an array and stays unchanged", (given) => {
  expect(unordered(given)).toBe(given);
});

// Repeated here independently: the twelve values of ttl_sec (Linode API v4, Domain Records).
const TTLS = [300, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200];
const byDocuments = ttlRounding(DOCUMENTED);
const { linode: byLinode = byDocuments } = forBrands(ttlRounding);

test("knows the twelve documented TTLs, and leaves them unchanged, and zero, which means the domain's default", () => {
  expect(DOCUMENTED.recordTtlsSec).toEqual(TTLS);
  for (const ttlSec of [0, ...TTLS]) expect([byDocuments(ttlSec), byLinode(ttlSec)]).toEqual([ttlSec, ttlSec]);
});

const steps = TTLS.slice(1).map((upper, index) => [TTLS[index] ?? 0, upper] as const);

test.each(steps)("rounds up halfway between %i and %i, and down one second before", (lower, upper) => {
  const middle = (lower + upper) / 2;
  expect([middle - 1, middle, middle + 1].map(byDocuments)).toEqual([lower, upper, upper]);
  expect([middle - 1, lower + 1].map(byLinode)).toEqual([upper, upper]);
});

test.each([
  [1, 300, 30],
  [30, 300, 30],
  [31, 300, 120],
  [120, 300, 120],
  [121, 300, 300],
  [2_419_201, 2_419_200, 2_419_200],
])("a TTL of %i seconds becomes %i by the documents, and %i with the brand linode", (ttlSec, documented, today) => {
  expect([byDocuments(ttlSec), byLinode(ttlSec)]).toEqual([documented, today]);
});
