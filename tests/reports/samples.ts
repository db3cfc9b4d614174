import type { CostReport } from "../../cli/cost/report";
import type { Finding, Report as DriftReport } from "../../cli/drift/report";
import type { Operation, Report as Rehearsal } from "../../cli/rehearse/report";
import type { FORMATS as RECOVER_FORMATS } from "../../cli/recover/as-report";
import { CLEAN, DRIFTED, EMPTY, MODIFIED } from "../support/drift-reports";

const [web] = MODIFIED.findings as [Finding];
const long = (end: string): string => `${"a".repeat(600)}${end}`;

/** With more of everything than a report lists, and all that a finding may have. */
const CROWDED: DriftReport = {
  ...MODIFIED,
  durationMs: 83_000,
  accounts: [...MODIFIED.accounts, { url: "https://b.example/v4", providers: ["b", "c"] }],
  summary: { ...MODIFIED.summary, newSinceBaseline: 1 },
  findings: [
    {
      ...web,
      properties: [
        ...Array.from({ length: 31 }, (_, index) => ({ path: `tag${index}`, actual: index })),
        { path: "a script that is longer than others", expected: long("before"), actual: long("after") },
      ],
      lastEvent: { who: "it's <me>", when: "2026-11-21T22:41:09Z", action: "linode_update", isOfParent: true },
    },
    ...MODIFIED.findings.map((one) => ({ ...one, within: "shop.example", reason: "Run `pulumi up`.\nThen wait." })),
    ...Array.from({ length: 12 }, (_, index): Finding => {
      const reason = `GET /instances/${index} got no response.`;
      return { ...web, id: `${index}`, state: "unchecked", properties: [], reason, tags: ["a", "b|c"] };
    }),
    { ...web, state: "unhealthy", properties: [], reason: "It is offline" },
  ],
  warnings: Array.from({ length: 12 }, (_, index) => `warning ${index} about \`code\``),
  fixes: [{ fingerprint: web.fingerprint, restore: ["# one\nline", "pulumi up"], accept: ["```", "pulumi refresh"] }],
  adoptAll: "npx pulumi-compute adopt > adopted.ts",
};

export const DRIFT = {
  drifted: DRIFTED,
  crowded: CROWDED,
  clean: CLEAN,
  empty: EMPTY,
};

const span = (leastSec: number, mostSec = leastSec) => ({ leastSec, mostSec });
const UPDATE: Operation = { op: "update", urn: "urn", name: "web", kind: "Instance", inputs: [], waits: span(0) };

/** An update with all that a change can do. */
export const REHEARSAL: Rehearsal = {
  version: 1,
  tool: { name: "pulumi-compute", version: "0.0.0" },
  startedAt: "2026-01-01T00:00:00.000Z",
  durationMs: 1,
  stack: "organization/shop/dev",
  outcome: "succeeds",
  accounts: [
    {
      url: "https://a.example",
      resources: 1,
      readRequests: 2,
      unread: ["/account", "/account/events", "/domains", "/databases/mongodb/instances/{id}/backups"],
      requests: 1_700,
      writes: 40,
      instanceCreates: 25,
    },
  ],
  operations: [
    {
      ...UPDATE,
      inputs: ["type"],
      waits: span(900, 1800),
      untimed: true,
      cost: { before: 5, after: 10 },
      down: span(24),
      source: { file: "index.ts", line: 3, column: 1 },
    },
    { ...UPDATE, op: "replace", name: "db", kind: "MysqlDatabase", deletesFirst: true, loses: "all of its data" },
    { ...UPDATE, op: "create", name: "it|`_\u001b[31m", rejected: "HTTP 400: no\nnot at all" },
  ],
  cost: { before: 5, after: 10, unpriced: ["golden"] },
  takes: { ...span(903, 1803), unknown: ["linode_resize"] },
  errors: [],
  warnings: ["a warning"],
  outputs: {},
  leftover: { preview: ["update web"], refresh: [] },
  faults: [
    { number: 4, exchange: "POST /domains", recovered: false, differences: ["2 instead of 1: domain shop.example"] },
  ],
};

const [changed] = REHEARSAL.operations as [Operation];

export const REHEARSE: Readonly<Record<string, Rehearsal>> = {
  everything: REHEARSAL,
  fails: {
    ...REHEARSAL,
    outcome: "fails" as const,
    errors: ["the program `exits`\nwith 1", "<b>"],
    operations: [changed, { ...changed, rejected: "no", loses: "all", inputs: ["a long name of an input", "b"] }],
    leftover: { preview: [], refresh: ["update web"] },
    faults: [{ number: 1, exchange: "POST /domains", recovered: true, differences: [] }],
  },
  unchanged: { ...REHEARSAL, outcome: "unchanged" as const, operations: [], warnings: [], accounts: [], faults: [] },
};

const ABOUT = { urn: "urn", kind: "Instance", action: "update" as const };

/** The cost of an update, with resources that have no price. */
const COST: CostReport = {
  version: 1,
  tool: { name: "pulumi-compute", version: "0.0.0" },
  stack: "organization/shop/dev",
  of: "preview",
  before: 25,
  after: 1_045.5,
  difference: 1_020.5,
  budget: { amount: 100, outcome: "over" },
  resources: [
    {
      ...ABOUT,
      name: "web|`_",
      plans: ["g6-nanode-1", "g6-standard-2"],
      before: 5,
      after: 1_025.5,
      difference: 1_020.5,
    },
    {
      ...ABOUT,
      name: "api",
      action: "same",
      plans: ["g6-standard-1", "g6-standard-1"],
      before: 20,
      after: 20,
      difference: 0,
    },
  ],
  unpriced: [
    { ...ABOUT, name: "new\nline", plans: ["", "<b>`x`"], before: null, after: null, reason: 'no type "<b>`x`\n"' },
    {
      ...ABOUT,
      name: "golden",
      kind: "Image",
      action: "create",
      plans: ["", ""],
      before: 0,
      after: null,
      reason: "no price",
    },
  ],
  free: 1,
  requests: 2,
  warnings: ["The old web (g6-nanode-1) stays."],
};

export const COSTS = {
  preview: COST,
  state: {
    ...COST,
    of: "state" as const,
    free: 0,
    unpriced: [],
    warnings: [],
    budget: { amount: 2_000, outcome: "within" as const },
  },
  nothing: {
    ...COST,
    before: 0,
    after: 0,
    difference: 0,
    resources: [],
    warnings: [],
    budget: { amount: 1, outcome: "unknown" as const },
  },
};

const operationOf = (result: Recovery["operations"][number]["result"], explanation: string) => ({
  urn: "urn",
  name: "web",
  kind: "Instance",
  operation: "creating",
  ids: ["123"],
  result,
  explanation,
});

type Recovery = Parameters<(typeof RECOVER_FORMATS)["table"]>[0];

export const RECOVERIES: Readonly<Record<string, Recovery>> = {
  undecided: {
    version: 1,
    stack: "organization/shop/dev",
    isRepaired: false,
    operationsOfOtherPackages: 0,
    unreadStacks: ["staging: forbidden"],
    operations: [
      operationOf("created", "Instance 123 exists. Once it is recorded in state, the next `pulumi up` completes it."),
      operationOf("undecided", "Instance 123 may be the result, but it is older. To ignore it, pass --discard web."),
    ],
  },
};
