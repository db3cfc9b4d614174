import { rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess, filtered, list, observedOnce } from "../../support";
import { createDomain, createRecord, DOMAINS, expectDomainRefused, MASTER, SLAVE } from "./domains";

const SECTION = "Document 3, Domain";

/** The fields of a domain: statement, and a value of another type where a request may give one. */
const DOMAIN_FIELDS: { readonly [field: string]: readonly [says: string, wrong?: unknown] } = {
  id: ["A domain has an integer as `id`"],
  domain: ["A domain shows its name as `domain`", 7],
  type: ["A domain is of the type master or slave", 7],
  status: ["A domain shows whether it is active or disabled", 7],
  description: ["The description of a domain is text or null", 7],
  group: ["The group of a domain is text", 7],
  tags: ["The tags of a domain are an array of texts", "one"],
  soa_email: ["The Start of Authority address of a domain is text", 7],
  master_ips: ["The addresses of the masters of a domain are an array of texts", "203.0.113.53"],
  axfr_ips: ["The addresses that may transfer a domain are an array of texts", "203.0.113.53"],
  expire_sec: ["A domain shows an integer as `expire_sec`", "soon"],
  refresh_sec: ["A domain shows an integer as `refresh_sec`", "soon"],
  retry_sec: ["A domain shows an integer as `retry_sec`", 1.5],
  ttl_sec: ["A domain shows an integer as `ttl_sec`", "soon"],
};

/** A minimal domain and one with all fields, wherever they are shown. */
const shown = observedOnce(async (service) => {
  const few = await createDomain(service);
  const all = await createDomain(service, { ...FULL, domain: "full.example" });
  const clone = expectSuccess(await service.post(`${all.path}/clone`, { domain: "clone.example" }));
  const views = [few.body, all.body, clone];
  for (const { path } of [few, all]) {
    views.push(expectSuccess(await service.get(path)), expectSuccess(await service.put(path, {})));
  }
  return [...views, ...(await list(service, DOMAINS))];
});

const FULL = {
  ...SLAVE,
  status: "disabled",
  description: "A description",
  group: "group",
  tags: ["one", "two"],
  axfr_ips: ["203.0.113.54"],
  expire_sec: 604_800,
  refresh_sec: 14_400,
  retry_sec: 3_600,
  ttl_sec: 300,
};

/** What a create and an update may contain, and what is then shown. */
const SETTINGS: readonly (readonly [field: string, says: string, value: unknown])[] = [
  ["domain", "The name of a domain can be set", "renamed.example"],
  ["type", "The type of a domain can be set", "slave"],
  ["status", "The status of a domain can be set", "disabled"],
  ["description", "The description of a domain can be set", "Words about it"],
  ["group", "The group of a domain can be set", "customers"],
  ["tags", "The tags of a domain can be set", ["blue", "green"]],
  ["soa_email", "The Start of Authority address of a domain can be set", "hostmaster@example.org"],
  ["master_ips", "The masters' addresses of a domain can be set", ["203.0.113.1", "2001:db8::2"]],
  ["axfr_ips", "The addresses that may transfer a domain can be set", ["203.0.113.3"]],
  ["expire_sec", "The time after which a domain stops being authoritative can be set", 1_209_600],
  ["refresh_sec", "The time before a refresh of a domain can be set", 28_800],
  ["retry_sec", "The time between retries can be set", 7_200],
  ["ttl_sec", "The time for which resolvers may keep a domain's records can be set", 86_400],
];

const DEFAULTS: readonly (readonly [id: string, says: string, shown: object])[] = [
  ["status", "A domain is active unless its create says otherwise", { status: "active" }],
  ["description", "Without a description, a domain shows null", { description: null }],
  ["axfr-ips", "Nobody may transfer a domain unless its create says otherwise", { axfr_ips: [] }],
];

const LIMITS = "Document 3, Domain; Limits";

/** A name of this many characters, with labels of valid length. */
function nameOf(length: number): string {
  const tail = ".example";
  const labels = [];
  for (let left = length - tail.length; left > 0; left -= 64) labels.push("a".repeat(Math.min(left, 63)));
  return labels.join(".") + tail;
}

const ACCEPTED: readonly (readonly [id: string, section: string, says: string, fields: object])[] = [
  ["name-max", LIMITS, "The name of a domain may have 255 characters", { domain: nameOf(255) }],
  ["label-max", LIMITS, "A label of a domain's name may have 63 characters", { domain: `${"a".repeat(63)}.example` }],
  ["description-min", LIMITS, "A description may have 1 character", { description: "d" }],
  ["description-max", LIMITS, "A description may have 255 characters", { description: "d".repeat(255) }],
  ["group-min", LIMITS, "A group may have 1 character", { group: "g" }],
  ["group-max", LIMITS, "A group may have 50 characters", { group: "g".repeat(50) }],
  ["type-master", SECTION, "A domain may be a master", { ...SLAVE, type: "master" }],
  ["type-slave", SECTION, "A domain may be a slave", SLAVE],
  ["status-active", SECTION, "A domain may be active", { status: "active" }],
  ["status-disabled", SECTION, "A domain may be disabled", { status: "disabled" }],
];

