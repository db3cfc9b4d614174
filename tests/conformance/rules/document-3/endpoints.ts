import { HOUR_MS } from "../../../support/time";
import { expectTwoPages, filtered, list, PAGE } from "../../lists";
import { anonymous, endpointRules, scopeRules, usersOf } from "../../rows";
import type { Rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess } from "../../support";
import { createDomain, createRecord, DOMAINS, MASTER, newRecords, record } from "./domains";
import { ready, ROWS } from "./domains";
import { asUser } from "../../../emulator/support/client";
import { statedIn } from "../stated-in";

const endpoint = statedIn("Document 3, Endpoints");
const removal = statedIn("Document 3, Rule 2");
const failure = statedIn("Document 3, Errors");
const IMPORT = `${DOMAINS}/import`;

/** Every endpoint of the document, its access rules, and its lists. */
export const ENDPOINT_RULES: readonly Rule[] = [
  ...endpointRules(3, ROWS, ready),
  ...scopeRules(3, "domains", ROWS, ready),
  {
    id: "3.scope.domain-import",
    section: "Document 3, Authentication",
    states: "`POST /domains/import` needs a token with the scope `domains:read_write`",
    options: usersOf("domains"),
    test: async (service) => {
      const body = { domain: "", remote_nameserver: "" };
      for (const user of [anonymous(service), asUser(service, "stranger"), asUser(service, "reader")]) {
        const reply = await user.send("POST", `/v4${IMPORT}`, { body: JSON.stringify(body) });
        expectRefusal(reply);
        // The import was not attempted.
        expect(reply.body.errors.map(({ field }) => field)).not.toContain("domain");
      }
      expectRefusal(await asUser(service, "writer").post(IMPORT, body), "domain");
    },
  },
  endpoint("3.endpoint.domains-page", "The list of domains takes `page` and `page_size`", async (service) => {
    for (let index = 0; index < PAGE.objects; index++) await createDomain(service, { domain: `d${index}.example` });
    await expectTwoPages(service, DOMAINS);
  }),
  endpoint("3.endpoint.records-page", "The list of records takes `page` and `page_size`", async (service) => {
    const records = await newRecords(service);
    for (let index = 0; index < PAGE.objects; index++) {
      expectSuccess(await service.post(records, record("A", { name: `host${index}` })));
    }
    await expectTwoPages(service, records);
  }),
  endpoint(
    "3.endpoint.id-as-text",
    "The id of a domain in a path is an integer, also where clone and zone file take it as text",
    async (service) => {
      const { body } = await createDomain(service);
      expect(Number.isInteger(body.id)).toBe(true);
      expectSuccess(await service.get(`${DOMAINS}/${String(body.id)}/zone-file`));
      expectSuccess(await service.post(`${DOMAINS}/${String(body.id)}/clone`, { domain: "clone.example" }));
      for (const below of ["", "/zone-file"]) expectFailure(await service.get(`${DOMAINS}/one${below}`));
    },
  ),
  removal("3.delete.gone", "Deleting a domain deletes all its records", async (service) => {
    const { path, body } = await createDomain(service);
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
  endpoint("3.delete.record", "Deleting a record leaves the others of the domain", async (service) => {
    const { path } = await createDomain(service);
    const [gone, kept] = [await createRecord(service, path, "A"), await createRecord(service, path, "AAAA")];
    expect(expectSuccess(await service.delete(gone.path))).toEqual({});
    expectFailure(await service.get(gone.path));
    expectFailure(await service.put(gone.path, { ttl_sec: 300 }));
    expectFailure(await service.delete(gone.path));
    expect((await list(service, `${path}/records`)).map(({ id }) => id)).toEqual([kept.body.id]);
  }),
  failure("3.error.body", "A failure returns the error body of document 1", async (service) => {
    const { path } = await createDomain(service);
    for (const missing of [`${DOMAINS}/999999`, `${path}/records/999999`, `${DOMAINS}/999999/zone-file`]) {
      expectFailure(await service.get(missing));
    }
    expectRefusal(await service.post(DOMAINS, { domain: "example.com", ...MASTER }));
    expectRefusal(await service.post(DOMAINS, { domain: "-.example", ...MASTER }));
    expectRefusal(await service.post(`${path}/records`, record("A", { weight: 5 })));
  }),
];
