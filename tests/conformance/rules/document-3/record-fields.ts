import { rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess, filtered, list, observedOnce } from "../../support";
import {
  createDomain,
  createRecord,
  expectRecordRefused,
  newRecords,
  record,
  recordOf,
  RECORD_TYPES,
  RECORDS,
  typesExcept,
} from "./domains";
import type { RecordType } from "./domains";

const SECTION = "Document 3, Domain record";
const ENDPOINTS = "Document 3, Endpoints";

/** The fields of a record: statement, and a value of another type for a record of a type that has the field. */
const RECORD_FIELDS: {
  readonly [field: string]: readonly [says: string, type?: RecordType, wrong?: unknown];
} = {
  id: ["A record has an integer as `id`"],
  type: ["A record is of one of the nine types", "A", 1],
  name: ["A record shows its `name` as text", "A", 7],
  target: ["A record shows its `target` as text", "TXT", 7],
  ttl_sec: ["A record shows an integer as `ttl_sec`", "A", "soon"],
  priority: ["A record shows an integer as `priority`", "MX", "first"],
  weight: ["A record shows an integer as `weight`", "SRV", "heavy"],
  port: ["A record shows an integer as `port`", "SRV", "sip"],
  service: ["The `service` of a record is text or null", "SRV", 7],
  protocol: ["The `protocol` of a record is text or null", "SRV", 6],
  tag: ["The `tag` of a record is one of the three, or null", "CAA", 7],
  created: ["A record shows when it was created"],
  updated: ["A record shows when it was last updated"],
};

/** A record of every type, wherever it is shown. */
const shown = observedOnce(async (service) => {
  const zone = (await createDomain(service)).path;
  const views: object[] = [];
  for (const type of RECORD_TYPES) {
    const { path, body } = await createRecord(service, zone, type);
    views.push(body, expectSuccess(await service.get(path)), expectSuccess(await service.put(path, { ttl_sec: 300 })));
  }
  const listed = await list(service, `${zone}/records`);
  expect(listed.map(({ type }) => type).sort()).toEqual([...RECORD_TYPES].sort());
  return [...views, ...listed];
});

/** Fields that can be set by create and update, on a record of a type that has the field. */
const SETTINGS: readonly (readonly [field: string, type: RecordType, value: unknown])[] = [
  ["name", "A", "mail"],
  ["target", "A", "192.0.2.99"],
  ["ttl_sec", "A", 7_200],
  ["priority", "MX", 20],
  ["priority", "SRV", 20],
  ["weight", "SRV", 30],
  ["port", "SRV", 5061],
  ["service", "SRV", "xmpp"],
  ["protocol", "SRV", "udp"],
  ["tag", "CAA", "issuewild"],
];

/** The documents don't specify whether service and protocol have an underscore. */
const plain = (value: unknown): unknown => (typeof value === "string" ? value.replace(/^_/, "") : value);

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

const LIMITS = "Document 3, Domain record; Limits";

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

