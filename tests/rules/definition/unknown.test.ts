import { UNKNOWN, hasUnknown } from "../../../provider/definition/values";

test.each([
  ["itself", UNKNOWN],
  ["in an array", ["a", UNKNOWN]],
  ["in an object", { a: UNKNOWN }],
  ["deep inside", { a: [{ b: [UNKNOWN] }] }],
])("an unknown value is found %s", (_, value) => expect(hasUnknown(value)).toBe(true));

test.each([[undefined], [null], ["text"], [0], [[]], [{}], [{ a: [{ b: null }] }], [Symbol("another")]])(
  "%p holds nothing unknown",
  (value) => expect(hasUnknown(value)).toBe(false),
);
