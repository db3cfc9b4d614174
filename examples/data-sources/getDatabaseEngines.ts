import * as compute from "pulumi-compute";

// Every version of MySQL that the service offers.
const { engines } = compute.getDatabaseEnginesOutput({ engine: "mysql" });

export const versions = engines.apply((all) => all.map(({ version }) => version));
