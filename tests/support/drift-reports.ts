import type { Finding, Fix, Report, ScannedResource } from "../../cli/drift/report";
import type { SourceLine } from "../../cli/report/model";
import { summaryOf } from "../../cli/drift/verdict";

const PRODUCTION = "acme/shop/production";
const STAGING = "acme/shop/staging";

const ACCOUNT = "https://api.example.com/v4";
const LINES: Readonly<Record<string, number>> = { Instance: 24, Domain: 51, DomainRecord: 58, MysqlDatabase: 73 };

/** A resource in a stack, declared in a file named after its type. */
function resourceOf(stack: string, kind: string, name: string): ScannedResource {
  const project = stack.split("/").slice(1);
  const urn = `urn:pulumi:${project[1]}::${project[0]}::pulumi-nodejs:dynamic/compute:${kind}::${name}`;
  const source: SourceLine = { file: "src/shop.ts", line: LINES[kind] ?? 9, column: 17 };
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

const unmanaged = (kind: string, id: string, rest: Partial<Finding> = {}): Finding => {
  const fingerprint = `unmanaged-${kind.toLowerCase()}-${id}`;
  return { fingerprint, state: "unmanaged", kind, id, account: ACCOUNT, properties: [], ...rest };
};

const web = resourceOf(PRODUCTION, "Instance", "web-1");
const zone = resourceOf(PRODUCTION, "Domain", "shop.example.com");
const orders = resourceOf(PRODUCTION, "MysqlDatabase", "orders");
const { source: _none, ...worker } = resourceOf(STAGING, "Instance", "worker");

const FINDINGS: readonly Finding[] = [
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
  unmanaged("Instance", "20417", {
    label: "debug-please-delete",
    tags: ["temporary"],
    lastEvent: { who: "j.doe", when: "2026-11-19T16:20:00Z", action: "linode_create" },
  }),
  unmanaged("Domain", "88"),
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
  unmanaged("Domain", "7", {
    label: "old.example.org",
    suppressed: { by: "baseline", reason: "there when the baseline was taken" },
  }),
];

const FIXES: readonly Fix[] = [
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

const IN_SYNC: readonly ScannedResource[] = [
  resourceOf(PRODUCTION, "Instance", "web-2"),
  resourceOf(PRODUCTION, "Instance", "web-3"),
  resourceOf(PRODUCTION, "DomainRecord", "www"),
  resourceOf(PRODUCTION, "DomainRecord", "mail"),
  resourceOf(STAGING, "Domain", "staging.example.com"),
  resourceOf(STAGING, "Instance", "web-1"),
];

/** Two stacks and one account, with every kind of finding. */
export const DRIFTED = reportOf({
  outcome: "incomplete",
  findings: FINDINGS,
  inSync: IN_SYNC,
  warnings: [
    "The token can write to the account; a scan needs read_only scopes.",
    "drift-ignore.yaml: the rule for Instance legacy-* has expired on 2026-09-30.",
  ],
  fixes: FIXES,
});

/** Drift in a complete scan. */
export const MODIFIED = reportOf({
  outcome: "drift",
  findings: FINDINGS.filter(({ state, suppressed }) => state !== "unchecked" && suppressed === undefined),
  inSync: IN_SYNC,
  warnings: [],
});

export const CLEAN = reportOf({ outcome: "inSync", findings: [], inSync: IN_SYNC, warnings: [] });

/** Stacks without resources, scanned without a search for unmanaged ones. */
export const EMPTY: Report = {
  ...reportOf({ outcome: "inSync", findings: [], inSync: [], warnings: [] }),
  stacks: [],
  accounts: [],
};

/** Texts from third parties, which may be malicious. */
export const HOSTILE_TEXTS = [
  `<img src=x onerror="alert(1)"><script>alert(2)</script></td></tr></table></details>`,
  "a | b || c \\| d `code` ``` fence\n\n# heading\n- item\n<!-- comment",
  "@everyone and @octo/team see #1 GH-2 octo/site#3 https://example.com www.example.com a@example.com :tada: $x$",
  "[link](https://example.com) ![image](https://example.com/x.png) [ref]: {0} {1} %s ]]> &amp; &#x0; --> */",
  "\u001b[2J\u001b]0;title\u0007\u009b31mred\r\n\u0000\b\u007f",
  "right \u202eto left\u202c \u200fmark\u2067isolate\u2069 line\u2028separator\u0085next",
  "emoji 👩‍👩‍👧‍👦 🏳️‍🌈 漢字 é e\u0301 lone \ud800 surrogate \ufffe \uffff",
  "",
  " ",
  "x".repeat(1_048_576),
];

/** A report in which every text from the API is one of those. */
export const HOSTILE = reportOf({
  outcome: "drift",
  findings: HOSTILE_TEXTS.flatMap((text, index) => [hostileResource(text, index), hostileObject(text, index)]),
  inSync: [],
  warnings: HOSTILE_TEXTS.slice(0, -1),
  fixes: HOSTILE_TEXTS.map((text, index) => ({
    fingerprint: `hostile-${index}`,
    restore: [`pulumi up --target '${text.slice(0, 200)}'`],
    accept: [`# ${text.slice(0, 200)}`, "pulumi refresh"],
  })),
});

/** A report with that many modified instances, each with a property of 200 characters. */
export function largeReport(count: number): Report {
  const findings = Array.from({ length: count }, (_, index): Finding => {
    const resource = resourceOf(PRODUCTION, "Instance", `web-${index}`);
    const properties = [{ path: "label", expected: `web-${index}`, actual: "y".repeat(200) }];
    return finding(resource, { state: "modified", fingerprint: `large-${index}`, properties });
  });
  return reportOf({ outcome: "drift", findings, inSync: [], warnings: [] });
}

function hostileResource(text: string, index: number): Finding {
  const resource = { ...resourceOf(STAGING, "Instance", `web-${index}`), name: text, id: text };
  return finding(resource, {
    state: "modified",
    fingerprint: `hostile-${index}`,
    label: text,
    tags: [text],
    properties: [
      { path: text, expected: text, actual: { nested: [text, null, 1.5] } },
      { path: "alerts", actual: text },
      { path: "group", expected: text },
    ],
    reason: text,
    lastEvent: { who: text, when: "2026-11-20T08:15:00Z", action: text },
  });
}

function hostileObject(text: string, index: number): Finding {
  return unmanaged("Domain", String(index), { fingerprint: `hostile-object-${index}`, label: text, tags: [text] });
}

function reportOf(found: Pick<Report, "outcome" | "findings" | "inSync" | "warnings" | "fixes">): Report {
  const stacks = [PRODUCTION, STAGING].map((stack) => ({ stack, resources: resourcesOf(found, stack) }));
  const resources = stacks.reduce((sum, stack) => sum + stack.resources, 0);
  const scan = { ...found, accounts: [], requests: 41 };
  return {
    version: 1,
    tool: { name: "pulumi-compute", version: "0.1.0" },
    startedAt: "2026-11-22T07:30:00.000Z",
    durationMs: 3_240,
    ...found,
    stacks,
    accounts: [{ url: ACCOUNT, providers: ["default"], canWrite: true }],
    summary: { ...summaryOf(found.findings, resources, scan), coveragePercent: 86 },
  };
}

function resourcesOf({ findings, inSync }: Pick<Report, "findings" | "inSync">, stack: string): number {
  const all = [...inSync, ...findings.flatMap(({ resource }) => resource ?? [])];
  return all.filter((resource) => resource.stack === stack).length;
}
