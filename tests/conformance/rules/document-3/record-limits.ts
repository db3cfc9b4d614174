import type { Rule } from "../../rule";
import { expectSuccess } from "../../support";
import { expectRecordRefused, newRecords, record, recordOf } from "./domains";
import type { RecordType } from "./shape";
import { statedIn } from "../stated-in";

const SECTION = "Document 3, Domain record; Limits";
const rule = statedIn(SECTION);

const TTLS = [300, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200];

/** A given value, and the nearest valid value; none is halfway between two. */
const ROUNDED: readonly (readonly [
  id: string,
  says: string,
  pairs: readonly (readonly [given: number, shown: number])[],
])[] = [
  [
    "down",
    "A `ttl_sec` just above a valid value, or short of the middle to the next, becomes that value",
    [
      ...TTLS.map((valid) => [valid + 1, valid] as const),
      ...TTLS.slice(1).map((valid, index) => [Math.floor((valid + TTLS[index]!) / 2) - 1, TTLS[index]!] as const),
    ],
  ],
  [
    "up",
    "A `ttl_sec` just below a valid value, or beyond the middle before it, becomes that value",
    [
      ...TTLS.map((valid) => [valid - 1, valid] as const),
      ...TTLS.slice(1).map((valid, index) => [Math.ceil((valid + TTLS[index]!) / 2) + 1, valid] as const),
    ],
  ],
  [
    "ends",
    "A `ttl_sec` below the least or above the greatest valid value becomes that one",
    [
      [1, 300],
      [120, 300],
      [4_000_000, 2_419_200],
      [2_147_483_647, 2_419_200],
    ],
  ],
];

/** Numbers with a maximum. */
const RANGES: readonly (readonly [field: string, type: RecordType, greatest: number])[] = [
  ["priority", "MX", 255],
  ["priority", "SRV", 255],
  ["weight", "SRV", 65_535],
  ["port", "SRV", 65_535],
];

/** A name of this many characters, with labels of valid length. */
const nameOf = (length: number): string => `${"n".repeat(50)}.${"m".repeat(length - 51)}`;

/** Ranges and lengths of the fields of a record. */
export const RECORD_LIMIT_RULES: readonly Rule[] = [
  rule(
    "3.record-ttl.valid",
    `Twelve values of \`ttl_sec\` are valid for a record: ${TTLS.join(", ")}`,
    async (service) => {
      const { path } = await recordOf(service, "A");
      for (const ttl_sec of TTLS) expect(expectSuccess(await service.put(path, { ttl_sec })).ttl_sec).toBe(ttl_sec);
    },
  ),
  ...ROUNDED.map(([id, states, pairs]) =>
    rule(`3.record-ttl.rounded-${id}`, states, async (service) => {
      const records = await newRecords(service);
      const { id: existing } = expectSuccess(await service.post(records, record("A", { name: "existing" })));
      for (const [ttl_sec, shown] of pairs) {
        const created = expectSuccess(await service.post(records, record("A", { ttl_sec })));
        expect([ttl_sec, created.ttl_sec]).toEqual([ttl_sec, shown]);
        const updated = expectSuccess(await service.put(`${records}/${existing}`, { ttl_sec }));
        expect([ttl_sec, updated.ttl_sec]).toEqual([ttl_sec, shown]);
      }
    }),
  ),
  ...RANGES.map(([field, type, greatest]) =>
    rule(
      `3.record-${field}.range-${type}`,
      `The \`${field}\` of a record of the type ${type} is from 0 to ${greatest}; anything else is rejected`,
      async (service) => {
        const records = await newRecords(service);
        for (const value of [0, 1, greatest]) {
          const { id, [field]: shown } = expectSuccess(await service.post(records, record(type, { [field]: value })));
          expect(shown).toBe(value);
          expect(expectSuccess(await service.put(`${records}/${id}`, { [field]: value }))[field]).toBe(value);
        }
        for (const value of [-1, greatest + 1, 1.5]) await expectRecordRefused(service, type, field, value);
      },
    ),
  ),
  rule("3.record-name.max", "The name of a record may have 1 to 100 characters", async (service) => {
    for (const name of ["n", nameOf(100)]) {
      service.emulator.reset();
      const { path, body } = await recordOf(service, "A", { name });
      expect(body.name).toBe(name);
      expect(expectSuccess(await service.put(path, { name })).name).toBe(name);
    }
  }),
  rule("3.record-name.too-long", "A name of more than 100 characters is rejected", async (service) => {
    await expectRecordRefused(service, "A", "name", nameOf(101));
  }),
  {
    id: "3.record-name.empty",
    section: SECTION,
    states: "A name of no characters is rejected",
    deviates:
      "the empty name is the domain itself: the service returns it, and without it no update could take a name away",
  },
  {
    id: "3.record-ttl.zero",
    section: SECTION,
    states: "A `ttl_sec` of 0, which is not one of the valid values, becomes the nearest of them",
    deviates: "0 stays 0: it is what the service shows where no time was given, and stands for the domain's own",
  },
];
