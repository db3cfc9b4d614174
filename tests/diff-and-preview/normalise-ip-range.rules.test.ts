import { canonicalIpRange, unorderedIpRanges } from "../../provider/normalise/ip-range";

test.each([
  ["192.0.2.1", "192.0.2.1/32"],
  ["192.0.2.1/32", "192.0.2.1/32"],
  ["192.0.2.0/24", "192.0.2.0/24"],
  ["0.0.0.0/0", "0.0.0.0/0"],
  ["2001:DB8:0::1", "2001:db8::1/128"],
  ["2001:db8::1/128", "2001:db8::1/128"],
  ["2001:0db8::/32", "2001:db8::/32"],
  ["::/0", "::/0"],
])("normalizes %s to %s", (range, expected) => {
  expect(canonicalIpRange(range)).toBe(expected);
  expect(canonicalIpRange(expected)).toBe(expected);
});

test("distinguishes an address from a larger range that begins with it", () => {
  expect(canonicalIpRange("192.0.2.0")).not.toBe(canonicalIpRange("192.0.2.0/24"));
});

test("leaves a value that is not a range unchanged", () => expect(canonicalIpRange("everybody/7")).toBe("everybody/7"));

test("treats a list of ranges as a set", () => {
  const one = unorderedIpRanges(["192.0.2.1", "2001:DB8::1", "10.0.0.0/8"]);
  expect(unorderedIpRanges(["10.0.0.0/8", "2001:db8::1/128", "192.0.2.1/32", "192.0.2.1"])).toEqual(one);
  expect(unorderedIpRanges(["10.0.0.0/8"])).not.toEqual(one);
});

test("leaves a value that is not a list unchanged", () => expect(unorderedIpRanges(null)).toBeNull());
