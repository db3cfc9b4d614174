import fc from "fast-check";
import { RECORD_TTLS_SEC, roundRecordTtl } from "../../provider/normalise/record-ttl";

// Repeated here independently: the twelve values of ttl_sec (Linode API v4, Domain Records).
const DOCUMENTED = [300, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200];

const anyTtl = fc.oneof(fc.integer({ min: 1, max: 2_147_483_647 }), fc.integer({ min: 1, max: 4_000_000 }));

test("the known values are the twelve documented ones, in order", () => {
  expect(RECORD_TTLS_SEC).toEqual(DOCUMENTED);
});

test.each(DOCUMENTED)("leaves %i seconds unchanged", (ttlSec) => {
  expect(roundRecordTtl(ttlSec)).toBe(ttlSec);
});

test("leaves zero unchanged, which means the domain's default", () => {
  expect(roundRecordTtl(0)).toBe(0);
});

test.each(DOCUMENTED.slice(1).map((upper, index) => [DOCUMENTED[index] ?? 0, upper] as const))(
  "rounds up halfway between %i and %i, and down one second before",
  (lower, upper) => {
    const middle = (lower + upper) / 2;
    expect(roundRecordTtl(middle)).toBe(upper);
    expect(roundRecordTtl(middle - 1)).toBe(lower);
    expect(roundRecordTtl(middle + 1)).toBe(upper);
  },
);

test.each([
  [1, 300],
  [299, 300],
  [301, 300],
  [2_419_201, 2_419_200],
  [2_147_483_647, 2_419_200],
])("rounds %i seconds, outside or near the end of the range, to %i", (given, rounded) => {
  expect(roundRecordTtl(given)).toBe(rounded);
});

test("no known value is nearer than the rounded one", () => {
  fc.assert(
    fc.property(anyTtl, (ttlSec) => {
      const rounded = roundRecordTtl(ttlSec);
      const nearest = Math.min(...DOCUMENTED.map((known) => Math.abs(known - ttlSec)));
      expect(DOCUMENTED).toContain(rounded);
      expect(Math.abs(rounded - ttlSec)).toBe(nearest);
    }),
  );
});

test("rounding is idempotent", () => {
  fc.assert(fc.property(anyTtl, (ttlSec) => roundRecordTtl(roundRecordTtl(ttlSec)) === roundRecordTtl(ttlSec)));
});

test("never rounds a longer TTL to a shorter one", () => {
  fc.assert(
    fc.property(anyTtl, anyTtl, (a, b) => {
      const [shorter, longer] = a < b ? [a, b] : [b, a];
      return roundRecordTtl(shorter) <= roundRecordTtl(longer);
    }),
  );
});
