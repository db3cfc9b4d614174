import {
  flag,
  integer,
  ipAddress,
  ipRange,
  isAddressOf,
  listOf,
  objectId,
  oneOf,
  shape,
  text,
  word,
} from "../../provider/definition/types";
import type { AnyType } from "../../provider/definition/types";
import { UNKNOWN } from "../../provider/definition/values";

const reasons = (type: AnyType, value: unknown): string[] => type.check(value, "arg").map(({ reason }) => reason);
const paths = (type: AnyType, value: unknown): string[] => type.check(value, "arg").map(({ path }) => path);
const accepts = (type: AnyType, value: unknown): boolean => type.check(value, "arg").length === 0;

const TYPES: [string, AnyType][] = [
  ["text", text(3, 5)],
  ["word", word],
  ["integer", integer(0, 255)],
  ["objectId", objectId],
  ["flag", flag],
  ["oneOf", oneOf("a", "b")],
  ["listOf", listOf(word)],
  ["shape", shape({ a: word })],
  ["ipAddress", ipAddress],
  ["ipRange", ipRange],
];

describe.each(TYPES)("%s", (_, type) => {
  test("accepts an unknown value", () => {
    expect(type.check(UNKNOWN, "arg")).toEqual([]);
  });

  test("reports an invalid value with the path of the input", () => {
    expect(paths(type, Symbol("of no use"))).toEqual(["arg"]);
  });

  test("has a description", () => {
    expect(type.describes).not.toBe("");
  });
});

test("text includes its bounds", () => {
  expect(["ab", "abc", "abcde", "abcdef"].map((value) => accepts(text(3, 5), value))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test("text counts characters, not code units", () => {
  expect(accepts(text(3, 5), "😀😀😀")).toBe(true);
  expect(reasons(text(3, 5), "😀😀")).toEqual(["must have 3 to 5 characters (it has 2)"]);
});

test("text without an upper bound has none in its description", () => {
  expect(text(0, Infinity).describes).toBe("string");
});

test("text checks its extra rule only if the length is valid", () => {
  const type = text(3, 5, () => "must rhyme");
  expect(reasons(type, "abc")).toEqual(["must rhyme"]);
  expect(reasons(type, "a")).toEqual(["must have 3 to 5 characters (it has 1)"]);
});

test.each([-1, 256, 1.5, Number.NaN, Infinity, "5", null, true])("an integer from 0 to 255 rejects %p", (value) => {
  expect(reasons(integer(0, 255), value)).toEqual(["must be an integer from 0 to 255"]);
});

test.each([0, 255])("an integer from 0 to 255 accepts its bound %p", (value) => {
  expect(accepts(integer(0, 255), value)).toBe(true);
});

test("an integer without an upper bound shows only the lower one", () => {
  expect(reasons(integer(0, Number.MAX_SAFE_INTEGER), -1)).toEqual(["must be an integer of at least 0"]);
});

test.each([1, "1", 1234567, "1234567"])("%p is an ID", (value) => expect(accepts(objectId, value)).toBe(true));

test.each([0, "0", -1, "", "abc", "1/2", "01", 1.5, null, ["1"], { id: 1 }])("%p is not an ID", (value) => {
  expect(accepts(objectId, value)).toBe(false);
});

test.each(["true", 1, 0, null])("a flag rejects %p", (value) => expect(accepts(flag, value)).toBe(false));

test("a choice of strings lists all of them when it rejects a value", () => {
  expect(reasons(oneOf("a", "b"), "c")).toEqual(['must be one of "a", "b"']);
  expect(accepts(oneOf("a", "b"), "A")).toBe(false);
});

test("a list reports each invalid item with its index", () => {
  expect(paths(listOf(word), ["a", "", 5, UNKNOWN])).toEqual(["arg[1]", "arg[2]"]);
});

test("a list reports too many items and invalid items together", () => {
  expect(paths(listOf(word, { max: 1 }), ["a", ""])).toEqual(["arg", "arg[1]"]);
});

test.each(["a", { 0: "a" }, 5, null])("a list rejects %p", (value) => {
  expect(reasons(listOf(word), value)).toEqual(["must be an array"]);
});

test("a shape reports each invalid member, and unknown members with the valid names", () => {
  const type = shape({ a: integer(0, 9), b: shape({ c: word }) });
  expect(type.check({ a: 10, b: { c: "" }, d: 1 }, "arg")).toEqual([
    { path: "arg.a", reason: "must be an integer from 0 to 9" },
    { path: "arg.b.c", reason: "must be a non-empty string" },
    { path: "arg.d", reason: "is not a valid property; use one of a, b" },
  ]);
});

test("a shape accepts missing, unset and unknown members", () => {
  const type = shape({ a: integer(0, 9), b: word });
  expect([{}, { a: undefined, b: null }, { a: UNKNOWN, b: "x" }].map((value) => accepts(type, value))).toEqual([
    true,
    true,
    true,
  ]);
});

test.each([
  ["array", []],
  ["null", null],
  ["text", "a"],
])("a shape rejects %s", (_, value) => {
  expect(reasons(shape({ a: word }), value)).toEqual(["must be an object"]);
});

test.each(["192.0.2.1", "2001:db8::1", "::ffff:192.0.2.1"])("%p is an IP address", (value) => {
  expect(accepts(ipAddress, value)).toBe(true);
});

test.each(["192.0.2", "192.0.2.256", "example.com", "192.0.2.1/32", "", 5])("%p is not an IP address", (value) => {
  expect(accepts(ipAddress, value)).toBe(false);
});

test.each(["192.0.2.1", "192.0.2.0/24", "0.0.0.0/0", "192.0.2.1/32", "2001:db8::/32", "2001:db8::1/128"])(
  "%p is an address or a range",
  (value) => expect(accepts(ipRange, value)).toBe(true),
);

test.each(["192.0.2.0/33", "2001:db8::/129", "192.0.2.0/", "192.0.2.0/24/8", "192.0.2.0/-1", "example.com/24", "", 5])(
  "%p is neither an address nor a range",
  (value) => expect(accepts(ipRange, value)).toBe(false),
);

test("an A record takes an IPv4 address, an AAAA record an IPv6 address", () => {
  expect([isAddressOf("A", "192.0.2.1"), isAddressOf("A", "2001:db8::1")]).toEqual([true, false]);
  expect([isAddressOf("AAAA", "192.0.2.1"), isAddressOf("AAAA", "2001:db8::1")]).toEqual([false, true]);
});
