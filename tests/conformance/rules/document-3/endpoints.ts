import type { Body, Started } from "../../../emulator/support/client";
import { asUser } from "../../../emulator/support/client";
import { HOUR_MS } from "../../../support/time";
import { anonymous, endpointRules, scopeRules, usersOf } from "../../rows";
import { rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess, expectTwoPages, filtered, list } from "../../support";
import {
  createDomain,
  createRecord,
  DOMAINS,
  MASTER,
  newRecords,
  ready,
  record,
  RECORD_TYPES,
  ROWS,
  SLAVE,
} from "./domains";

const ENDPOINTS = "Document 3, Endpoints";
const IMPORT = `${DOMAINS}/import`;

/** Every endpoint of the document, its access rules, and its lists. */
export const ENDPOINT_RULES = [
  ...endpointRules(3, ROWS, ready),
  ...scopeRules(3, "domains", ROWS, ready),
  rule("3.scope.domain-import", "Document 3, Authentication", { options: usersOf("domains") })
    .states("`POST /domains/import` needs a token with the scope `domains:read_write`")
    .test(async (service) => {
      const body = { domain: "", remote_nameserver: "" };
      for (const user of [anonymous(service), asUser(service, "stranger"), asUser(service, "reader")]) {
        const reply = await user.send("POST", `/v4${IMPORT}`, { body: JSON.stringify(body) });
        expectRefusal(reply);
        // The import was not attempted.
        expect(reply.body.errors.map(({ field }) => field)).not.toContain("domain");
      }
      expectRefusal(await asUser(service, "writer").post(IMPORT, body), "domain");
    }),
  rule("3.endpoint.domains-page", ENDPOINTS)
    .states("The list of domains takes `page` and `page_size`")
    .test((service) =>
      expectTwoPages(service, DOMAINS, (index) => createDomain(service, { domain: `d${index}.example` })),
    ),
  rule("3.endpoint.records-page", ENDPOINTS)
    .states("The list of records takes `page` and `page_size`")
    .testOn(newRecords, (service, records) =>
      expectTwoPages(service, records, (index) => service.create(records, record("A", { name: `host${index}` }))),
    ),
  rule("3.endpoint.id-as-text", ENDPOINTS)
    .states("The id of a domain in a path is an integer, also where clone and zone file take it as text")
    .testOn(createDomain, async (service, { body }) => {
      expect(Number.isInteger(body.id)).toBe(true);
      expectSuccess(await service.get(`${DOMAINS}/${String(body.id)}/zone-file`));
      expectSuccess(await service.post(`${DOMAINS}/${String(body.id)}/clone`, { domain: "clone.example" }));
      for (const below of ["", "/zone-file"]) expectFailure(await service.get(`${DOMAINS}/one${below}`));
    }),
  rule("3.delete.gone", "Document 3, Rule 2")
    .states("Deleting a domain deletes all its records")
    .testOn(createDomain, async (service, { path, body }) => {
      const record = await createRecord(service, path, "A");
      const kept = await createDomain(service, { domain: "kept.example" });
      expect(expectSuccess(await service.delete(path))).toEqual({});
      service.emulator.clock.advance(HOUR_MS);
      for (const gone of [path, `${path}/records`, record.path, `${path}/zone-file`])
        expectFailure(await service.get(gone));
      expectFailure(await service.delete(path));
      expectFailure(await service.post(`${path}/records`, {}));
      expect(await filtered(service, DOMAINS, { domain: body.domain })).toEqual([]);
      expect((await list(service, DOMAINS)).map(({ id }) => id)).toEqual([kept.body.id]);
      expect(await list(service, `${(await createDomain(service)).path}/records`)).toEqual([]);
    }),
  rule("3.delete.record", ENDPOINTS)
    .states("Deleting a record leaves the others of the domain")
    .testOn(createDomain, async (service, { path }) => {
      const [gone, kept] = [await createRecord(service, path, "A"), await createRecord(service, path, "AAAA")];
      expect(expectSuccess(await service.delete(gone.path))).toEqual({});
      expectFailure(await service.get(gone.path));
      expectFailure(await service.put(gone.path, { ttl_sec: 300 }));
      expectFailure(await service.delete(gone.path));
      expect((await list(service, `${path}/records`)).map(({ id }) => id)).toEqual([kept.body.id]);
    }),
  rule("3.error.body", "Document 3, Errors")
    .states("A failure returns the error body of document 1")
    .testOn(createDomain, async (service, { path }) => {
      for (const missing of [`${DOMAINS}/999999`, `${path}/records/999999`, `${DOMAINS}/999999/zone-file`]) {
        expectFailure(await service.get(missing));
      }
      expectRefusal(await service.post(DOMAINS, { domain: "example.com", ...MASTER }));
      expectRefusal(await service.post(DOMAINS, { domain: "-.example", ...MASTER }));
      expectRefusal(await service.post(`${path}/records`, record("A", { weight: 5 })));
    }),
];

const CLONING = "Document 3, Rule 3";
const SECTION = "Document 3, Domain";
const LONG_NAME = `${"a".repeat(63)}.`.repeat(4);

/** An address without a name server. */
const NOBODY = "127.0.0.1";

/** The lines of a zone after the time to render it. */
async function zoneFile(service: Started, path: string): Promise<readonly string[]> {
  service.emulator.clock.advance(HOUR_MS);
  return expectSuccess(await service.get(`${path}/zone-file`)).zone_file as readonly string[];
}

/** What a copy has in common with its original. */
const copied = ({ id: _id, created: _created, updated: _updated, ...rest }: Body): object => rest;

