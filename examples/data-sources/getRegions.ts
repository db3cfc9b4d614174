import * as compute from "pulumi-compute";

const { regions } = compute.getRegionsOutput();

export const withDatabases = regions.apply((all) =>
  all.filter(({ capabilities }) => capabilities.includes("Managed Databases")).map(({ id }) => id),
);
