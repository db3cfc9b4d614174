import type { Finding, Fix, ScannedResource } from "../../cli/drift/report";

export const PRODUCTION = "acme/shop/production";
export const STAGING = "acme/shop/staging";

const ACCOUNT = "https://api.example.com/v4";
const LINES: Readonly<Record<string, number>> = { Instance: 24, Domain: 51, DomainRecord: 58, MysqlDatabase: 73 };

/** A resource in a stack, declared in a file named after its type. */
export function resourceOf(stack: string, kind: string, name: string): ScannedResource {
  const project = stack.split("/").slice(1);
  const urn = `urn:pulumi:${project[1]}::${project[0]}::pulumi-nodejs:dynamic/compute:${kind}::${name}`;
  const source = { file: "src/shop.ts", line: LINES[kind] ?? 9, column: 17 };
  return { stack, urn, name, kind, id: String(10_000 + name.length * 37), source };
}

const finding = (resource: ScannedResource, rest: Pick<Finding, "state"> & Partial<Finding>): Finding => ({
  fingerprint: `${rest.state}-${resource.stack}-${resource.kind}-${resource.name}`,
  kind: resource.kind,
  id: resource.id,
  account: ACCOUNT,
  resource,
  properties: [],
  ...rest,
});

const web = resourceOf(PRODUCTION, "Instance", "web-1");
const zone = resourceOf(PRODUCTION, "Domain", "shop.example.com");
const orders = resourceOf(PRODUCTION, "MysqlDatabase", "orders");
const { source: _none, ...worker } = resourceOf(STAGING, "Instance", "worker");

export const FINDINGS: readonly Finding[] = [
  finding(web, {
    state: "modified",
    label: "web-1-old",
    tags: ["web", "production"],
    properties: [
      { path: "label", expected: "web-1", actual: "web-1-old" },
      { path: "alerts", expected: { cpu: 90, networkIn: 10 }, actual: { cpu: 0, networkIn: 10 } },
      { path: "tags", expected: ["web", "production"], actual: ["web"] },
      { path: "rootPass", isSecret: true },
    ],
    lastEvent: { who: "j.doe", when: "2026-11-21T22:41:09Z", action: "linode_update" },
  }),
  finding(zone, {
    state: "modified",
    label: "shop.example.com",
    properties: [
      { path: "ttlSec", expected: 300, actual: 86_400 },
      { path: "description", actual: "moved to the new registrar, do not touch before the end of the month" },
      { path: "records[www].target", expected: "192.0.2.17", actual: "203.0.113.99" },
    ],
    lastEvent: { who: "ops-bot", when: "2026-11-20T06:02:55Z", action: "domain_update" },
  }),
  finding(resourceOf(STAGING, "DomainRecord", "mail"), {
    state: "modified",
    properties: [{ path: "priority", expected: 10 }],
  }),
  finding(resourceOf(PRODUCTION, "DomainRecord", "api"), {
    state: "deleted",
    lastEvent: { who: "j.doe", when: "2026-11-21T22:43:30Z", action: "domain_record_delete" },
  }),
  finding(orders, { state: "unhealthy", label: "orders", reason: "status is degraded, not active" }),
  {
    fingerprint: "unmanaged-instance-20417",
    state: "unmanaged",
    kind: "Instance",
    id: "20417",
    account: ACCOUNT,
    label: "debug-please-delete",
    tags: ["temporary"],
    properties: [],
    lastEvent: { who: "j.doe", when: "2026-11-19T16:20:00Z", action: "linode_create" },
  },
  { fingerprint: "unmanaged-image-88", state: "unmanaged", kind: "Image", id: "88", account: ACCOUNT, properties: [] },
  finding(worker, {
    state: "unchecked",
    reason: "the service answered 403: Your OAuth token is not authorized to use this endpoint.",
  }),
  finding(resourceOf(STAGING, "InstanceSnapshot", "nightly"), {
    state: "unchecked",
    byChoice: true,
    reason: "an action is done once; there is nothing to compare",
  }),
  finding(resourceOf(STAGING, "Instance", "legacy-batch"), {
    state: "modified",
    properties: [{ path: "type", expected: "g6-nanode-1", actual: "g6-standard-2" }],
    suppressed: { by: "ignoreFile", reason: "resized by hand until the move in January", until: "2027-01-31" },
  }),
  {
    fingerprint: "unmanaged-domain-7",
    state: "unmanaged",
    kind: "Domain",
    id: "7",
    account: ACCOUNT,
    label: "old.example.org",
    properties: [],
    suppressed: { by: "baseline", reason: "there when the baseline was taken" },
  },
];

export const FIXES: readonly Fix[] = [
  {
    fingerprint: FINDINGS[0]?.fingerprint ?? "",
    restore: [`pulumi up --stack ${PRODUCTION} --target '${web.urn}'`],
    accept: [
      "# Copy label, alerts and tags into src/shop.ts, line 24, then:",
      `pulumi refresh --stack ${PRODUCTION} --target '${web.urn}'`,
    ],
  },
  { fingerprint: "unmanaged-instance-20417", restore: [], accept: ["pulumi-compute import --instance 20417"] },
];

export const IN_SYNC: readonly ScannedResource[] = [
  resourceOf(PRODUCTION, "Instance", "web-2"),
  resourceOf(PRODUCTION, "Instance", "web-3"),
  resourceOf(PRODUCTION, "DomainRecord", "www"),
  resourceOf(PRODUCTION, "DomainRecord", "mail"),
  resourceOf(STAGING, "Domain", "staging.example.com"),
  resourceOf(STAGING, "Instance", "web-1"),
];
