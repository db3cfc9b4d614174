import type { ArgumentRule } from "../../provider/definition/argument";
import { anything } from "../../provider/definition/types";
import type { ArgumentType } from "../../provider/definition/types";
import { canonicalValue, isInSync, isSame, liveMembersOf } from "../../provider/lifecycle/state/values";
import { unordered } from "../../provider/normalise/unordered";
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
