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

const OCTET = integer(0, 255);
const CHOICE = oneOf("a", "b");
const SHAPE = shape({ a: integer(0, 9), b: word });
const ADDRESSES = ["192.0.2.1", "2001:db8::1", "::ffff:192.0.2.1"];
const NO_ADDRESSES = ["192.0.2", "192.0.2.256", "example.com", "192.0.2.1/32", "", 5];
const RANGES = ["192.0.2.1", "192.0.2.0/24", "0.0.0.0/0", "192.0.2.1/32", "2001:db8::/32", "2001:db8::1/128"];
const NO_RANGES = ["192.0.2.0/33", "2001:db8::/129", "192.0.2.0/", "192.0.2.0/24/8", "192.0.2.0/-1", "example.com/24"];

/** Types, with values that they accept and values that they reject. */
const TYPES: [string, AnyType, accepted: unknown[], rejected: unknown[]][] = [
  ["a text of 3 to 5 characters, not code units", text(3, 5), ["abc", "abcde", "😀😀😀"], ["ab", "abcdef", "😀😀"]],
  ["a word", word, ["a"], ["", 5, null]],
  ["an integer from 0 to 255", OCTET, [0, 255], [-1, 256, 1.5, Number.NaN, Infinity, "5", null, true]],
  ["an ID", objectId, [1, "1", 1234567, "1234567"], [0, "0", -1, "", "abc", "1/2", "01", 1.5, null, ["1"], { id: 1 }]],
  ["a flag", flag, [true, false], ["true", 1, 0, null]],
  ["a choice of strings", CHOICE, ["a", "b"], ["A", "c"]],
  ["a list", listOf(word), [[], ["a", UNKNOWN]], ["a", { 0: "a" }, 5, null]],
  ["a shape", SHAPE, [{}, { a: undefined, b: null }, { a: UNKNOWN, b: "x" }], [[], null, "a"]],
  ["an IP address", ipAddress, ADDRESSES, NO_ADDRESSES],
  ["an address or a range", ipRange, RANGES, [...NO_RANGES, "", 5]],
];

describe.each(TYPES)("%s", (_, type, accepted, rejected) => {
  test("accepts these values and an unknown one", () => {
    const refused = [...accepted, UNKNOWN].filter((value) => type.check(value, "arg").length > 0);
    expect(refused).toEqual([]);
  });

  test("reports an invalid value with the path of the input", () => {
    for (const value of [...rejected, Symbol("of no use")]) {
      expect([value, type.check(value, "arg").map(({ path }) => path)]).toEqual([value, ["arg"]]);
    }
  });

  test("has a description", () => {
    expect(type.describes).not.toBe("");
  });
});

test.each<[string, AnyType, unknown, [path: string, reason: string][]]>([
  ["how long a text is", text(3, 5), "😀😀", [["arg", "must have 3 to 5 characters (it has 2)"]]],
  ["the extra rule of a text", text(3, 5, () => "must rhyme"), "abc", [["arg", "must rhyme"]]],
  [
    "the length instead of the extra rule",
    text(3, 5, () => "must rhyme"),
    "a",
    [["arg", "must have 3 to 5 characters (it has 1)"]],
  ],
  ["both bounds", OCTET, "5", [["arg", "must be an integer from 0 to 255"]]],
  ["the lower bound", integer(0, Number.MAX_SAFE_INTEGER), -1, [["arg", "must be an integer of at least 0"]]],
  ["all strings of a choice", CHOICE, "c", [["arg", 'must be one of "a", "b"']]],
  ["that it is no list", listOf(word), { 0: "a" }, [["arg", "must be an array"]]],
  ["that it is no object", SHAPE, [], [["arg", "must be an object"]]],
  [
    "each invalid item with its index",
    listOf(word),
    ["a", "", 5, UNKNOWN],
    [
      ["arg[1]", "must be a non-empty string"],
      ["arg[2]", "must be a non-empty string"],
    ],
  ],
  [
    "too many items, and the invalid ones",
    listOf(word, { max: 1 }),
    ["a", ""],
    [
      ["arg", "must have at most 1 items"],
      ["arg[1]", "must be a non-empty string"],
    ],
  ],
  [
    "each invalid member, and unknown members with the valid names",
    shape({ a: integer(0, 9), b: shape({ c: word }) }),
    { a: 10, b: { c: "" }, d: 1 },
    [
      ["arg.a", "must be an integer from 0 to 9"],
      ["arg.b.c", "must be a non-empty string"],
      ["arg.d", "is not a valid property; use one of a, b"],
    ],
  ],
])("the reason of a rejection shows %s", (_, type, value, reasons) => {
  expect(type.check(value, "arg")).toEqual(reasons.map(([path, reason]) => ({ path, reason })));
});

test("text without an upper bound has none in its description", () => {
  expect(text(0, Infinity).describes).toBe("string");
});

test("an A record takes an IPv4 address, an AAAA record an IPv6 address", () => {
  expect([isAddressOf("A", "192.0.2.1"), isAddressOf("A", "2001:db8::1")]).toEqual([true, false]);
  expect([isAddressOf("AAAA", "192.0.2.1"), isAddressOf("AAAA", "2001:db8::1")]).toEqual([false, true]);
});
