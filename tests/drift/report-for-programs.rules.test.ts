import { readFileSync } from "node:fs";
import path from "node:path";
import type { XmlElement, XmlNode } from "@rgrove/parse-xml";
import { parseXml } from "@rgrove/parse-xml";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import fc from "fast-check";
import type { Finding, Report, ScannedResource } from "../../cli/drift/report";
import { FORMATS } from "../../cli/drift/as-report";
import { anyReport } from "../support/arbitrary-drift-reports";
import { CLEAN, DRIFTED, EMPTY, HOSTILE, largeReport, MODIFIED } from "../support/drift-reports";
import { SARIF_SCHEMA } from "../support/sarif-schema";
import { shapeOfSchema, shapeOfType } from "../support/schema-of-type";
import type { Shape } from "../support/schema-of-type";

/** A modified instance. */
const modified = DRIFTED.findings[0] as Finding;
const PROJECT = path.resolve(__dirname, "../..");
const schema = JSON.parse(readFileSync(path.join(PROJECT, "docs/reference/drift-report.schema.json"), "utf8"));
const ajv = new Ajv2020({ strict: true, allErrors: true });
addFormats(ajv);
const validateJson = ajv.compile(schema);

/** Its first lines in each format. */
const DETAILS = [
  "Instance web-1, id 10185, label web-1-old: changed out of band since the last up or refresh (expected -> actual)",
  `label: "web-1" -> "web-1-old"`,
  `alerts: {"cpu":90,"networkIn":10} -> {"cpu":0,"networkIn":10}`,
  `tags: ["web","production"] -> ["web"]`,
  "rootPass: (secret)",
];
const WIDE = { color: false, columns: 120 };
/** Characters that a terminal interprets, except line breaks. */
const ACTING = /(?!\n)[\p{Cc}\u200f\u202e\u2028]/u;
const written = (report: Report) => JSON.parse(FORMATS.json(report, WIDE));
const jsonProblems = (value: unknown) => (validateJson(value) ? [] : (validateJson.errors ?? []));

test("JSON: the schema has exactly the members of the interfaces, with their types", () => {
  const declared = shapeOfType(path.join(PROJECT, "cli/drift/report.ts"), "Report");
  expect(shapeOfSchema(schema, schema.$defs)).toEqual(declared);
  const all = [schema, schema.properties.tool, ...Object.values<Shape>(schema.$defs)];
  const members = all.flatMap(({ properties }) => Object.values<Shape>(properties));
  const isDescribed = (member: Shape): boolean => "description" in { ...definitionOf(member), ...member };
  expect(members.filter((member) => !isDescribed(member))).toEqual([]);
});

function definitionOf(member: Shape): Shape {
  return schema.$defs[String(member["$ref"]).replace("#/$defs/", "")] ?? {};
}

const validateSarif = ajv.compile(SARIF_SCHEMA);

const textOf = (report: Report) => FORMATS.sarif(report, { color: false, columns: 80 });
const runOf = (report: Report) => JSON.parse(textOf(report)).runs[0];
const resultsOf = (report: Report) => runOf(report).results;
const sarifProblems = (report: Report) =>
  validateSarif(JSON.parse(textOf(report))) ? [] : (validateSarif.errors ?? []);

const SAMPLES = { CLEAN, DRIFTED, EMPTY, HOSTILE, MODIFIED, large: largeReport(50) };

test("SARIF: each state has a rule, to which results refer, and unchecked a notification descriptor; no fingerprint depends on values", () => {
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
  const { tool, results } = runOf(DRIFTED);
  for (const { ruleId, ruleIndex, level } of results) {
    expect(tool.driver.rules[ruleIndex]).toMatchObject({ id: ruleId, defaultConfiguration: { level } });
  }
  expect(results).toHaveLength(DRIFTED.findings.filter(({ state }) => state !== "unchecked").length);
  const properties = [{ path: "label", expected: 1, actual: 2 }];
  const [after] = resultsOf({ ...DRIFTED, findings: [{ ...modified, properties }] });
  expect(after.message).not.toEqual(results[0].message);
  expect(after.partialFingerprints).toEqual(results[0].partialFingerprints);
});

test("SARIF: a finding is a result at the line that declares its resource, or at the start of the project file", () => {
  const physical = (uri: string, startLine: number, startColumn: number) => ({
    artifactLocation: { uri, uriBaseId: "%SRCROOT%" },
    region: { startLine, startColumn },
  });
  const [found, ...others] = resultsOf(DRIFTED);
  const { urn, fingerprint } = { urn: modified.resource?.urn, fingerprint: modified.fingerprint };
  expect(found.locations).toEqual([
    {
      physicalLocation: physical("src/shop.ts", 24, 17),
      logicalLocations: [{ fullyQualifiedName: urn, name: "web-1", kind: "resource" }],
    },
  ]);
  expect(found.partialFingerprints).toEqual({ "drift/v1": fingerprint, primaryLocationLineHash: fingerprint });
  const unmanaged = others.find(({ ruleId }: { ruleId: string }) => ruleId === "drift/unmanaged");
  const name = "debug-please-delete";
  expect(unmanaged.locations[0]).toEqual({
    physicalLocation: physical("Pulumi.yaml", 1, 1),
    logicalLocations: [{ fullyQualifiedName: "https://api.example.com/v4/Instance/20417", name, kind: "resource" }],
  });
});

