import { listOf, objectId, text, word } from "../definition/types";
import { canonicalHostName } from "../normalise/host-name";
import { defineDataSource } from "./rule";

/** A DNS zone (Linode API v4, Domains). */
export interface GetDomainResult {
  /** ID of the domain. */
  id: number;
  /** Name of the domain, such as `example.com`. */
  domain: string;
  /** `master` or `slave`. */
  type: "master" | "slave";
  /** `active` or `disabled`. */
  status: "active" | "disabled";
  /** Description, for display only; null if there is none. */
  description: string | null;
  /** Group, for display only; empty if there is none. */
  group: string;
  /** Tags of the domain. */
  tags: string[];
  /** Email address in the SOA record. */
  soaEmail: string;
  /** Addresses of the nameservers that a slave zone is copied from. */
  masterIps: string[];
  /** Addresses and ranges that may transfer the zone. */
  axfrIps: string[];
  /** Seconds that a secondary nameserver may use its copy without a refresh; 0 means the service's default. */
  expireSec: number;
  /** Seconds between checks for changes by secondary nameservers; 0 means the service's default. */
  refreshSec: number;
  /** Seconds that secondary nameservers wait after a failed refresh; 0 means the service's default. */
  retrySec: number;
  /** Seconds that resolvers may cache a record without its own `ttlSec`; 0 means the service's default. */
  ttlSec: number;
}

/** The domain with this name. */
export interface GetDomainByNameArgs {
  /** Name of the domain, such as `example.com`. */
  domain: string;
  id?: undefined;
}

/** The domain with this ID. */
export interface GetDomainByIdArgs {
  /** ID of the domain, as a number or a string of digits. */
  id: number | string;
  domain?: undefined;
}

/** Selects a domain by its name or its ID. */
export type GetDomainArgs = GetDomainByNameArgs | GetDomainByIdArgs;

/** Filters for domains; a domain must match all of them. */
export interface GetDomainsArgs {
  /** Name, such as `example.com`; case is ignored. */
  domain?: string | undefined;
  /** Group, for display only. */
  group?: string | undefined;
  /** Tags that the domain must have, all of them; it may have others. */
  tags?: string[] | undefined;
}

/** The matching domains. */
export interface GetDomainsResult {
  /** The domains, in the API's order. */
  domains: GetDomainResult[];
}

/** Selects a domain. */
export interface GetDomainZoneFileArgs {
  /** ID of the domain, as a number or a string of digits. */
  domainId: number | string;
}

/** The zone file of a domain. */
export interface GetDomainZoneFileResult {
  /** Lines of the zone file as last rendered, which may be minutes ago; empty if it has not been rendered yet. */
  zoneFile: string[];
}

const noun = "domain";
const scope = "domains:read_only";

/** The account's domains, optionally filtered (Linode API v4, Domains). */
export const getDomainsRule = defineDataSource<GetDomainsArgs, GetDomainsResult>({
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

/**
 * One domain, by its ID or its name (Linode API v4, Domains).
 * @throws when the domain does not exist.
 */
export const getDomainRule = defineDataSource<GetDomainArgs, GetDomainResult>({
  name: "getDomain",
  path: "/domains/{id}",
  noun,
  scope,
  ids: { id: objectId },
  knownBy: { name: "domain", type: word, canonical: canonicalHostName },
});

/**
 * The zone file of a domain (Linode API v4, Domains).
 * @throws when the domain does not exist.
 */
export const getDomainZoneFileRule = defineDataSource<GetDomainZoneFileArgs, GetDomainZoneFileResult>({
  name: "getDomainZoneFile",
  path: "/domains/{domainId}/zone-file",
  noun,
  scope,
  ids: { domainId: objectId },
});
