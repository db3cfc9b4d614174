import * as compute from "pulumi-compute";

// All available versions of MySQL.
const { engines } = compute.getDatabaseEnginesOutput({ engine: "mysql" });

export const versions = engines.apply((all) => all.map(({ version }) => version));
