import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { aSource } from "../support/action-programs";
import { address, domainName, email, seconds, someOf, tags, twoOf, unicode } from "../support/arbitraries";
import { shopNameserver } from "../support/origins";
import { MASTER } from "../support/programs";
import { documented, fields, ID, INTEGER, listOf, oneOf, orNull, TAGS, TEXT, text, without } from "./schema";
import type { Schema } from "./schema";
import { operationsOn, specimen } from "./specimen";

const IP_ADDRESS: Schema = { type: "string", anyOf: [{ format: "ipv4" }, { format: "ipv6" }] };
const ADDRESS_OR_RANGE: Schema = { type: "string", pattern: "^[0-9A-Fa-f.:]+(/\\d{1,3})?$" };

/** A DNS domain (Linode API v4, Domains). An unset group or email address is an empty string, as on the real service. */
const DOMAIN = documented({
  id: ID,
  domain: text(1, 255),
  type: oneOf("master", "slave"),
  status: oneOf("disabled", "active"),
  description: { ...orNull(TEXT), minLength: 1, maxLength: 255 },
  group: text(0, 50),
  tags: TAGS,
  soa_email: { type: "string", pattern: "^(|[^\\s@]+@[^\\s@]+)$" },
  master_ips: listOf(IP_ADDRESS),
  axfr_ips: listOf(ADDRESS_OR_RANGE),
  expire_sec: INTEGER,
  refresh_sec: INTEGER,
  retry_sec: INTEGER,
  ttl_sec: INTEGER,
});

/** The lines of the last rendered zone file (Linode API v4, Domains). */
const ZONE_FILE = documented({ zone_file: listOf(TEXT) });

const WRITTEN = without(DOMAIN, "id");

const optional = someOf({
  status: fc.constantFrom("active", "disabled"),
  description: unicode(255),
  group: unicode(50),
  tags,
  axfrIps: fc.array(address, { maxLength: 3 }),
  expireSec: seconds,
  refreshSec: seconds,
  retrySec: seconds,
  ttlSec: seconds,
});
const masterIps = fc.array(address, { minLength: 1, maxLength: 3 });

export const aDomain = fc
  .tuple(fc.constantFrom("master", "slave"), domainName, optional, email, masterIps)
  .map(([type, domain, rest, soaEmail, masters]): Values => ({
    ...rest,
    domain,
    type,
    ...(type === "master" ? { soaEmail } : { masterIps: masters }),
  }));

export const twoDomains = twoOf(fc.constant<Values>({}), () => aDomain);

export default specimen("Domain", {
  terraform: ["linode_domain", { id: "7" }],
  lost: "all of its records, also those that no stack manages",
  several: (index) => ({ domain: `shop-${index}.example` }),
  variants: [
    {
      domain: ["Example.com", "example.org"],
      type: ["slave", "master"],
      status: ["disabled", "active"],
      description: ["The shop's zone", "Another zone"],
      group: ["shop", "blog"],
      tags: [["blue", "amber"], ["amber"]],
      soaEmail: ["admin@example.com", "hostmaster@example.com"],
      masterIps: [["192.0.2.1", "2001:db8::1"], ["192.0.2.2"]],
      axfrIps: [["192.0.2.0/24"], []],
      expireSec: [604_800, 1_209_600],
      refreshSec: [14_400, 0],
      retrySec: [3600, 7200],
      ttlSec: [300, 3600],
    },
    {
      domain: ["example.com", "example.org"],
      type: ["master", "slave"],
      importFrom: [{ remoteNameserver: "ns1.example.com" }, { remoteNameserver: "192.0.2.53" }],
    },
    { domain: ["example.com", "example.org"], type: ["slave", "master"], cloneFrom: ["12", 13] },
  ],
  lives: [
    {
      title: "a master",
      args: {
        ...MASTER,
        domain: "Shop.Example.",
        description: "shop",
        tags: ["blue"],
        ttlSec: 300,
        axfrIps: ["192.0.2.9"],
      },
      changes: { status: "disabled", description: "closed", refreshSec: 14_400, axfrIps: [] },
      made: { domain: "shop.example", type: "master", description: "shop", ttl_sec: 300, axfr_ips: ["192.0.2.9"] },
      changed: { status: "disabled", description: "closed", refresh_sec: 14_400, axfr_ips: [], ttl_sec: 300 },
    },
    {
      title: "a slave",
      args: { domain: "copy.example", type: "slave", masterIps: ["192.0.2.1"] },
      changes: { masterIps: ["192.0.2.1", "192.0.2.2"] },
      made: { domain: "copy.example", type: "slave", master_ips: ["192.0.2.1"] },
      changed: { master_ips: ["192.0.2.1", "192.0.2.2"] },
    },
  ],
  otherLives: [
    {
      title: "a clone of a domain",
      needs: async (service) => ({ cloneFrom: await aSource(service) }),
      args: MASTER,
      changes: { description: "shop" },
      post: "/domains/*/clone",
      made: { domain: "shop.example", type: "master" },
      changed: { description: "shop" },
    },
    {
      title: "an imported domain",
      needs: async () => ({ importFrom: { remoteNameserver: (await shopNameserver()).address } }),
      args: MASTER,
      changes: { description: "shop" },
      post: "/domains/import",
      made: { domain: "shop.example", type: "master" },
      changed: { description: "shop" },
    },
  ],
  random: [
    { title: "a domain", two: twoDomains },
    {
      title: "a clone of a domain",
      two: twoDomains,
      needs: async (service) => {
        const fields = { group: "old", axfr_ips: ["192.0.2.9"], refresh_sec: 7200 };
        return { cloneFrom: await aSource(service, fields) };
      },
    },
  ],
  wire: {
    // Linode API v4, Domains
    ...operationsOn("/domains", DOMAIN, { post: WRITTEN, put: WRITTEN }),
    "POST /domains/import": { body: fields("domain", "remote_nameserver"), answer: DOMAIN },
    "POST /domains/{}/clone": { body: fields("domain"), answer: DOMAIN },
    "GET /domains/{}/zone-file": { answer: ZONE_FILE },
  },
});
