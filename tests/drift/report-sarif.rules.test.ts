import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import fc from "fast-check";
import type { Report } from "../../cli/drift/report";
import { FORMATS } from "../../cli/drift/formats";
import { anyReport } from "../support/arbitrary-drift-reports";
import { CLEAN, DRIFTED, EMPTY, HOSTILE, MODIFIED } from "../support/drift-reports";
import { SARIF_SCHEMA } from "../support/sarif-schema";

const ajv = new Ajv2020({ strict: true, allErrors: true });
addFormats(ajv);
const validate = ajv.compile(SARIF_SCHEMA);

const textOf = (report: Report) => FORMATS.sarif(report, { color: false, columns: 80 });
const runOf = (report: Report) => JSON.parse(textOf(report)).runs[0];
const resultsOf = (report: Report) => runOf(report).results;
const problems = (report: Report) => (validate(JSON.parse(textOf(report))) ? [] : (validate.errors ?? []));

test.each(Object.entries({ CLEAN, DRIFTED, EMPTY, HOSTILE, MODIFIED }))(
  "the log of %s is valid SARIF",
  (_n, report) => {
    expect(problems(report)).toEqual([]);
  },
);

test("the log of any report is valid SARIF", () => {
  fc.assert(fc.property(anyReport, (report) => expect(problems(report)).toEqual([])));
});

/** `SARIF_SCHEMA=FILE` is the schema that OASIS publishes. It isn't part of this repository. */
const official = process.env.SARIF_SCHEMA;

(official === undefined ? test.skip : test)("the log of any report matches the published schema", () => {
  const {
    $schema: _draft,
    id: _id,
    ...schema
  } = JSON.parse(readFileSync(official ?? "", "utf8")) as object & {
    $schema: unknown;
    id: unknown;
  };
  // Its patterns don't compile in Unicode mode.
  const published = new Ajv2020({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats(published);
  const isValid = published.compile(schema);
  fc.assert(fc.property(anyReport, (report) => isValid(JSON.parse(textOf(report)))));
  for (const report of [CLEAN, DRIFTED, EMPTY, HOSTILE, MODIFIED])
    expect(isValid(JSON.parse(textOf(report)))).toBe(true);
  expect(isValid({ version: "2.1.0", runs: [{}] })).toBe(false);
});

test("each state has a rule, and unchecked a notification descriptor", () => {
  const { rules, notifications } = runOf(DRIFTED).tool.driver;
  const levels = [...rules, ...notifications].map((rule) => [rule.id, rule.defaultConfiguration.level]);
  expect(levels).toEqual([
    ["drift/modified", "error"],
    ["drift/deleted", "error"],
    ["drift/unhealthy", "warning"],
    ["drift/unmanaged", "note"],
    ["drift/unchecked", "error"],
  ]);
  for (const { help } of rules) expect(help.text.length).toBeGreaterThan(60);
});

test("every result refers to its rule and has its level", () => {
  const { tool, results } = runOf(DRIFTED);
  for (const { ruleId, ruleIndex, level } of results) {
    expect(tool.driver.rules[ruleIndex]).toMatchObject({ id: ruleId, defaultConfiguration: { level } });
  }
  expect(results).toHaveLength(DRIFTED.findings.filter(({ state }) => state !== "unchecked").length);
});

test("a finding is a result at the line that declares its resource", () => {
  const [first] = DRIFTED.findings;
  expect(resultsOf(DRIFTED)[0]).toMatchObject({
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: "src/shop.ts", uriBaseId: "%SRCROOT%" },
          region: { startLine: 24, startColumn: 17 },
        },
        logicalLocations: [{ fullyQualifiedName: first?.resource?.urn, name: "web-1", kind: "resource" }],
      },
    ],
    partialFingerprints: { "drift/v1": first?.fingerprint, primaryLocationLineHash: first?.fingerprint },
  });
});

