import fc from "fast-check";
import { editDistance, nearest } from "../../provider/lifecycle/wording/nearest";

const REGIONS = ["ap-west", "ca-central", "us-central", "us-west", "us-southeast", "us-east", "eu-west", "eu-central"];
const IMAGES = ["compute/debian10", "compute/debian11", "compute/ubuntu22.04", "private/12", "private/13"];
const ENGINES = ["mongodb/3.6.21", "mongodb/4.2.11", "mongodb/4.4.10", "mysql/8.0.26"];

describe("the distance between two strings", () => {
  test.each([
    ["us-east", "us-east", 0],
    ["us-eats", "us-east", 1],
    ["us-est", "us-east", 1],
    ["us-eaast", "us-east", 1],
    ["us-eest", "us-east", 1],
    ["", "abc", 3],
    ["kitten", "sitting", 3],
  ])("%p and %p: %i", (one, other, distance) => expect(editDistance(one, other)).toBe(distance));

  const word = fc.string({ maxLength: 12 });

  test("is symmetric, zero only for equal strings, and at most the length of the longer one", () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        const distance = editDistance(one, other);
        expect(distance).toBe(editDistance(other, one));
        expect(distance === 0).toBe(one === other);
        expect(distance).toBeLessThanOrEqual(Math.max(one.length, other.length));
        expect(distance).toBeGreaterThanOrEqual(Math.abs(one.length - other.length));
      }),
    );
  });

  test("is at most one for a single typo", () => {
    fc.assert(
      fc.property(word, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), fc.nat(3), (text, place, letter, slip) => {
        const at = place % (text.length + 1);
        const [before, here, after] = [text.slice(0, at), text.slice(at, at + 1), text.slice(at + 1)];
        const slips = [
          before + letter + here + after,
          before + after,
          before + letter + after,
          before + after.slice(0, 1) + here + after.slice(1),
        ];
        expect(editDistance(text, slips[slip] ?? "")).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("the nearest names", () => {
  test.each<[string, readonly string[], string[]]>([
    ["us-eats", REGIONS, ["us-east"]],
    ["US-East", REGIONS, ["us-east"]],
    ["us-eest", REGIONS, ["us-east"]],
    ["compute/debain11", IMAGES, ["compute/debian11"]],
    ["compute/debian12", IMAGES, ["compute/debian10", "compute/debian11"]],
    ["debian11", IMAGES, ["compute/debian11"]],
    ["compte/debian11", IMAGES, ["compute/debian11"]],
    ["linode/debian11", IMAGES, ["compute/debian11"]],
    ["mongodb/4.4.11", ENGINES, ["mongodb/4.4.10"]],
    ["nowhere", REGIONS, []],
    ["mongodb/9.9.9", ENGINES, []],
    ["private/14", IMAGES, []],
    ["mysql/4.4.10", ENGINES, []],
    ["anything", [], []],
  ])("to %p are those with the fewest differences, if these are few", (wanted, names, near) => {
    expect(nearest(wanted, names)).toEqual(near);
  });

  test("are at most three of the given names, and a name is nearest to itself", () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9-]{2,10}$/);
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1 }), name, (names, wanted) => {
        const near = nearest(wanted, names);
        expect(near.length).toBeLessThanOrEqual(3);
        expect(names).toEqual(expect.arrayContaining(near));
        expect(nearest(names[0] ?? "", names)).toEqual([names[0]]);
      }),
    );
  });
});
