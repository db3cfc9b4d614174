import type { Body, Started } from "../../../emulator/support/client";
import { asUser } from "../../../emulator/support/client";
import { HOUR_MS } from "../../../support/time";
import { rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess, list } from "../../support";
import { createDomain, createRecord, DOMAINS, MASTER, RECORD_TYPES, SLAVE } from "./domains";

const CLONING = "Document 3, Rule 3";
const ENDPOINTS = "Document 3, Endpoints";
const SECTION = "Document 3, Domain";
const IMPORT = `${DOMAINS}/import`;
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
