import type { XmlElement, XmlNode } from "@rgrove/parse-xml";
import { parseXml } from "@rgrove/parse-xml";
import fc from "fast-check";
import type { Report } from "../../cli/drift/report";
import { FORMATS } from "../../cli/drift/formats";
import { anyReport } from "../support/arbitrary-drift-reports";
import { CLEAN, DRIFTED, EMPTY, HOSTILE } from "../support/drift-reports";

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

const COUNTS = { failure: "failures", error: "errors", skipped: "skipped" };

test("each managed and unmanaged resource is a test", () => {
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
    ["https://api.example.com/v4", "Image 88 (88)", "failure"],
    ["https://api.example.com/v4", "Domain old.example.org (7)", "skipped"],
  ]);
});

test("a failure shows its state and all details", () => {
  const [failure] = named(testNamed("Instance web-1"), "failure");
  expect(failure?.attributes).toEqual({ type: "drift/modified", message: "Modified: label, alerts, tags, rootPass" });
  expect(failure?.text.split("\n")).toEqual([
    "Instance web-1, id 10185: changed out of band since the last up or refresh (expected -> actual)",
    `label: "web-1" -> "web-1-old"`,
    `alerts: {"cpu":90,"networkIn":10} -> {"cpu":0,"networkIn":10}`,
    `tags: ["web","production"] -> ["web"]`,
    "rootPass: (secret)",
    "last event: linode_update by j.doe, 2026-11-21 22:41 UTC",
    "declared in src/shop.ts:24",
  ]);
});

test("a failure lists all findings of a resource", () => {
  const [modified] = DRIFTED.findings;
  const unhealthy = { ...modified, state: "unhealthy" as const, properties: [], reason: "It is offline." };
  const [test] = casesOf({ ...DRIFTED, findings: [modified, unhealthy].flatMap((one) => one ?? []) as [], inSync: [] });
  const [failure] = test ? named(test, "failure") : [];
  expect(failure?.attributes["message"]).toBe("Modified: label, alerts, tags, rootPass; Unhealthy: It is offline.");
});

test("several reasons are one sentence, without a period inside", () => {
  const [modified] = DRIFTED.findings;
  const unchecked = (reason: string, ...paths: string[]) => {
    const properties = paths.map((path) => ({ path, isSecret: true as const, expected: "", actual: "" }));
    return { ...modified, state: "unchecked" as const, reason, properties };
  };
  const findings = [unchecked("It is encrypted.", "rootPass"), unchecked("It is late."), unchecked("It is off.")];
  const [test] = casesOf({ ...DRIFTED, findings: findings as [], inSync: [] });
  const [error] = test ? named(test, "error") : [];
  expect(error?.attributes["message"]).toBe(
    "Unchecked: It is encrypted: rootPass; Unchecked: It is late; Unchecked: It is off.",
  );
});

test("a skipped test shows the reason", () => {
  const messages = ["Instance legacy-batch", "InstanceSnapshot nightly"].map(
    (name) => named(testNamed(name), "skipped")[0]?.attributes["message"],
  );
  expect(messages).toEqual([
    "suppressed: resized by hand until the move in January (until 2027-01-31)",
    "Unchecked: an action is done once; there is nothing to compare",
  ]);
});

test("a resource with several findings is one test with the worst result", () => {
  const [modified] = DRIFTED.findings;
  const findings = [{ ...modified, state: "unchecked" as const }, modified].flatMap((one) => one ?? []) as [];
  const [test, ...others] = casesOf({ ...DRIFTED, findings, inSync: [] });
  expect(others).toEqual([]);
  expect(test && endOf(test)).toBe("failure");
  expect(test?.text).toContain("not compared");
});

test("warnings are in the output of the first suite", () => {
  const [first] = suitesOf(DRIFTED).flatMap((suite) => named(suite, "system-err"));
  expect(first?.text.split("\n")).toEqual(DRIFTED.warnings.map((warning) => `warning: ${warning}`));
  expect(suitesOf({ ...EMPTY, warnings: ["There are no stacks."] })).toHaveLength(1);
  expect(suitesOf(EMPTY)).toEqual([]);
});

test("a stack without resources has a suite", () => {
  const stacks = [...CLEAN.stacks, { stack: "acme/empty/dev", resources: 0 }];
  expect(suitesOf({ ...CLEAN, stacks }).map(({ attributes }) => attributes["name"])).toContain("acme/empty/dev");
});

test.each(Object.entries({ CLEAN, DRIFTED, EMPTY, HOSTILE }))("the counts and times of %s add up", (_name, report) => {
  expectSums(report);
});

test("any report is well-formed, and its counts and times add up", () => {
  fc.assert(fc.property(anyReport, (report) => expectSums(report)));
});

test("untrusted text stays text, without characters that XML forbids", () => {
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
