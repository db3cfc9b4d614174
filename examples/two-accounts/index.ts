import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();
const rootPass = config.requireSecret("rootPass");

// By default, resources use the account of COMPUTE_TOKEN. The other account has its own token and, with emulators, its own API URL.
const company = new compute.Provider("company", {
  token: config.requireSecret("companyToken"),
  url: config.get("companyUrl") ?? "http://127.0.0.1:4011/v4",
});

const web = new compute.Instance("web", {
  region: "us-east",
  type: "g6-nanode-1",
  image: "compute/debian11",
  rootPass,
});

const zone = new compute.Domain(
  "zone",
  { domain: "company-example.com", type: "master", soaEmail: "admin@company-example.com" },
  { provider: company },
);
// A record must use its zone's account: set the same provider, or a parent that has it.
new compute.DomainRecord(
  "www",
  { domainId: zone.id, type: "A", name: "www", target: web.ipv4[0] },
  { provider: company },
);

// Data sources use the account of their provider, too.
export const zones = compute.getDomainsOutput({}, { provider: company, dependsOn: zone }).domains.length;
export const address = web.ipv4[0];
