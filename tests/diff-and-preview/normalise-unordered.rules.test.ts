import fc from "fast-check";
import { unordered } from "../../provider/normalise/unordered";

test("ignores order and duplicates", () => {
  expect(unordered(["b", "a", "b"])).toEqual(["a", "b"]);
});

test("doesn't modify the given array", () => {
  const given = ["b", "a"];
  unordered(given);
  expect(given).toEqual(["b", "a"]);
});

test.each(["text", 5, null, undefined])("%p is not an array and stays unchanged", (given) => {
  expect(unordered(given)).toBe(given);
});

test("two arrays are equal only if they have the same members", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.string()), (a, b) => {
      const haveSameMembers = a.every((one) => b.includes(one)) && b.every((one) => a.includes(one));
      expect(JSON.stringify(unordered(a)) === JSON.stringify(unordered(b))).toBe(haveSameMembers);
    }),
  );
});

test("is case-sensitive", () => {
  expect(unordered(["Web"])).not.toEqual(unordered(["web"]));
});
