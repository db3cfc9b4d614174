import { regionId } from "../definition/ids";
import { defineDataSource } from "./rule";

/** A data center region (Linode API v4, Regions). */
export interface GetRegionResult {
  /** ID of the region, such as `us-east`. */
  id: string;
  /** Two-letter country code. */
  country: string;
  /** Capabilities of the region, such as `Vlans` and `Managed Databases`. */
  capabilities: string[];
  /** Comma-separated addresses of the DNS resolvers. */
  resolvers: { ipv4: string; ipv6: string };
  /** `ok` or `outage`. */
  status: string;
}

/** Selects a region. */
export interface GetRegionArgs {
  /** ID of the region, such as `us-east`. */
  id: string;
}

/** All regions. */
export interface GetRegionsResult {
  /** The regions, in the API's order. */
  regions: GetRegionResult[];
}

/** All regions (Linode API v4, Regions). Works without a token. */
export const getRegionsRule = defineDataSource<Record<string, never>, GetRegionsResult>({
  name: "getRegions",
  path: "/regions",
  noun: "region",
  list: { as: "regions", by: {} },
});

/**
 * One region (Linode API v4, Regions). Works without a token.
 * @throws when the region does not exist.
 */
export const getRegionRule = defineDataSource<GetRegionArgs, GetRegionResult>({
  name: "getRegion",
  path: "/regions/{id}",
  noun: "region",
  ids: { id: regionId },
});
