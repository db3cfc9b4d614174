import type * as pulumi from "@pulumi/pulumi";
import { readList } from "../api/paging";
import { lookup } from "./lookup";

/** A data center region (document 1, Region). */
export interface Region {
  /** Such as `us-east`. */
  id: string;
  /** Two-letter country code. */
  country: string;
  /** Services that the region has, such as `Vlans` and `Managed Databases`. */
  capabilities: string[];
  /** Addresses of the DNS resolvers, separated by commas. */
  resolvers: { ipv4: string; ipv6: string };
  status: string;
}

export interface GetRegionArgs {
  /** Id of the region, such as `us-east`. */
  id: string;
}

export interface GetRegionsResult {
  regions: Region[];
}

const regions = lookup("getRegions", async (send): Promise<GetRegionsResult> => {
  return { regions: (await readList(send, { path: "/regions", isPublic: true })) as unknown as Region[] };
});

const region = lookup("getRegion", async (send, { id }: GetRegionArgs): Promise<Region> => {
  return (await send({
    method: "GET",
    path: `/regions/${encodeURIComponent(id)}`,
    isPublic: true,
  })) as unknown as Region;
});

/** All regions (document 1, Regions). Works without a token. */
export function getRegions(args: Record<string, never> = {}, opts?: pulumi.InvokeOptions): Promise<GetRegionsResult> {
  return regions.now(args, opts);
}

/** All regions, as an output. */
export function getRegionsOutput(
  args: Record<string, never> = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetRegionsResult> {
  return regions.output(args, opts);
}

/**
 * One region (document 1, Regions). Works without a token.
 * @throws when there is no such region.
 */
export function getRegion(args: GetRegionArgs, opts?: pulumi.InvokeOptions): Promise<Region> {
  return region.now(args, opts);
}

/** One region, as an output. */
export function getRegionOutput(
  args: { id: pulumi.Input<string> },
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<Region> {
  return region.output(args as pulumi.Input<GetRegionArgs>, opts);
}
