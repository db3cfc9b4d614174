import type { Rule } from "../../rule";
import { expectSuccess } from "../../support";
import { createDomain } from "./domains";
import { statedIn } from "../stated-in";

const rule = statedIn("Document 3, Domain");
const endpoint = statedIn("Document 3, Endpoints");

const DEFAULTS: readonly (readonly [id: string, says: string, shown: object])[] = [
  ["status", "A domain is active unless its create says otherwise", { status: "active" }],
  ["description", "Without a description, a domain shows null", { description: null }],
  ["axfr-ips", "Nobody may transfer a domain unless its create says otherwise", { axfr_ips: [] }],
];

/** What a domain shows for the fields that its create omitted. */
export const DOMAIN_DEFAULT_RULES: readonly Rule[] = [
  ...DEFAULTS.map(([id, states, shown]) =>
    rule(`3.default.${id}`, states, async (service) => {
      const { path, body } = await createDomain(service);
      expect(body).toMatchObject(shown);
      expect(expectSuccess(await service.get(path))).toMatchObject(shown);
    }),
  ),
  endpoint("3.update.all-optional", "No field is required to update a domain", async (service) => {
    const { path } = await createDomain(service, { description: "Words", tags: ["one"], ttl_sec: 300 });
    const before = expectSuccess(await service.get(path));
    expect(expectSuccess(await service.put(path, {}))).toEqual(before);
  }),
  {
    id: "3.status.changes",
    section: "Document 3, States and transitions",
    states: "The status of a domain follows create and update, in both directions",
    test: async (service) => {
      const { path, body } = await createDomain(service, { status: "disabled" });
      expect(body.status).toBe("disabled");
      for (const status of ["active", "disabled", "active"]) {
        expect(expectSuccess(await service.put(path, { status })).status).toBe(status);
        service.emulator.clock.advance(24 * 60 * 60_000);
        expect(expectSuccess(await service.get(path)).status).toBe(status);
      }
    },
  },
];
