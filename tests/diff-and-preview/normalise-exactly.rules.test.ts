import fc from "fast-check";
import { exactly } from "../../provider/normalise/exactly";

test("ignores the order of members at any depth", () => {
  expect(exactly({ a: 1, b: { c: 2, d: [{ e: 3, f: 4 }] } })).toBe(exactly({ b: { d: [{ f: 4, e: 3 }], c: 2 }, a: 1 }));
});

test("treats a null member as missing, but not a null item of an array", () => {
  expect(exactly({ a: 1, b: null })).toBe(exactly({ a: 1 }));
  expect(exactly([1, null])).not.toBe(exactly([1]));
});

test.each([
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: 1 }, { a: "1" }],
  [
    [1, 2],
    [2, 1],
  ],
  [{ a: [] }, { a: {} }],
])("%j and %j are different", (one, other) => {
  expect(exactly(one)).not.toBe(exactly(other));
});

test("any value equals its copy", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(exactly(structuredClone(value))).toBe(exactly(value));
    }),
  );
});
