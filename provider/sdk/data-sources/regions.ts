import { getRegionsRule, getRegionRule } from "../../data-sources/regions";
import type { GetRegionArgs, GetRegionResult, GetRegionsResult } from "../../data-sources/regions";
import { dataSource, openDataSource } from "./data-source";

export type { GetRegionResult, GetRegionArgs, GetRegionsResult } from "../../data-sources/regions";

const regions = openDataSource<Record<string, never>, GetRegionsResult>(getRegionsRule);
const region = dataSource<GetRegionArgs, GetRegionResult>(getRegionRule);

/** All regions (Linode API v4, Regions). Works without a token. */
export const getRegions = regions.now;

/** All regions, as an output. */
export const getRegionsOutput = regions.output;

/**
 * One region (Linode API v4, Regions). Works without a token.
 * @throws when the region does not exist.
 */
export const getRegion = region.now;

/** One region, as an output. */
export const getRegionOutput = region.output;
