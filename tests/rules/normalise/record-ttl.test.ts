import fc from "fast-check";
import { RECORD_TTLS_SEC, roundRecordTtl } from "../../../provider/normalise/record-ttl";

// Written out once more: the twelve values of ttl_sec (Linode API v4, Domain Records).
const DOCUMENTED = [300, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200];

const anyTtl = fc.oneof(fc.integer({ min: 1, max: 2_147_483_647 }), fc.integer({ min: 1, max: 4_000_000 }));

test("the known values are the twelve of the documents, in order", () => {
  expect(RECORD_TTLS_SEC).toEqual(DOCUMENTED);
});

test.each(DOCUMENTED)("%i seconds stay as they are", (ttlSec) => {
  expect(roundRecordTtl(ttlSec)).toBe(ttlSec);
});

test("zero stays zero: it means the domain's own default", () => {
  expect(roundRecordTtl(0)).toBe(0);
});

test.each(DOCUMENTED.slice(1).map((upper, index) => [DOCUMENTED[index] ?? 0, upper] as const))(
  "halfway between %i and %i goes upwards, one second less goes downwards",
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
])("%i seconds, outside the range or next to its end, become %i", (given, rounded) => {
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

test("rounding twice is rounding once", () => {
  fc.assert(fc.property(anyTtl, (ttlSec) => roundRecordTtl(roundRecordTtl(ttlSec)) === roundRecordTtl(ttlSec)));
});

test("a longer time is never rounded to a shorter one", () => {
  fc.assert(
    fc.property(anyTtl, anyTtl, (a, b) => {
      const [shorter, longer] = a < b ? [a, b] : [b, a];
      return roundRecordTtl(shorter) <= roundRecordTtl(longer);
    }),
  );
});
