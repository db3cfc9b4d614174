import Ajv from "ajv";
import addFormats from "ajv-formats";
import { durationsIn, longestChain } from "../../cli/rehearse/durations";
import { FORMATS } from "../../cli/rehearse/as-report";
import { operationsIn } from "../../cli/rehearse/operations";
import type { Report } from "../../cli/rehearse/report";
import type { Values } from "../../provider/definition/values";
import { definitionOf } from "../../provider/resources/registry";
import { REHEARSAL as REPORT } from "../reports/samples";
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

const inTable = (report: Report, columns = 200): string => FORMATS.table(report, { color: false, columns });

test("a table breaks its lines between words, and no format has names of events or paths of lists", () => {
  const words = new Set(inTable(REPORT).split(/\s+/));
  for (const columns of [40, 80, 100])
    expect(
      inTable(REPORT, columns)
        .split(/\s+/)
        .filter((one) => !words.has(one)),
    ).toEqual([]);
  for (const [name, format] of Object.entries(FORMATS))
    if (name !== "json") expect(format(REPORT, { color: false, columns: 80 })).not.toMatch(/linode_resize|\/account/);
});

test.each<[Partial<Report>, string]>([
  [
    { outcome: "unrecovered" },
    "The update of organization/shop/dev succeeds, but if it is interrupted, a rerun does not recover.",
  ],
  [
    { outcome: "unclean" },
    "The update of organization/shop/dev succeeds, but a second preview would still show changes.",
  ],
])("%j: %s", (part, headline) => {
  expect(inTable({ ...REPORT, ...part }).split("\n")[0]).toBe(headline);
});

test("SARIF follows its schema, with rejections, losses and downtime at the lines of the program", () => {
  const log = JSON.parse(FORMATS.sarif(REPORT)) as { runs: [{ results: { ruleId: string; locations: unknown[] }[] }] };
  const validate = addFormats(new Ajv({ allErrors: true })).compile(SARIF_SCHEMA);
  expect(validate(log) || validate.errors).toBe(true);
  expect(log.runs[0].results.map(({ ruleId }) => ruleId)).toEqual(
    ["rejected", "loss", "downtime"].map((id) => `rehearsal/${id}`),
  );
  expect(JSON.stringify(log.runs[0].results[2])).toContain('"uri":"index.ts"');
});

test("HTML is a page in the style of drift's, with a card for what is lost, and a heading for each column", () => {
  const [first] = REPORT.operations;
  const text = FORMATS.html({
    ...REPORT,
    operations: [{ ...first!, name: "<img src=x>" }, ...REPORT.operations.slice(1)],
  });
  expect(text).toContain('<th scope="row">1. update Instance &lt;img src=x&gt;</th>');
  expect(text).not.toContain("<img");
  expect(text).not.toContain("<script");
  expect(text).toMatch(/<section class="group" data-tone="bad"[^>]*>\n<h3[^>]*><span class="title">Lost/);
  expect(text.match(/<th scope="col">(.+?)<\/th>/g)).toHaveLength(5);
});

describe("what an update loses, although the API rejects it", () => {
  const urn = "urn:pulumi:dev::proj::pulumi-nodejs:dynamic/compute:Instance::web";
  const state = { id: "1", inputs: { region: "us-east" }, outputs: {} };
  const step = (op: string) => ({
    op,
    urn,
    type: urn.split("::")[2]!,
    isCustom: true,
    old: state,
    new: state,
    properties: [],
  });
  const steps = [step("delete-replaced"), step("create-replacement")];
  const run = { steps, failed: new Set([urn]), errors: [{ urn, message: "no" }], warnings: [] };

  test.each([
    ["deleted first", steps.slice(0, 1), "all data on its disks, its backups and its addresses"],
    ["not deleted", [], undefined],
  ])("%s", (_, done, loses) => {
    expect(operationsIn({ ...run, done }, []).map((one) => [one.rejected, one.loses])).toEqual([["no", loses]]);
  });
});
