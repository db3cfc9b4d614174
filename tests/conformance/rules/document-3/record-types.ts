import type { Rule } from "../../rule";
import { expectRefusal, expectSuccess } from "../../support";
import {
  createDomain,
  createRecord,
  expectRecordRefused,
  newRecords,
  record,
  recordOf,
  RECORDS,
  typesExcept,
} from "./domains";
import type { RecordType } from "./shape";
import { RECORD_TYPES } from "./shape";
import { statedIn } from "../stated-in";

const rule = statedIn("Document 3, Domain record");

const WITHOUT_PERIOD = ["A", "AAAA", "CAA"] as const;
const withPeriod = (type: RecordType): string => `${RECORDS[type].target}.`;

/** Fields that few types have, with a value and the types. */
const ONLY: readonly (readonly [field: string, value: unknown, types: readonly RecordType[]])[] = [
  ["priority", 10, ["MX", "SRV"]],
  ["weight", 5, ["SRV"]],
  ["port", 5060, ["SRV"]],
  ["tag", "issue", ["CAA"]],
];

const REQUIRED: readonly (readonly [field: string, type: RecordType])[] = [
  ["priority", "SRV"],
  ["weight", "SRV"],
  ["port", "SRV"],
  ["tag", "CAA"],
];

/** The fields of each record type. */
export const RECORD_TYPE_RULES: readonly Rule[] = [
  ...RECORD_TYPES.map((type) =>
    rule(`3.record-type.${type}`, `A record may be of the type ${type}`, async (service) => {
      const { path, body } = await recordOf(service, type);
      expect(body).toMatchObject({ type, target: RECORDS[type].target });
      expect(expectSuccess(await service.get(path))).toEqual(body);
    }),
  ),
  rule("3.record-type.others", "No other type of record is accepted", async (service) => {
    const records = await newRecords(service);
    for (const type of ["ANAME", "SOA", "a", ""]) {
      expectRefusal(await service.post(records, { name: "www", target: "192.0.2.7", type }), "type");
    }
  }),
  rule("3.record-type.required", "A record cannot be created without a type", async (service) => {
    expectRefusal(await service.post(await newRecords(service), { name: "www", target: "192.0.2.7" }), "type");
  }),
  rule(
    "3.record-target.period",
    "The target of a record may end with a period, except for the types A, AAAA and CAA",
    async (service) => {
      const { path: zone } = await createDomain(service);
      for (const type of typesExcept(...WITHOUT_PERIOD)) {
        const { body, path } = await createRecord(service, zone, type, { target: withPeriod(type) });
        // The documents don't specify whether the period is shown.
        expect([RECORDS[type].target, withPeriod(type)]).toContain(body.target);
        expectSuccess(await service.put(path, { target: withPeriod(type) }));
      }
    },
  ),
  rule(
    "3.record-target.no-period",
    "A target that ends with a period is rejected for the types A, AAAA and CAA",
    async (service) => {
      for (const type of WITHOUT_PERIOD) await expectRecordRefused(service, type, "target", withPeriod(type));
    },
  ),
  ...ONLY.map(([field, value, types]) =>
    rule(
      `3.record-${field}.only`,
      `\`${field}\` is valid for the type ${types.join(" and ")} only: for any other it is rejected`,
      async (service) => {
        for (const type of typesExcept(...types)) await expectRecordRefused(service, type, field, value);
      },
    ),
  ),
  ...REQUIRED.map(([field, type]) =>
    rule(
      `3.record-${field}.required-${type}`,
      `A record of the type ${type} cannot be created without \`${field}\``,
      async (service) => {
        const records = await newRecords(service);
        expectRefusal(await service.post(records, record(type, { [field]: undefined })), field);
        expectSuccess(await service.post(records, record(type)));
      },
    ),
  ),
  rule("3.record-priority.optional-MX", "A record of the type MX needs no `priority`", async (service) => {
    expect((await recordOf(service, "MX")).body.priority).toEqual(expect.any(Number));
  }),
  ...(
    [
      ["issue", "ca.example.org"],
      ["issuewild", "ca.example.org"],
      ["iodef", "https://example.org/report"],
    ] as const
  ).map(([tag, target]) =>
    rule(`3.record-tag.${tag}`, `The tag of a CAA record may be ${tag}`, async (service) => {
      const { path, body } = await recordOf(service, "CAA", { tag, target });
      for (const shown of [body, expectSuccess(await service.get(path))]) expect(shown).toMatchObject({ tag, target });
    }),
  ),
  rule("3.record-tag.others", "No other tag of a CAA record is accepted", async (service) => {
    const records = await newRecords(service);
    for (const tag of ["contactemail", "issued", ""]) {
      expectRefusal(await service.post(records, record("CAA", { tag })), "tag");
    }
  }),
  rule("3.record-service.text", "An SRV record names its service and its protocol", async (service) => {
    const { body } = await recordOf(service, "SRV");
    // The documents don't specify whether they have an underscore.
    expect(body).toMatchObject({
      service: expect.stringMatching(/^_?sip$/),
      protocol: expect.stringMatching(/^_?tcp$/),
    });
  }),
  rule(
    "3.record-protocol.null",
    "An SRV record may have no protocol: null, or left out when it is created",
    async (service) => {
      const { path: zone } = await createDomain(service);
      for (const protocol of [undefined, null]) {
        const { path, body } = await createRecord(service, zone, "SRV", { protocol });
        for (const shown of [body, expectSuccess(await service.get(path))]) expect(shown.protocol).toBeNull();
      }
      const { path } = await createRecord(service, zone, "SRV");
      expect(expectSuccess(await service.put(path, { protocol: null })).protocol).toBeNull();
    },
  ),
];
