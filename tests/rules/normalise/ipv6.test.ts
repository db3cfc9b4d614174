import { isIPv6 } from "node:net";
import fc from "fast-check";
import { canonicalIpv6 } from "../../../provider/normalise/ipv6";

test.each([
  ["2001:0DB8:0000:0000:0000:0000:0000:0001", "2001:db8::1"],
  ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
  ["2001:DB8::1", "2001:db8::1"],
  ["::", "::"],
  ["0:0:0:0:0:0:0:1", "::1"],
  ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
])("the address %p is spelled %p", (given, canonical) => {
  expect(canonicalIpv6(given)).toBe(canonical);
});

test.each(["192.0.2.1", "example.com", "", "fe80::1%eth0", "2001:db8::1/64"])(
  "%p is no plain IPv6 address and stays as it is",
  (given) => {
    expect(canonicalIpv6(given)).toBe(given);
  },
);

test("the canonical spelling is an address, and its own canonical spelling", () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const canonical = canonicalIpv6(address);
      expect(isIPv6(canonical)).toBe(true);
      expect(canonicalIpv6(canonical)).toBe(canonical);
    }),
  );
});

test("upper case and lower case are spelled alike", () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => canonicalIpv6(address.toUpperCase()) === canonicalIpv6(address.toLowerCase())),
  );
});
