import * as compute from "pulumi-compute";

const { databases } = compute.getMysqlDatabasesOutput({ version: "8.0.26" });

export const labels = databases.apply((all) => all.map(({ label }) => label));