const LABELS = ["a".repeat(64), "-a", "a-", "a.", "", "a b", "a!"].map((label) => `${label}.example`);
const NO_EMAILS = ["admin", "a@", "@b", "admin@example.org\u0000"];
const NO_ADDRESSES = [["ns1.example.org"], ["203.0.113.300"]];

const REFUSED: readonly (readonly [id: string, field: string, section: string, says: string, wrong: unknown[]])[] = [
  ["name", "domain", LIMITS, "A name of no or more than 255 characters is rejected", ["", nameOf(256)]],
  [
    "label",
    "domain",
    LIMITS,
    "A name is rejected if a label is empty, longer than 63 characters, or has characters that RFC 1035 does not allow",
    LABELS,
  ],
  ["description", "description", LIMITS, "A description of more than 255 characters is rejected", ["d".repeat(256)]],
  ["group", "group", LIMITS, "A group of more than 50 characters is rejected", ["g".repeat(51)]],
  ["type", "type", SECTION, "No other type of domain is accepted", ["primary", ""]],
  ["status", "status", SECTION, "No other status of a domain is accepted", ["paused", ""]],
  ["soa-email", "soa_email", SECTION, "The Start of Authority address has the form of an email address", NO_EMAILS],
  ["master-ips", "master_ips", SECTION, "The masters of a domain are IP addresses", NO_ADDRESSES],
  ["axfr-ips", "axfr_ips", SECTION, "Only IP addresses may transfer a domain", NO_ADDRESSES],
];

