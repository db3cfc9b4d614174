import { filtered, list } from "../../lists";
import type { Rule } from "../../rule";
import { expectShape } from "../../shapes";
import { expectSuccess, observedOnce } from "../../support";
import { createDomain, DOMAINS, expectDomainRefused, MASTER, SLAVE } from "./domains";
import { DOMAIN_FIELDS } from "./shape";
import { statedIn } from "../stated-in";

const rule = statedIn("Document 3, Domain");

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

/** The fields of a domain: types of values, setting, filters. */
export const DOMAIN_FIELD_RULES: readonly Rule[] = [
  ...Object.entries(DOMAIN_FIELDS).map(([field, [shape, says, wrong]]) =>
    rule(`3.domain.${field}`, says, async (service) => {
      for (const view of await shown(service)) expectShape(view, field, shape);
      if (wrong !== undefined) await expectDomainRefused(service, field, wrong);
    }),
  ),
  ...SETTINGS.map(([field, says, value]): Rule => ({
    id: `3.domain.set-${field}`,
    section: "Document 3, Domain; Endpoints",
    states: `${says}, when it is created and later, without touching its other fields`,
    test: async (service) => {
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
    },
  })),
  ...(
    [
      ["domain", "sought.example", "sought.example"],
      ["group", "sought", "sought"],
      ["tags", ["one", "sought"], "sought"],
    ] as const
  ).map(([field, value, filter]) =>
    rule(`3.domain.filter-${field}`, `Domains can be filtered by \`${field}\``, async (service) => {
      const { body } = await createDomain(service, { domain: "sought-not.example", ...MASTER, [field]: value });
      await createDomain(service, { domain: "other.example", group: "other", tags: ["other"] });
      expect(await filtered(service, DOMAINS, { [field]: filter })).toEqual([body.id]);
      expect(await filtered(service, DOMAINS, { [field]: "nothing" })).toEqual([]);
    }),
  ),
];
