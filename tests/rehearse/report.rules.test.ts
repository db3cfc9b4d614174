import type { XmlElement } from "@rgrove/parse-xml";
import { parseXml } from "@rgrove/parse-xml";
import Ajv from "ajv";
import addFormats from "ajv-formats";
import { durationsIn, longestChain } from "../../cli/rehearse/durations";
import { FORMATS } from "../../cli/rehearse/formats";
import type { Operation, Report } from "../../cli/rehearse/report";
import type { Values } from "../../provider/definition/values";
import { definitionOf } from "../../provider/resources/registry";
import { SARIF_SCHEMA } from "../support/sarif-schema";

const event = (action: string, duration: number | null, status = "finished") => ({
  id: 1,
  action,
  status,
  duration,
  entity: null,
});
const span = (leastSec: number, mostSec = leastSec) => ({ leastSec, mostSec });

describe("how long an event takes", () => {
  const durations = durationsIn([
    ...[10, 20, 30, 40, 500].map((seconds) => event("linode_create", seconds)),
    event("linode_boot", 7),
    event("linode_resize", 60, "failed"),
    event("linode_reboot", null),
  ]);

  test.each<[string, ReturnType<typeof durations>, string]>([
    ["linode_create", span(20, 40), "the middle half of several"],
    ["linode_boot", span(7), "the only one"],
    ["linode_resize", undefined, "unknown, if none has succeeded"],
    ["linode_reboot", undefined, "unknown, if none has ended"],
    ["database_create", span(900, 1800), "what the documents say"],
    ["domain_update", span(0), "no time, because the API has done it when it answers"],
  ])("%s: %j, %s", (action, expected) => {
    expect(durations(action)).toEqual(expected);
  });
});

test.each<[string, Values, string | undefined]>([
  ["InstanceSnapshot", { instanceId: 5 }, "the previous snapshot of instance 5, if there is one"],
  ["InstanceRestore", { targetInstanceId: 5, overwrite: true }, "all disks and configuration profiles of instance 5"],
  ["InstanceRestore", { targetInstanceId: 5 }, undefined],
  ["MongoDatabaseRestore", { databaseId: 5 }, "all data of MongoDB database 5 that is newer than the backup"],
])("to create %s with %p loses %s", (kind, inputs, lost) => {
  expect(definitionOf(kind).loses?.created?.(inputs)).toBe(lost);
});

test("steps that wait for each other take as long as the longest chain, and a range has both ends", () => {
  const steps = [
    { key: "web", span: span(20, 30), after: [] },
    { key: "api", span: span(25), after: [] },
    { key: "www", span: span(5), after: ["web", "of another package"] },
  ];
  expect(longestChain(steps)).toEqual(span(25, 35));
});

const NOTHING: Operation = { op: "update", urn: "urn", name: "web", kind: "Instance", inputs: [], waits: span(0) };
const REPORT: Report = {
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
      unread: ["/account"],
      requests: 1_700,
      writes: 40,
      instanceCreates: 25,
    },
  ],
  operations: [
    {
      ...NOTHING,
      inputs: ["type"],
      waits: span(900, 1800),
      cost: { before: 5, after: 10 },
      down: span(24),
      source: { file: "index.ts", line: 3, column: 1 },
    },
    { ...NOTHING, op: "replace", name: "db", kind: "MysqlDatabase", deletesFirst: true, loses: "all of its data" },
    { ...NOTHING, op: "create", name: "it|`_\u001b[31m", rejected: "HTTP 400: no\nnot at all" },
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

test("a table has the changes in order with their facts, then the rest, then the outcome and the figures", () => {
  expect(FORMATS.table(REPORT)).toBe(`  1  update Instance web                       type  15 to 30 min  $5.00 -> $10.00
     not available for 24 s
  2  replace MysqlDatabase db (deleted first)
     lost: all of its data
  3  create Instance it|\`_\\u001b[31m
     rejected: HTTP 400: no
     rejected: not at all

warning: a warning
a second preview finds: update web
killed after write 4, POST /domains: the next update does not complete it: 2 instead of 1: domain shop.example
Not in the copy of https://a.example, because the token may not read it or the API lacks it: /account.

The update of organization/shop/dev goes through: 3 changes, and nothing is left to do afterwards.
It takes 15 to 30 min, without linode_resize, whose duration is not known.
It costs $5.00 a month before, $10.00 after, without golden, whose price is not known.
1,700 requests to https://a.example (40 writes); the service allows 800 a minute, so they take at least 2 min; 25 instances are created, and the service allows 10 in 30 s: at least 60 s.
`);
});

test("in Markdown, nothing from the program or the API is syntax", () => {
  const text = FORMATS.markdown(REPORT);
  expect(text).toContain("| 3 | <code>create Instance it&#124;&#96;&#95;&#92;u001b&#91;31m</code> |");
  expect(text.split("\n").filter((line) => line.startsWith("|"))).toHaveLength(5);
});

test.each<[Partial<Report>, string]>([
  [{ outcome: "unchanged", operations: [] }, "No changes: organization/shop/dev matches its program and its account."],
  [{ outcome: "fails" }, "The update of organization/shop/dev fails: 1 of 3 changes rejected."],
  [
    { outcome: "unclean" },
    "The update of organization/shop/dev goes through, but a second preview still finds changes.",
  ],
])("%j: %s", (part, headline) => {
  expect(FORMATS.table({ ...REPORT, ...part })).toContain(`\n${headline}\n`);
});

test("SARIF follows its schema, with rejections, losses and downtime at the lines of the program", () => {
  const log = JSON.parse(FORMATS.sarif(REPORT)) as { runs: [{ results: { ruleId: string; locations: unknown[] }[] }] };
  const validate = addFormats(new Ajv({ allErrors: true })).compile(SARIF_SCHEMA);
  expect(validate(log) || validate.errors).toBe(true);
  expect(log.runs[0].results.map(({ ruleId }) => ruleId)).toEqual(
    ["downtime", "loss", "rejected"].map((id) => `rehearsal/${id}`),
  );
  expect(JSON.stringify(log.runs[0].results[0])).toContain('"uri":"index.ts"');
});

test("JUnit has a test for each change and one for the whole, and those fail that do not go through", () => {
  const { root } = parseXml(FORMATS.junit({ ...REPORT, outcome: "fails" }));
  expect((root as XmlElement).attributes).toMatchObject({ tests: "4", failures: "2" });
});

test("in HTML, nothing from the program or the API is markup", () => {
  const [first] = REPORT.operations;
  const text = FORMATS.html({ ...REPORT, operations: [{ ...first!, name: "<img src=x>" }] });
  expect(text).toContain("<td>update Instance &lt;img src=x&gt;</td>");
  expect(text).not.toContain("<img");
});
