import fc from "fast-check";
import { anyText } from "./arbitrary-text";
import type { Finding, PropertyDrift, Report, ScannedResource, SourceLine, Summary } from "../../cli/drift/report";
import { STATES } from "../../cli/drift/report";
import { HOSTILE_TEXTS } from "./drift-reports";

const hostile = fc.constantFrom(...HOSTILE_TEXTS.filter(({ length }) => length < 1_000));
const text = fc.oneof(anyText({ maxLength: 20 }), hostile);
const count = fc.nat(1_000);
const percent = fc.integer({ min: 0, max: 100 });
const time = fc
  .date({ min: new Date("2000-01-01T00:00:00Z"), max: new Date("2099-12-31T23:59:59Z"), noInvalidDate: true })
  .map((date) => date.toISOString());

/** Objects with all members of the first kind, and any of the second. */
const object = <Known, Optional>(
  known: { [Name in keyof Known]: fc.Arbitrary<Known[Name]> },
  optional: { [Name in keyof Optional]: fc.Arbitrary<Optional[Name]> },
): fc.Arbitrary<Known & Partial<Optional>> =>
  fc
    .tuple(fc.record(known), fc.record(optional, { requiredKeys: [] }))
    .map(([one, other]) => ({ ...one, ...other }) as Known & Partial<Optional>);

const source: fc.Arbitrary<SourceLine> = fc.record({
  file: text,
  line: fc.integer({ min: 1, max: 5_000 }),
  column: fc.integer({ min: 1, max: 200 }),
});

const resource: fc.Arbitrary<ScannedResource> = object(
  { stack: text, urn: text, name: text, kind: text, id: text },
  { source },
);

const value = fc.jsonValue({ maxDepth: 2 });
const property: fc.Arbitrary<PropertyDrift> = fc.oneof(
  object({ path: text }, { expected: value, actual: value }),
  text.map((path): PropertyDrift => ({ path, isSecret: true })),
);

const finding: fc.Arbitrary<Finding> = object(
  {
    fingerprint: text,
    state: fc.constantFrom(...STATES),
    kind: text,
    id: text,
    account: text,
    properties: fc.array(property, { maxLength: 3 }),
  },
  {
    label: text,
    tags: fc.array(text, { maxLength: 3 }),
    resource,
    reason: text,
    byChoice: fc.constant(true as const),
    lastEvent: fc.record({ who: text, when: time, action: text }),
    suppressed: object(
      { by: fc.constantFrom("ignoreFile" as const, "baseline" as const), reason: text },
      { until: text },
    ),
  },
);

const summary: fc.Arbitrary<Summary> = object(
  {
    modified: count,
    deleted: count,
    unhealthy: count,
    unmanaged: count,
    unchecked: count,
    resources: count,
    inSync: count,
    suppressed: count,
    requests: count,
    checkedPercent: percent,
  },
  { coveragePercent: percent },
);

const account = object({ url: text, providers: fc.array(text, { maxLength: 2 }) }, { canWrite: fc.boolean() });

const commands = fc.array(text, { maxLength: 3 });

/** Reports whose parts need not be consistent. */
export const anyReport: fc.Arbitrary<Report> = fc
  .tuple(
    fc.record({
      version: fc.constant(1 as const),
      tool: fc.record({ name: fc.constant("pulumi-compute" as const), version: text }),
      startedAt: time,
      durationMs: count,
      outcome: fc.constantFrom("inSync" as const, "drift" as const, "incomplete" as const),
      stacks: fc.array(fc.record({ stack: text, resources: count }), { maxLength: 3 }),
      accounts: fc.array(account, { maxLength: 2 }),
      summary,
      findings: fc.array(finding, { maxLength: 8 }),
      inSync: fc.array(resource, { maxLength: 4 }),
      warnings: fc.array(text, { maxLength: 3 }),
    }),
    fc.array(commands, { maxLength: 3 }),
  )
  .map(([report, lists]) => {
    if (lists.length === 0) return report;
    const fixes = report.findings
      .slice(0, lists.length)
      .map(({ fingerprint }, index) => ({ fingerprint, restore: lists[index] ?? [], accept: lists.at(-1) ?? [] }));
    return { ...report, fixes };
  });
