import { getDomainsRule, getDomainRule, getDomainZoneFileRule } from "../../data-sources/domains";
import type {
  GetDomainArgs,
  GetDomainResult,
  GetDomainZoneFileArgs,
  GetDomainZoneFileResult,
  GetDomainsArgs,
  GetDomainsResult,
} from "../../data-sources/domains";
import { dataSource, openDataSource } from "./data-source";

export type {
  GetDomainResult,
  GetDomainByNameArgs,
  GetDomainByIdArgs,
  GetDomainArgs,
  GetDomainsArgs,
  GetDomainsResult,
  GetDomainZoneFileArgs,
  GetDomainZoneFileResult,
} from "../../data-sources/domains";

const domains = openDataSource<GetDomainsArgs, GetDomainsResult>(getDomainsRule);
const domain = dataSource<GetDomainArgs, GetDomainResult>(getDomainRule);
const zoneFile = dataSource<GetDomainZoneFileArgs, GetDomainZoneFileResult>(getDomainZoneFileRule);

/** The account's domains, optionally filtered (Linode API v4, Domains). */
export const getDomains = domains.now;

/** The account's domains, optionally filtered, as an output. */
export const getDomainsOutput = domains.output;

/**
 * One domain, by its ID or its name (Linode API v4, Domains).
 * @throws when the domain does not exist.
 */
export const getDomain = domain.now;

/** One domain, as an output. */
export const getDomainOutput = domain.output;

/**
 * The zone file of a domain (Linode API v4, Domains).
 * @throws when the domain does not exist.
 */
export const getDomainZoneFile = zoneFile.now;

/** The zone file of a domain, as an output. */
export const getDomainZoneFileOutput = zoneFile.output;
