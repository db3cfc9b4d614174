import { listOf, objectId, text, word } from "../definition/types";
import { canonicalHostName } from "../normalise/host-name";
import { lookup, openLookup } from "./lookup";

/** A DNS zone (Linode API v4, Domains). */
export interface GetDomainResult {
  /** Its id. */
  id: number;
  /** Its name, such as `example.com`. */
  domain: string;
  /** `master` or `slave`. */
  type: "master" | "slave";
  /** `active` or `disabled`. */
  status: "active" | "disabled";
  /** What it is for; null if nobody has said. */
  description: string | null;
  /** A label for display; empty if none was given. */
  group: string;
  /** Its tags. */
  tags: string[];
  /** E-mail address in the SOA record. */
  soaEmail: string;
  /** Where a slave zone is copied from. */
  masterIps: string[];
  /** Who may transfer the zone. */
  axfrIps: string[];
  /** How long a secondary nameserver may use its copy without a refresh, in seconds; 0 means the service's default. */
  expireSec: number;
  /** How often secondary nameservers look for changes, in seconds; 0 means the service's default. */
  refreshSec: number;
  /** How long they wait after a failed refresh, in seconds; 0 means the service's default. */
  retrySec: number;
  /** How long resolvers keep a record that has no time of its own, in seconds; 0 means the service's default. */
  ttlSec: number;
}

/** The domain with this name. */
export interface GetDomainByNameArgs {
  /** Its name, such as `example.com`. */
  domain: string;
  id?: undefined;
}

/** The domain with this id. */
export interface GetDomainByIdArgs {
  /** Id of the domain, as a number or a string of digits. */
  id: number | string;
  domain?: undefined;
}

/** Selects a domain by its name or its id. */
export type GetDomainArgs = GetDomainByNameArgs | GetDomainByIdArgs;

/** Only domains that match all given fields. */
export interface GetDomainsArgs {
  /** Name, such as `example.com`; upper and lower case are the same. */
  domain?: string | undefined;
  /** Label for display. */
  group?: string | undefined;
  /** Tags that it must have, all of them; it may have others. */
  tags?: string[] | undefined;
}

/** The domains that match. */
export interface GetDomainsResult {
  /** The domains, in the service's order. */
  domains: GetDomainResult[];
}

/** Selects a domain. */
export interface GetDomainZoneFileArgs {
  /** Id of the domain, as a number or a string of digits. */
  domainId: number | string;
}

/** The zone file of a domain. */
export interface GetDomainZoneFileResult {
  /** The lines of the zone as last rendered, which may be minutes ago; empty before the first time. */
  zoneFile: string[];
}

const noun = "domain";
const scope = "domains:read_only";

const domains = openLookup<GetDomainsArgs, GetDomainsResult>({
  name: "getDomains",
  path: "/domains",
  noun,
  scope,
  list: {
    as: "domains",
    by: {
      domain: { type: word, canonical: canonicalHostName },
      group: { type: text(0, Infinity) },
      tags: { type: listOf(word) },
    },
  },
});

const domain = lookup<GetDomainArgs, GetDomainResult>({
  name: "getDomain",
  path: "/domains/{id}",
  noun,
  scope,
  ids: { id: objectId },
  knownBy: { name: "domain", type: word, canonical: canonicalHostName },
});

const zoneFile = lookup<GetDomainZoneFileArgs, GetDomainZoneFileResult>({
  name: "getDomainZoneFile",
  path: "/domains/{domainId}/zone-file",
  noun,
  scope,
  ids: { domainId: objectId },
});

/** The account's domains, or some of them (Linode API v4, Domains). */
export const getDomains = domains.now;

/** The account's domains, or some of them, as an output. */
export const getDomainsOutput = domains.output;

/**
 * One domain (Linode API v4, Domains), by its id or its name.
 * @throws when there is no such domain.
 */
export const getDomain = domain.now;

/** One domain, as an output. */
export const getDomainOutput = domain.output;

/**
 * The zone file of a domain (Linode API v4, Domains).
 * @throws when there is no such domain.
 */
export const getDomainZoneFile = zoneFile.now;

/** The zone file of a domain, as an output. */
export const getDomainZoneFileOutput = zoneFile.output;
