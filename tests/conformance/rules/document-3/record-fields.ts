import { filtered, list } from "../../lists";
import type { Rule } from "../../rule";
import { expectShape } from "../../shapes";
import { expectFailure, expectSuccess, observedOnce } from "../../support";
import { createDomain, createRecord, expectRecordRefused, newRecords, record, recordOf } from "./domains";
import type { RecordType } from "./shape";
import { RECORD_FIELDS, RECORD_TYPES } from "./shape";
import { statedIn } from "../stated-in";

const rule = statedIn("Document 3, Domain record");
const endpoint = statedIn("Document 3, Endpoints");
const state = statedIn("Document 3, States and transitions");

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

/** The fields of a record: types of values, setting, filters. */
export const RECORD_FIELD_RULES: readonly Rule[] = [
  ...Object.entries(RECORD_FIELDS).map(([field, [shape, says, type, wrong]]) =>
    rule(`3.record.${field}`, says, async (service) => {
      for (const view of await shown(service)) expectShape(view, field, shape);
      if (type !== undefined) await expectRecordRefused(service, type, field, wrong);
    }),
  ),
  ...SETTINGS.map(([field, type, value]) =>
    endpoint(
      `3.record.set-${field}-${type}`,
      `The \`${field}\` of ${type} records can be set by create and by update`,
      async (service) => {
        const zone = (await createDomain(service)).path;
        const created = await createRecord(service, zone, type, { [field]: value });
        const { path } = await createRecord(service, zone, type, { name: "second" });
        const updated = expectSuccess(await service.put(path, { [field]: value }));
        for (const view of [created.body, updated, expectSuccess(await service.get(path))]) {
          expect(plain(view[field])).toEqual(value);
        }
      },
    ),
  ),
  rule("3.record.filter-tag", "Records can be filtered by `tag`", async (service) => {
    const zone = (await createDomain(service)).path;
    await createRecord(service, zone, "A");
    await createRecord(service, zone, "CAA", { name: "one", tag: "issue" });
    const { body } = await createRecord(service, zone, "CAA", { name: "two", tag: "issuewild" });
    expect(await filtered(service, `${zone}/records`, { tag: "issuewild" })).toEqual([body.id]);
    expect(await filtered(service, `${zone}/records`, { tag: "iodef" })).toEqual([]);
  }),
  ...(["id", "created", "updated"] as const).map((field) =>
    rule(
      `3.record.${field}-not-given`,
      `The \`${field}\` of a record is only shown: a request cannot set it`,
      async (service) => {
        const given = field === "id" ? 7 : "2001-02-03T04:05:06";
        const records = await newRecords(service);
        const created = await service.post(records, record("A", { [field]: given }));
        // The documents don't specify whether such a field is rejected or ignored.
        if (created.status < 400) expect(created.body[field]).not.toBe(given);
        const { id } = expectSuccess(await service.post(records, record("AAAA")));
        await service.put(`${records}/${id}`, { [field]: given });
        expect(expectSuccess(await service.get(`${records}/${id}`))[field]).not.toBe(given);
        if (field === "id") expectFailure(await service.get(`${records}/7`));
      },
    ),
  ),
  state("3.record.no-status", "Records have no status", async (service) => {
    for (const view of await shown(service)) expect(view).not.toHaveProperty("status");
  }),
  endpoint("3.record.partial-update", "What an update of a record leaves out stays as it is", async (service) => {
    const { path, body } = await recordOf(service, "SRV");
    const { updated: _before, ...rest } = body;
    expect(expectSuccess(await service.put(path, {}))).toMatchObject(rest);
    expect(expectSuccess(await service.put(path, { weight: 6 }))).toMatchObject({ ...rest, weight: 6 });
  }),
];