test("SARIF: file paths are encoded as URIs", () => {
  const at = (file: string) => {
    const resource = { ...modified.resource, source: { file, line: 3, column: 0 } } as ScannedResource;
    const { physicalLocation } = resultsOf({ ...DRIFTED, findings: [{ ...modified, resource }] })[0].locations[0];
    return [physicalLocation.artifactLocation.uri, physicalLocation.region.startColumn];
  };
  expect(at("src\\a b#é.ts")).toEqual(["src/a%20b%23%C3%A9.ts", 1]);
  expect(at("../shared/zone.ts")[0]).toBe("../shared/zone.ts");
});

test("SARIF: a message shows values, but no secrets and nothing that a viewer would replace", () => {
  expect(resultsOf(DRIFTED)[0].message.text.split("\n").slice(0, 5)).toEqual(DETAILS);
  const texts = resultsOf(HOSTILE).map(({ message }: { message: { text: string } }) => message.text);
  expect(texts.filter((text: string) => /(?<!\\)\]\(|(?<!\{)\{\d+\}/.test(text))).toEqual([]);
});

test("SARIF: a suppressed finding is a suppressed result", () => {
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

test("SARIF: an unchecked resource is a notification and makes the execution unsuccessful; warnings are notifications, too", () => {
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
  const warnings = DRIFTED.warnings.map((text) => ({ level: "warning", message: { text } }));
  expect(invocation.toolConfigurationNotifications).toEqual(warnings);
});

/** The parser rejects invalid XML. */
const parsed = (report: Report) => parseXml(FORMATS.junit(report, { color: false, columns: 80 })).root as XmlElement;

const isElement = (node: XmlNode): node is XmlElement => node.type === "element";
const named = (parent: XmlElement, name: string) =>
  parent.children.filter(isElement).filter((one) => one.name === name);
const suitesOf = (report: Report) => named(parsed(report), "testsuite");
const casesOf = (report: Report) => suitesOf(report).flatMap((suite) => named(suite, "testcase"));
/** `passed`, or the name of the child element. */
const endOf = (test: XmlElement) => test.children.find(isElement)?.name ?? "passed";
const testNamed = (name: string) => {
  const found = casesOf(DRIFTED).find(({ attributes }) => attributes["name"] === name);
  if (found === undefined) throw new Error(`There is no test ${name}`);
  return found;
};

/** The test of a resource with these findings. */
const onlyCase = (...findings: readonly Finding[]): XmlElement => {
  const [test, ...others] = casesOf({ ...DRIFTED, findings, inSync: [] });
  if (test === undefined || others.length > 0) throw new Error("The resource is not one test");
  return test;
};

const COUNTS = { failure: "failures", error: "errors", skipped: "skipped" };

test("JUnit: each managed and unmanaged resource is a test", () => {
  const tests = casesOf(DRIFTED).map((test) => [test.attributes["classname"], test.attributes["name"], endOf(test)]);
  expect(tests).toEqual([
    ["acme/shop/production", "Instance web-1", "failure"],
    ["acme/shop/production", "Domain shop.example.com", "failure"],
    ["acme/shop/production", "DomainRecord api", "failure"],
    ["acme/shop/production", "MysqlDatabase orders", "failure"],
    ["acme/shop/production", "Instance web-2", "passed"],
    ["acme/shop/production", "Instance web-3", "passed"],
    ["acme/shop/production", "DomainRecord www", "passed"],
    ["acme/shop/production", "DomainRecord mail", "passed"],
    ["acme/shop/staging", "DomainRecord mail", "failure"],
    ["acme/shop/staging", "Instance worker", "error"],
    ["acme/shop/staging", "InstanceSnapshot nightly", "skipped"],
    ["acme/shop/staging", "Instance legacy-batch", "skipped"],
    ["acme/shop/staging", "Domain staging.example.com", "passed"],
    ["acme/shop/staging", "Instance web-1", "passed"],
    ["https://api.example.com/v4", "Instance debug-please-delete (20417)", "failure"],
    ["https://api.example.com/v4", "Domain 88 (88)", "failure"],
    ["https://api.example.com/v4", "Domain old.example.org (7)", "skipped"],
  ]);
});

test("JUnit: a failure shows its state and all details, a skipped test the reason", () => {
  const [failure] = named(testNamed("Instance web-1"), "failure");
  expect(failure?.attributes).toEqual({ type: "drift/modified", message: "Modified: label, alerts, tags, rootPass" });
  expect(failure?.text.split("\n")).toEqual([
    ...DETAILS,
    "last event: linode_update by j.doe, 2026-11-21 22:41 UTC",
    "declared in src/shop.ts:24",
  ]);
  const messages = ["Instance legacy-batch", "InstanceSnapshot nightly"].map(
    (name) => named(testNamed(name), "skipped")[0]?.attributes["message"],
  );
  expect(messages).toEqual([
    "suppressed: resized by hand until the move in January (until 2027-01-31)",
    "Unchecked: an action is done once; there is nothing to compare",
  ]);
});

test.each<[string, "failure" | "error", string, ...Partial<Finding>[]]>([
  [
    "all findings",
    "failure",
    "Modified: label, alerts, tags, rootPass; Unhealthy: It is offline.",
    {},
    { state: "unhealthy", properties: [], reason: "It is offline." },
  ],
  [
    "several reasons as one sentence, without a period inside",
    "error",
    "Unchecked: It is encrypted: rootPass; Unchecked: It is late; Unchecked: It is off.",
    { state: "unchecked", reason: "It is encrypted.", properties: [{ path: "rootPass", isSecret: true }] },
    { state: "unchecked", reason: "It is late.", properties: [] },
    { state: "unchecked", reason: "It is off.", properties: [] },
  ],
])("JUnit: the test of a resource shows %s", (_, end, message, ...findings) => {
  const [failure] = named(onlyCase(...findings.map((one) => ({ ...modified, ...one }))), end);
  expect(failure?.attributes["message"]).toBe(message);
});

test("JUnit: a resource with several findings is one test with the worst result", () => {
  const test = onlyCase({ ...modified, state: "unchecked" }, modified);
  expect(endOf(test)).toBe("failure");
  expect(test.text).toContain("not compared");
});

test("JUnit: warnings are in the output of the first suite, and a stack without resources has a suite", () => {
  const [first] = suitesOf(DRIFTED).flatMap((suite) => named(suite, "system-err"));
  expect(first?.text.split("\n")).toEqual(DRIFTED.warnings.map((warning) => `warning: ${warning}`));
  expect(suitesOf({ ...EMPTY, warnings: ["There are no stacks."] })).toHaveLength(1);
  expect(suitesOf(EMPTY)).toEqual([]);
  const stacks = [...CLEAN.stacks, { stack: "acme/empty/dev", resources: 0 }];
  expect(suitesOf({ ...CLEAN, stacks }).map(({ attributes }) => attributes["name"])).toContain("acme/empty/dev");
});

/** JSON equal to the report, valid SARIF, and well-formed XML whose counts and times add up. */
function expectSound(report: Report): void {
  expect(written(report)).toEqual(JSON.parse(JSON.stringify(report)));
  expect(jsonProblems(written(report))).toEqual([]);
  expect(FORMATS.json(report, WIDE)).not.toMatch(ACTING);
  expect(sarifProblems(report)).toEqual([]);
  expectSums(report);
}

test.each(Object.entries(SAMPLES))("the report %s is sound in each format", (_name, report) => expectSound(report));

test("any report is sound in each format", () => fc.assert(fc.property(anyReport, expectSound)));

test("JUnit: untrusted text stays text, without characters that XML forbids", () => {
  const names = casesOf(HOSTILE).map(({ attributes }) => attributes["name"]);
  expect(names).toContain(
    `Instance <img src=x onerror="alert(1)"><script>alert(2)</script></td></tr></table></details>`,
  );
  expect(names).toContain("Instance emoji 👩‍👩‍👧‍👦 🏳️‍🌈 漢字 é e\u0301 lone  surrogate  ");
  expect(names.filter((name) => name?.startsWith("Instance \\u001b[2J"))).toHaveLength(1);
});

function expectSums(report: Report): void {
  const root = parsed(report);
  const suites = named(root, "testsuite");
  for (const group of [root, ...suites]) {
    const tests = group === root ? suites.flatMap((suite) => named(suite, "testcase")) : named(group, "testcase");
    expect(group.attributes["tests"]).toBe(String(tests.length));
    for (const [end, count] of Object.entries(COUNTS)) {
      expect(group.attributes[count]).toBe(String(tests.filter((test) => endOf(test) === end).length));
    }
  }
  const seconds = suites.reduce((sum, suite) => sum + Number(suite.attributes["time"]), 0);
  if (suites.length > 0 && root.attributes["tests"] !== "0") {
    expect(Math.abs(seconds - report.durationMs / 1_000)).toBeLessThan(0.002 * suites.length);
  }
}
