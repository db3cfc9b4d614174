import { UNKNOWN, hasUnknown } from "../../provider/definition/values";

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
