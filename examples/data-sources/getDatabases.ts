import * as compute from "pulumi-compute";

// Databases of all engines in one region.
const { databases } = compute.getDatabasesOutput({ region: "us-east" });

export const labels = databases.apply((all) => all.map(({ label }) => label));
