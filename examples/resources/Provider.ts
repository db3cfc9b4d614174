import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();

const other = new compute.Provider("other", { token: config.requireSecret("otherToken"), defaultTags: ["team-a"] });

// A resource and a data source of the other account.
new compute.Domain(
  "zone",
  { domain: "example.com", type: "master", soaEmail: "admin@example.com" },
  { provider: other },
);
const { regions } = compute.getRegionsOutput({}, { provider: other });

export const regionIds = regions.apply((all) => all.map(({ id }) => id));