test("an unmanaged resource is located at the start of the project file", () => {
  const unmanaged = resultsOf(DRIFTED).find(({ ruleId }: { ruleId: string }) => ruleId === "drift/unmanaged");
  expect(unmanaged.locations[0]).toEqual({
    physicalLocation: {
      artifactLocation: { uri: "Pulumi.yaml", uriBaseId: "%SRCROOT%" },
      region: { startLine: 1, startColumn: 1 },
    },
    logicalLocations: [
      {
        fullyQualifiedName: "https://api.example.com/v4/Instance/20417",
        name: "debug-please-delete",
        kind: "resource",
      },
    ],
  });
});

test("file paths are encoded as URIs", () => {
  const [first] = DRIFTED.findings;
  if (first?.resource === undefined) throw new Error("The first finding has no resource");
  const at = (file: string) => {
    const resource = { ...first.resource, source: { file, line: 3, column: 0 } } as typeof first.resource;
    const { physicalLocation } = resultsOf({ ...DRIFTED, findings: [{ ...first, resource }] })[0].locations[0];
    return [physicalLocation.artifactLocation.uri, physicalLocation.region.startColumn];
  };
  expect(at("src\\a b#é.ts")).toEqual(["src/a%20b%23%C3%A9.ts", 1]);
  expect(at("../shared/zone.ts")[0]).toBe("../shared/zone.ts");
});

test("fingerprints do not depend on values", () => {
  const [first] = DRIFTED.findings;
  const changed = { ...first, properties: [{ path: "label", expected: 1, actual: 2 }] } as typeof first & object;
  const [before] = resultsOf(DRIFTED);
  const [after] = resultsOf({ ...DRIFTED, findings: [changed] });
  expect(after.message).not.toEqual(before.message);
  expect(after.partialFingerprints).toEqual(before.partialFingerprints);
});

test("a message shows values, but no secrets and nothing that a viewer would replace", () => {
  expect(resultsOf(DRIFTED)[0].message.text.split("\n").slice(0, 5)).toEqual([
    "Instance web-1, id 10185: changed out of band since the last up or refresh (expected -> actual)",
    `label: "web-1" -> "web-1-old"`,
    `alerts: {"cpu":90,"networkIn":10} -> {"cpu":0,"networkIn":10}`,
    `tags: ["web","production"] -> ["web"]`,
    "rootPass: (secret)",
  ]);
  const texts = resultsOf(HOSTILE).map(({ message }: { message: { text: string } }) => message.text);
  expect(texts.filter((text: string) => /(?<!\\)\]\(|(?<!\{)\{\d+\}/.test(text))).toEqual([]);
});

test("a suppressed finding is a suppressed result", () => {
  const suppressed = resultsOf(DRIFTED).filter(({ suppressions }: { suppressions?: unknown }) => suppressions);
  expect(suppressed.map(({ suppressions }: { suppressions: unknown[] }) => suppressions[0])).toEqual([
    {
      kind: "external",
      status: "accepted",
      justification: "suppressed: resized by hand until the move in January (until 2027-01-31)",
    },
    { kind: "external", status: "accepted", justification: "suppressed: there when the baseline was taken" },
  ]);
});

test("an unchecked resource is a notification and makes the execution unsuccessful", () => {
  const [invocation] = runOf(DRIFTED).invocations;
  expect(invocation).toMatchObject({
    executionSuccessful: false,
    startTimeUtc: "2026-11-22T07:30:00.000Z",
    endTimeUtc: "2026-11-22T07:30:03.240Z",
    toolExecutionNotifications: [
      { level: "error", descriptor: { id: "drift/unchecked", index: 0 } },
      { level: "note", descriptor: { id: "drift/unchecked", index: 0 } },
    ],
  });
  expect(runOf(MODIFIED).invocations[0].executionSuccessful).toBe(true);
});

test("warnings are configuration notifications", () => {
  const { toolConfigurationNotifications } = runOf(DRIFTED).invocations[0];
  expect(toolConfigurationNotifications).toEqual(
    DRIFTED.warnings.map((text) => ({ level: "warning", message: { text } })),
  );
});
