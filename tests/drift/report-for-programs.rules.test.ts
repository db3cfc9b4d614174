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

test("SARIF: file paths are encoded as URIs", () => {
  const at = (file: string) => {
    const resource = { ...modified.resource, source: { file, line: 3, column: 0 } } as ScannedResource;
    const { physicalLocation } = resultsOf({ ...DRIFTED, findings: [{ ...modified, resource }] })[0].locations[0];
    return [physicalLocation.artifactLocation.uri, physicalLocation.region.startColumn];
  };
  expect(at("src\\a b#é.ts")).toEqual(["src/a%20b%23%C3%A9.ts", 1]);
  expect(at("../shared/zone.ts")[0]).toBe("../shared/zone.ts");
});

test("SARIF: a message has nothing that a viewer would replace", () => {
  const texts = resultsOf(HOSTILE).map(({ message }: { message: { text: string } }) => message.text);
  expect(texts.filter((text: string) => /(?<!\\)\]\(|(?<!\{)\{\d+\}/.test(text))).toEqual([]);
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
/** The test of a resource with these findings. */
const onlyCase = (...findings: readonly Finding[]): XmlElement => {
  const [test, ...others] = casesOf({ ...DRIFTED, findings, inSync: [] });
  if (test === undefined || others.length > 0) throw new Error("The resource is not one test");
  return test;
};

const COUNTS = { failure: "failures", error: "errors", skipped: "skipped" };

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

test("JUnit: a stack without resources has a suite", () => {
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
