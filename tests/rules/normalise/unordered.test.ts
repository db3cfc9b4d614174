import fc from "fast-check";
import { unordered } from "../../../provider/normalise/unordered";

test("order and repetition make no difference", () => {
  expect(unordered(["b", "a", "b"])).toEqual(["a", "b"]);
});

test("the array that was given is not changed", () => {
  const given = ["b", "a"];
  unordered(given);
  expect(given).toEqual(["b", "a"]);
});

test.each(["text", 5, null, undefined])("%p is no array and stays as it is", (given) => {
  expect(unordered(given)).toBe(given);
});

test("two arrays with the same members compare alike, others do not", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.string()), (a, b) => {
      const haveSameMembers = a.every((one) => b.includes(one)) && b.every((one) => a.includes(one));
      expect(JSON.stringify(unordered(a)) === JSON.stringify(unordered(b))).toBe(haveSameMembers);
    }),
  );
});

test("capitals are not the same as small letters", () => {
  expect(unordered(["Web"])).not.toEqual(unordered(["web"]));
});