/** The fields of a domain: types of values, setting, filters, defaults and single rules. */
export const DOMAIN_RULES = [
  ...Object.entries(DOMAIN_FIELDS).map(([field, [says, wrong]]) =>
    rule(`3.domain.${field}`, SECTION)
      .states(says)
      .test(async (service) => {
        for (const view of await shown(service)) expect(view).toHaveProperty([field]);
        if (wrong !== undefined) await expectDomainRefused(service, field, wrong);
      }),
  ),
  ...SETTINGS.map(([field, says, value]) =>
    rule(`3.domain.set-${field}`, "Document 3, Domain; Endpoints")
      .states(`${says}, when it is created and later, without touching its other fields`)
      .test(async (service) => {
        const created = await createDomain(service, { ...SLAVE, [field]: value });
        for (const view of [created.body, expectSuccess(await service.get(created.path))]) {
          expect(view[field]).toEqual(value);
        }
        service.emulator.reset();
        const { path } = await createDomain(service, { ...SLAVE, type: "master" });
        const before = expectSuccess(await service.get(path));
        const updated = expectSuccess(await service.put(path, { [field]: value }));
        for (const name of Object.keys(DOMAIN_FIELDS)) {
          expect([name, updated[name]]).toEqual([name, name === field ? value : before[name]]);
        }
        expect(expectSuccess(await service.get(path))).toEqual(updated);
      }),
  ),
  ...(
    [
      ["domain", "sought.example", "sought.example"],
      ["group", "sought", "sought"],
      ["tags", ["one", "sought"], "sought"],
    ] as const
  ).map(([field, value, filter]) =>
    rule(`3.domain.filter-${field}`, SECTION)
      .states(`Domains can be filtered by \`${field}\``)
      .test(async (service) => {
        const { body } = await createDomain(service, { domain: "sought-not.example", ...MASTER, [field]: value });
        await createDomain(service, { domain: "other.example", group: "other", tags: ["other"] });
        expect(await filtered(service, DOMAINS, { [field]: filter })).toEqual([body.id]);
        expect(await filtered(service, DOMAINS, { [field]: "nothing" })).toEqual([]);
      }),
  ),
  ...DEFAULTS.map(([id, states, shown]) =>
    rule(`3.default.${id}`, SECTION)
      .states(states)
      .testOn(createDomain, async (service, { path, body }) => {
        expect(body).toMatchObject(shown);
        expect(expectSuccess(await service.get(path))).toMatchObject(shown);
      }),
  ),
  rule("3.update.all-optional", "Document 3, Endpoints")
    .states("No field is required to update a domain")
    .test(async (service) => {
      const { path } = await createDomain(service, { description: "Words", tags: ["one"], ttl_sec: 300 });
      const before = expectSuccess(await service.get(path));
      expect(expectSuccess(await service.put(path, {}))).toEqual(before);
    }),
  rule("3.status.changes", "Document 3, States and transitions")
    .states("The status of a domain follows create and update, in both directions")
    .test(async (service) => {
      const { path, body } = await createDomain(service, { status: "disabled" });
      expect(body.status).toBe("disabled");
      for (const status of ["active", "disabled", "active"]) {
        expect(expectSuccess(await service.put(path, { status })).status).toBe(status);
        service.emulator.clock.advance(24 * 60 * 60_000);
        expect(expectSuccess(await service.get(path)).status).toBe(status);
      }
    }),
  rule("3.domain.label-beginning", SECTION)
    .states("A name is rejected if a label does not begin with a letter (RFC 1035)")
    .deviates(
      "labels may begin with a digit or an underscore, and the first may be `*`, as in the real service: there are domains such as 1and1.com",
    ),
  ...ACCEPTED.map(([id, section, states, fields]) =>
    rule(`3.domain.${id}`, section)
      .states(states)
      .test(async (service) => {
        const { path, body } = await createDomain(service, fields);
        expect(body).toMatchObject(fields);
        expect(expectSuccess(await service.put(path, fields))).toMatchObject(fields);
      }),
  ),
  ...REFUSED.map(([id, field, section, states, wrong]) =>
    rule(`3.domain.${id}-refused`, section)
      .states(states)
      .test(async (service) => {
        for (const value of wrong) await expectDomainRefused(service, field, value);
      }),
  ),
  ...["description", "group"].map((field) =>
    rule(`3.domain.${field}-empty`, LIMITS)
      .states(`A domain cannot be created with a ${field} of no characters`)
      .test(async (service) => {
        const body = { domain: "example.com", ...MASTER };
        expectRefusal(await service.post(DOMAINS, { ...body, [field]: "" }), field);
        expectSuccess(await service.post(DOMAINS, body));
      }),
  ),
  ...["domain", "type"].map((field) =>
    rule(`3.create.requires-${field}`, SECTION)
      .states(`A domain cannot be created without \`${field}\``)
      .test(async (service) => {
        const { [field]: _missing, ...body }: Record<string, unknown> = { domain: "example.com", ...SLAVE };
        expectRefusal(await service.post(DOMAINS, body), field);
      }),
  ),
  rule("3.create.minimum", SECTION)
    .states(
      "What only some type requires is the Start of Authority address and the masters; nothing else but name and type is",
    )
    .test(async (service) => {
      const { soa_email, master_ips } = SLAVE;
      for (const type of ["master", "slave"]) {
        expectSuccess(await service.post(DOMAINS, { domain: `${type}.example`, type, soa_email, master_ips }));
      }
    }),
  ...(["soa_email", "master_ips"] as const).map((field) =>
    rule(`3.create.${field}-of-some-type`, SECTION)
      .states(`There is a type of domain that cannot be created without \`${field}\``)
      .test(async (service) => {
        const { [field]: _missing, ...body } = SLAVE;
        const replies = [];
        for (const type of ["master", "slave"]) {
          replies.push(await service.post(DOMAINS, { domain: `${type}.example`, ...body, type }));
        }
        const refused = replies.filter(({ status }) => status >= 400);
        expect(refused.length).toBeGreaterThan(0);
        for (const reply of refused) expectRefusal(reply, field);
      }),
  ),
  rule("3.domain.unique", SECTION)
    .states("A second domain of the same name is rejected")
    .testOn(createDomain, async (service) => {
      expectRefusal(await service.post(DOMAINS, { domain: "example.com", ...MASTER }), "domain");
    }),
  rule("3.domain.unique-update", SECTION)
    .states("An update to the name of another domain is rejected")
    .testOn(createDomain, async (service) => {
      const { path } = await createDomain(service, { domain: "other.example" });
      expectRefusal(await service.put(path, { domain: "example.com" }), "domain");
      expectSuccess(await service.put(path, { domain: "other.example" }));
      expectSuccess(await service.put(path, { domain: "third.example" }));
      await createDomain(service, { domain: "other.example" });
    }),
  rule("3.domain.id-not-given", SECTION)
    .states("The id of a domain is only shown: a request cannot set it")
    .test(async (service) => {
      const created = await service.post(DOMAINS, { domain: "example.com", ...MASTER, id: 7 });
      // The documents don't specify whether such a field is rejected or ignored.
      if (created.status < 400) expect(created.body.id).not.toBe(7);
      const { path, body } = await createDomain(service, { domain: "other.example" });
      await service.put(path, { id: 7 });
      expect(expectSuccess(await service.get(path)).id).toBe(body.id);
      expectFailure(await service.get(`${DOMAINS}/7`));
    }),
  rule("3.domain.several", "Document 3, What the service does")
    .states("A domain holds records, each domain its own")
    .testOn(createDomain, async (service, one) => {
      const two = await createDomain(service, { domain: "other.example" });
      const { path, body } = await createRecord(service, one.path, "A");
      expect(expectSuccess(await service.get(path)).id).toBe(body.id);
      expectFailure(await service.get(`${two.path}/records/${body.id}`));
    }),
  rule("3.version.segment", "Document 3, Versioning")
    .states("The segment v4 is part of every path")
    .testOn(createDomain, async (service, { path }) => {
      for (const below of [DOMAINS, path, `${path}/records`]) {
        expectSuccess(await service.send("GET", `/v4${below}`));
        expectFailure(await service.send("GET", below));
      }
    }),
];
