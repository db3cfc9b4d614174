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
    ["ab", "ca", 2],
  ])("%p and %p: %i", (one, other, distance) => expect(editDistance(one, other)).toBe(distance));
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
});
