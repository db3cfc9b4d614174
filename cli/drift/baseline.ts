import { isDeepStrictEqual } from "node:util";
import { UsageError } from "../terminal/command";
import type { Finding, Report } from "./report";

/**
 * Reads the findings of an earlier report, except those that an ignore rule suppressed.
 * @throws UsageError if the file is not a drift report
 */
export function readBaseline(text: string, file: string): readonly Finding[] {
  const report = parse(text) as Partial<Report> | undefined;
  const findings: unknown = report?.findings;
  if (report?.version !== 1 || !Array.isArray(findings)) {
    throw new UsageError(`--baseline: ${file} is not a drift report. Create one with --format json=FILE.`);
  }
  return (findings as readonly Finding[]).filter(({ suppressed }) => suppressed?.by !== "ignoreFile");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Whether the baseline contains the same finding with the same values. */
export function isKnown(found: Finding, baseline: readonly Finding[]): boolean {
  const before = baseline.find(({ fingerprint }) => fingerprint === found.fingerprint);
  return before !== undefined && isDeepStrictEqual(before.properties, asJson(found.properties));
}

/** The value after a round trip through JSON. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** Suppresses findings that the baseline contains, except unchecked ones. */
export function suppressKnown(findings: readonly Finding[], baseline: readonly Finding[]): readonly Finding[] {
  return findings.map((found) =>
    found.suppressed || found.state === "unchecked" || !isKnown(found, baseline)
      ? found
      : { ...found, suppressed: { by: "baseline", reason: "Already in the baseline." } },
  );
}
