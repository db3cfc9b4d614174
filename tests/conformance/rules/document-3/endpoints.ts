import { asUser } from "../../../emulator/support/client";
import { HOUR_MS } from "../../../support/time";
import { anonymous, endpointRules, scopeRules, usersOf } from "../../rows";
import { rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess, expectTwoPages, filtered, list } from "../../support";
import { createDomain, createRecord, DOMAINS, MASTER, newRecords, ready, record, ROWS } from "./domains";

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
