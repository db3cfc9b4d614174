import { isIPv6 } from "node:net";
import fc from "fast-check";
import { canonicalIpv6 } from "../../provider/normalise/ipv6";

test.each([
  ["2001:0DB8:0000:0000:0000:0000:0000:0001", "2001:db8::1"],
  ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
  ["2001:DB8::1", "2001:db8::1"],
  ["::", "::"],
  ["0:0:0:0:0:0:0:1", "::1"],
  ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
])("normalizes the address %p to %p", (given, canonical) => {
  expect(canonicalIpv6(given)).toBe(canonical);
});

test.each(["192.0.2.1", "example.com", "", "fe80::1%eth0", "2001:db8::1/64"])(
  "%p is not a plain IPv6 address and stays unchanged",
  (given) => {
    expect(canonicalIpv6(given)).toBe(given);
  },
);

test("the canonical form is an address and its own canonical form", () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const canonical = canonicalIpv6(address);
      expect(isIPv6(canonical)).toBe(true);
      expect(canonicalIpv6(canonical)).toBe(canonical);
    }),
  );
});

test("uppercase and lowercase have the same canonical form", () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => canonicalIpv6(address.toUpperCase()) === canonicalIpv6(address.toLowerCase())),
  );
});
