import * as compute from "pulumi-compute";

const { databases } = compute.getMongoDatabasesOutput({ status: "active" });

export const labels = databases.apply((all) => all.map(({ label }) => label));
