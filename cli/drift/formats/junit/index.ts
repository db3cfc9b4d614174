import type { Finding, Report } from "../../report";
import { shortened } from "../values";
import { nameOf, ownerOf } from "../words";
import { verdictElement, worstOf } from "./verdict";
import { element, textElement } from "./xml";

/** A Pulumi resource or an unmanaged resource, as a test. */
interface Case {
  readonly suite: string;
  readonly name: string;
  readonly findings: readonly Finding[];
}

const LONGEST_NAME = 300;
const NAME = "pulumi-compute drift";

/** For the test reports of CI servers: a suite per stack and account, a test per Pulumi resource and unmanaged resource. */
export function junit(report: Report): string {
  const cases = casesOf(report);
  // All resources are scanned together, so each test gets an equal share of the time.
  const share = cases.length === 0 ? 0 : report.durationMs / 1_000 / cases.length;
  const suites = suiteNames(report, cases).map((name, index) => {
    const tests = cases.filter(({ suite }) => suite === name);
    const warnings = index === 0 && report.warnings.length > 0 ? [warningsOf(report)] : [];
    const written = [...tests.map((test) => caseElement(test, share)), ...warnings];
    return element("testsuite", { name, ...countsOf(tests), ...timesOf(report, share * tests.length) }, written);
  });
  const all = { name: NAME, ...countsOf(cases), ...timesOf(report, report.durationMs / 1_000) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", all, suites)}\n`;
}

function casesOf({ findings, inSync }: Report): Case[] {
  const cases = new Map<string, Case & { findings: Finding[] }>();
  for (const finding of findings) {
    const key = keyOf(finding);
    const suffix = finding.resource === undefined ? ` (${finding.id})` : "";
    const name = `${finding.kind} ${nameOf(finding)}${suffix}`;
    const known = cases.get(key) ?? { suite: ownerOf(finding), name, findings: [] };
    known.findings.push(finding);
    cases.set(key, known);
  }
  const passed = inSync.map(({ stack, kind, name }): Case => ({ suite: stack, name: `${kind} ${name}`, findings: [] }));
  return [...cases.values(), ...passed];
}

function keyOf({ resource, account, kind, id }: Finding): string {
  return JSON.stringify(resource === undefined ? [account, kind, id] : [resource.stack, resource.urn]);
}

function suiteNames({ stacks, warnings }: Report, cases: readonly Case[]): string[] {
  const names = new Set([...stacks.map(({ stack }) => stack), ...cases.map(({ suite }) => suite)]);
  return names.size === 0 && warnings.length > 0 ? [NAME] : Array.from(names);
}

function countsOf(cases: readonly Case[]): Record<"tests" | "failures" | "errors" | "skipped", number> {
  const verdicts = cases.map(({ findings }) => worstOf(findings));
  const count = (verdict: string): number => verdicts.filter((one) => one === verdict).length;
  return { tests: cases.length, failures: count("failure"), errors: count("error"), skipped: count("skipped") };
}

function timesOf({ startedAt }: Report, seconds: number): { readonly time: string; readonly timestamp: string } {
  return { time: seconds.toFixed(3), timestamp: startedAt.replace(/(\.\d+)?Z$/, "") };
}

function caseElement({ suite, name, findings }: Case, seconds: number): string {
  const verdict = worstOf(findings);
  const ends = verdict === undefined ? [] : [verdictElement(verdict, findings)];
  return element("testcase", { classname: suite, name: shortened(name, LONGEST_NAME), time: seconds.toFixed(3) }, ends);
}

function warningsOf({ warnings }: Report): string {
  return textElement("system-err", {}, warnings.map((warning) => `warning: ${warning}`).join("\n"));
}
