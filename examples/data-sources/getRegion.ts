import * as compute from "pulumi-compute";

const region = compute.getRegionOutput({ id: "us-east" });

export const hasVlans = region.capabilities.apply((all) => all.includes("Vlans"));