/** Clone, zone file and import. */
export const ZONE_RULES = [
  rule("3.clone.domain", CLONING)
    .states("A clone has another id and the new name, and is otherwise like the domain")
    .test(async (service) => {
      const settings = { ...SLAVE, description: "Words", group: "group", tags: ["one"], axfr_ips: ["203.0.113.9"] };
      const { path, body } = await createDomain(service, { ...settings, ttl_sec: 300, status: "disabled" });
      const clone = expectSuccess(await service.post(`${path}/clone`, { domain: "clone.example" }));
      expect(clone.id).not.toBe(body.id);
      expect(copied(clone)).toEqual({ ...copied(body), domain: "clone.example" });
      expect(expectSuccess(await service.get(`${DOMAINS}/${clone.id}`))).toEqual(clone);
      expect(expectSuccess(await service.get(path))).toEqual(body);
    }),
  rule("3.clone.records", CLONING)
    .states("A clone has copies of all records, which live on their own")
    .testOn(createDomain, async (service, { path }) => {
      for (const type of RECORD_TYPES) await createRecord(service, path, type, { ttl_sec: 300 });
      const originals = await list(service, `${path}/records`);
      const clone = expectSuccess(await service.post(`${path}/clone`, { domain: "clone.example" }));
      const copies = await list(service, `${DOMAINS}/${clone.id}/records`);
      expect(copies.map(copied)).toEqual(originals.map(copied));
      expect(copies.filter(({ id }) => originals.some((original) => original.id === id))).toEqual([]);
      expectSuccess(await service.delete(`${DOMAINS}/${clone.id}`));
      expect(await list(service, `${path}/records`)).toEqual(originals);
    }),
  rule("3.clone.unique", CLONING)
    .states("A clone under a name that a domain has already is rejected")
    .testOn(createDomain, async (service, { path }) => {
      await createDomain(service, { domain: "other.example" });
      for (const domain of ["example.com", "other.example"]) {
        expectRefusal(await service.post(`${path}/clone`, { domain }), "domain");
      }
      expect((await list(service, DOMAINS)).length).toBe(2);
    }),
  rule("3.clone.requires-name", ENDPOINTS)
    .states("A clone needs a new name of 1 to 255 characters")
    .testOn(createDomain, async (service, { path }) => {
      for (const body of [{}, { domain: "" }, { domain: `${LONG_NAME}example` }, { domain: 7 }]) {
        expectRefusal(await service.post(`${path}/clone`, body), "domain");
      }
    }),
  rule("3.clone.missing", ENDPOINTS)
    .states("What does not exist cannot be cloned")
    .test(async (service) => expectFailure(await service.post(`${DOMAINS}/999999/clone`, { domain: "clone.example" }))),
  rule("3.zone-file.lines", ENDPOINTS)
    .states("The zone file has one text for each line of the zone as it was last rendered")
    .testOn(createDomain, async (service, { path }) => {
      for (const type of ["A", "TXT", "MX"] as const) await createRecord(service, path, type);
      const lines = await zoneFile(service, path);
      for (const target of ["192.0.2.7", "hello", "mx.example.org"]) {
        expect(lines.filter((line) => line.includes(target)).length).toBe(1);
      }
      expect(lines.filter((line) => line.includes("\n"))).toEqual([]);
    }),
  rule("3.zone-file.follows", ENDPOINTS)
    .states("In time the zone file shows what has changed")
    .testOn(createDomain, async (service, { path }) => {
      const { path: record } = await createRecord(service, path, "A");
      await zoneFile(service, path);
      expectSuccess(await service.put(record, { target: "192.0.2.99" }));
      const lines = (await zoneFile(service, path)).join("\n");
      expect(lines).toContain("192.0.2.99");
      expect(lines).not.toContain("192.0.2.7");
    }),
  rule("3.zone-file.disabled", SECTION)
    .states("An active domain is rendered, a disabled one is not")
    .testOn(createDomain, async (service, active) => {
      const disabled = await createDomain(service, { domain: "other.example", status: "disabled" });
      expect(await zoneFile(service, active.path)).not.toEqual([]);
      expect(await zoneFile(service, disabled.path)).toEqual([]);
    }),
  rule("3.import.unreachable", "Document 3, Rule 1")
    .states("An import is rejected when the name server does not let the service transfer the zone")
    .test(async (service) => {
      expectRefusal(await service.post(IMPORT, { domain: "example.com", remote_nameserver: NOBODY }));
      expect(await list(service, DOMAINS)).toEqual([]);
    }),
  ...["domain", "remote_nameserver"].map((field) =>
    rule(`3.import.requires-${field}`, ENDPOINTS)
      .states(`An import needs \`${field}\`, which is text`)
      .test(async (service) => {
        for (const value of [undefined, 7]) {
          const body = { domain: "example.com", remote_nameserver: NOBODY, [field]: value };
          expectRefusal(await service.post(IMPORT, body), field);
        }
      }),
  ),
  rule("3.import.unique", SECTION)
    .states("A domain that exists already cannot be imported")
    .testOn(createDomain, async (service) => {
      expectRefusal(await service.post(IMPORT, { domain: "example.com", remote_nameserver: NOBODY }), "domain");
    }),
  rule("3.domain.unique-platform", "Document 3, Domain", {
    options: {
      token: "owner",
      tokens: [{ token: "guest", username: "guest", restricted: true, grants: ["add_domains"] }],
    },
  })
    .states("The name of a domain that somebody else has is rejected, by create and by clone")
    .testOn(createDomain, async (service) => {
      const guest = asUser(service, "guest");
      expectRefusal(await guest.post(DOMAINS, { domain: "example.com", ...MASTER }), "domain");
      const { path } = await createDomain(guest, { domain: "guest.example" });
      expectRefusal(await guest.post(`${path}/clone`, { domain: "example.com" }), "domain");
    }),
];