/** The fields of a record: types of values, setting, filters, which types have them, ranges and lengths. */
export const RECORD_RULES = [
  ...Object.entries(RECORD_FIELDS).map(([field, [says, type, wrong]]) =>
    rule(`3.record.${field}`, SECTION)
      .states(says)
      .test(async (service) => {
        for (const view of await shown(service)) expect(view).toHaveProperty([field]);
        if (type !== undefined) await expectRecordRefused(service, type, field, wrong);
      }),
  ),
  ...SETTINGS.map(([field, type, value]) =>
    rule(`3.record.set-${field}-${type}`, ENDPOINTS)
      .states(`The \`${field}\` of ${type} records can be set by create and by update`)
      .test(async (service) => {
        const zone = (await createDomain(service)).path;
        const created = await createRecord(service, zone, type, { [field]: value });
        const { path } = await createRecord(service, zone, type, { name: "second" });
        const updated = expectSuccess(await service.put(path, { [field]: value }));
        for (const view of [created.body, updated, expectSuccess(await service.get(path))]) {
          expect(plain(view[field])).toEqual(value);
        }
      }),
  ),
  rule("3.record.filter-tag", SECTION)
    .states("Records can be filtered by `tag`")
    .test(async (service) => {
      const zone = (await createDomain(service)).path;
      await createRecord(service, zone, "A");
      await createRecord(service, zone, "CAA", { name: "one", tag: "issue" });
      const { body } = await createRecord(service, zone, "CAA", { name: "two", tag: "issuewild" });
      expect(await filtered(service, `${zone}/records`, { tag: "issuewild" })).toEqual([body.id]);
      expect(await filtered(service, `${zone}/records`, { tag: "iodef" })).toEqual([]);
    }),
  ...(["id", "created", "updated"] as const).map((field) =>
    rule(`3.record.${field}-not-given`, SECTION)
      .states(`The \`${field}\` of a record is only shown: a request cannot set it`)
      .test(async (service) => {
        const given = field === "id" ? 7 : "2001-02-03T04:05:06";
        const records = await newRecords(service);
        const created = await service.post(records, record("A", { [field]: given }));
        // The documents don't specify whether such a field is rejected or ignored.
        if (created.status < 400) expect(created.body[field]).not.toBe(given);
        const { id } = expectSuccess(await service.post(records, record("AAAA")));
        await service.put(`${records}/${id}`, { [field]: given });
        expect(expectSuccess(await service.get(`${records}/${id}`))[field]).not.toBe(given);
        if (field === "id") expectFailure(await service.get(`${records}/7`));
      }),
  ),
  rule("3.record.no-status", "Document 3, States and transitions")
    .states("Records have no status")
    .test(async (service) => {
      for (const view of await shown(service)) expect(view).not.toHaveProperty("status");
    }),
  rule("3.record.partial-update", ENDPOINTS)
    .states("What an update of a record leaves out stays as it is")
    .test(async (service) => {
      const { path, body } = await recordOf(service, "SRV");
      const { updated: _before, ...rest } = body;
      expect(expectSuccess(await service.put(path, {}))).toMatchObject(rest);
      expect(expectSuccess(await service.put(path, { weight: 6 }))).toMatchObject({ ...rest, weight: 6 });
    }),
  ...RECORD_TYPES.map((type) =>
    rule(`3.record-type.${type}`, SECTION)
      .states(`A record may be of the type ${type}`)
      .test(async (service) => {
        const { path, body } = await recordOf(service, type);
        expect(body).toMatchObject({ type, target: RECORDS[type].target });
        expect(expectSuccess(await service.get(path))).toEqual(body);
      }),
  ),
  rule("3.record-type.others", SECTION)
    .states("No other type of record is accepted")
    .testOn(newRecords, async (service, records) => {
      for (const type of ["ANAME", "SOA", "a", ""]) {
        expectRefusal(await service.post(records, { name: "www", target: "192.0.2.7", type }), "type");
      }
    }),
  rule("3.record-type.required", SECTION)
    .states("A record cannot be created without a type")
    .test(async (service) => {
      expectRefusal(await service.post(await newRecords(service), { name: "www", target: "192.0.2.7" }), "type");
    }),
  rule("3.record-target.period", SECTION)
    .states("The target of a record may end with a period, except for the types A, AAAA and CAA")
    .testOn(createDomain, async (service, { path: zone }) => {
      for (const type of typesExcept(...WITHOUT_PERIOD)) {
        const { body, path } = await createRecord(service, zone, type, { target: withPeriod(type) });
        // The documents don't specify whether the period is shown.
        expect([RECORDS[type].target, withPeriod(type)]).toContain(body.target);
        expectSuccess(await service.put(path, { target: withPeriod(type) }));
      }
    }),
  rule("3.record-target.no-period", SECTION)
    .states("A target that ends with a period is rejected for the types A, AAAA and CAA")
    .test(async (service) => {
      for (const type of WITHOUT_PERIOD) await expectRecordRefused(service, type, "target", withPeriod(type));
    }),
  ...ONLY.map(([field, value, types]) =>
    rule(`3.record-${field}.only`, SECTION)
      .states(`\`${field}\` is valid for the type ${types.join(" and ")} only: for any other it is rejected`)
      .test(async (service) => {
        for (const type of typesExcept(...types)) await expectRecordRefused(service, type, field, value);
      }),
  ),
  ...REQUIRED.map(([field, type]) =>
    rule(`3.record-${field}.required-${type}`, SECTION)
      .states(`A record of the type ${type} cannot be created without \`${field}\``)
      .testOn(newRecords, async (service, records) => {
        expectRefusal(await service.post(records, record(type, { [field]: undefined })), field);
        expectSuccess(await service.post(records, record(type)));
      }),
  ),
  rule("3.record-priority.optional-MX", SECTION)
    .states("A record of the type MX needs no `priority`")
    .test(async (service) => {
      expect((await recordOf(service, "MX")).body.priority).toEqual(expect.any(Number));
    }),
  ...(
    [
      ["issue", "ca.example.org"],
      ["issuewild", "ca.example.org"],
      ["iodef", "https://example.org/report"],
    ] as const
  ).map(([tag, target]) =>
    rule(`3.record-tag.${tag}`, SECTION)
      .states(`The tag of a CAA record may be ${tag}`)
      .test(async (service) => {
        const { path, body } = await recordOf(service, "CAA", { tag, target });
        for (const shown of [body, expectSuccess(await service.get(path))])
          expect(shown).toMatchObject({ tag, target });
      }),
  ),
  rule("3.record-tag.others", SECTION)
    .states("No other tag of a CAA record is accepted")
    .testOn(newRecords, async (service, records) => {
      for (const tag of ["contactemail", "issued", ""]) {
        expectRefusal(await service.post(records, record("CAA", { tag })), "tag");
      }
    }),
  rule("3.record-service.text", SECTION)
    .states("An SRV record names its service and its protocol")
    .test(async (service) => {
      const { body } = await recordOf(service, "SRV");
      // The documents don't specify whether they have an underscore.
      expect(body).toMatchObject({
        service: expect.stringMatching(/^_?sip$/),
        protocol: expect.stringMatching(/^_?tcp$/),
      });
    }),
  rule("3.record-protocol.null", SECTION)
    .states("An SRV record may have no protocol: null, or left out when it is created")
    .testOn(createDomain, async (service, { path: zone }) => {
      for (const protocol of [undefined, null]) {
        const { path, body } = await createRecord(service, zone, "SRV", { protocol });
        for (const shown of [body, expectSuccess(await service.get(path))]) expect(shown.protocol).toBeNull();
      }
      const { path } = await createRecord(service, zone, "SRV");
      expect(expectSuccess(await service.put(path, { protocol: null })).protocol).toBeNull();
    }),
  rule("3.record-ttl.valid", LIMITS)
    .states(`Twelve values of \`ttl_sec\` are valid for a record: ${TTLS.join(", ")}`)
    .test(async (service) => {
      const { path } = await recordOf(service, "A");
      for (const ttl_sec of TTLS) expect(expectSuccess(await service.put(path, { ttl_sec })).ttl_sec).toBe(ttl_sec);
    }),
  ...ROUNDED.map(([id, states, pairs]) =>
    rule(`3.record-ttl.rounded-${id}`, LIMITS)
      .states(states)
      .testOn(newRecords, async (service, records) => {
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
    rule(`3.record-${field}.range-${type}`, LIMITS)
      .states(`The \`${field}\` of a record of the type ${type} is from 0 to ${greatest}; anything else is rejected`)
      .testOn(newRecords, async (service, records) => {
        for (const value of [0, 1, greatest]) {
          const { id, [field]: shown } = expectSuccess(await service.post(records, record(type, { [field]: value })));
          expect(shown).toBe(value);
          expect(expectSuccess(await service.put(`${records}/${id}`, { [field]: value }))[field]).toBe(value);
        }
        for (const value of [-1, greatest + 1, 1.5]) await expectRecordRefused(service, type, field, value);
      }),
  ),
  rule("3.record-name.max", LIMITS)
    .states("The name of a record may have 1 to 100 characters")
    .test(async (service) => {
      for (const name of ["n", nameOf(100)]) {
        service.emulator.reset();
        const { path, body } = await recordOf(service, "A", { name });
        expect(body.name).toBe(name);
        expect(expectSuccess(await service.put(path, { name })).name).toBe(name);
      }
    }),
  rule("3.record-name.too-long", LIMITS)
    .states("A name of more than 100 characters is rejected")
    .test(async (service) => {
      await expectRecordRefused(service, "A", "name", nameOf(101));
    }),
  rule("3.record-name.empty", LIMITS)
    .states("A name of no characters is rejected")
    .deviates(
      "the empty name is the domain itself: the service returns it, and without it no update could take a name away",
    ),
  rule("3.record-ttl.zero", LIMITS)
    .states("A `ttl_sec` of 0, which is not one of the valid values, becomes the nearest of them")
    .deviates("0 stays 0: it is what the service shows where no time was given, and stands for the domain's own"),
];
