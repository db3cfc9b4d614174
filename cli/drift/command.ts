import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { Command } from "../command";
import { UsageError } from "../command";
import { packageVersion } from "../version";
import { readBaseline, suppressKnown } from "./baseline";
import { fixesFor } from "./fixes";
import { FORMATS } from "./formats/index";
import { HELP } from "./help";
import { applyIgnoreRules, readIgnoreRules, rulesInForce } from "./ignore-file";
import { readOptions } from "./options";
import type { DriftOptions } from "./options";
import { progressLine } from "./progress";
import type { Finding, Report } from "./report";
import { finding } from "./scan/findings";
import { scan } from "./scan/scan";
import { readStates } from "../state/sources";
import { outcomeOf, summaryOf } from "./verdict";

const EXIT_INCOMPLETE = 1;
const DEFAULT_IGNORE_FILE = ".driftignore";

/** `pulumi-compute drift`: compares stacks with the service. It reads only. */
export const driftCommand: Command = {
  help: HELP,
  async run(args) {
    const options = readOptions(args);
    const report = await reportFor(options);
    const screen = {
      color: process.stdout.isTTY && process.stdout.hasColors(),
      columns: process.stdout.columns ?? 100,
    };
    for (const { format, file } of options.outputs) {
      const text = FORMATS[format](report, screen);
      if (file === undefined) process.stdout.write(text);
      else writeFileSync(file, text);
    }
    // Whoever gets no table still sees what happened.
    if (options.outputs.every(({ file }) => file !== undefined)) process.stderr.write(`${sentenceOn(report)}\n`);
    if (report.outcome === "incomplete") return EXIT_INCOMPLETE;
    return report.outcome === "drift" ? options.driftExitCode : 0;
  },
};

async function reportFor(options: DriftOptions): Promise<Report> {
  const startedAt = new Date();
  const begin = performance.now();
  const suppressions = readSuppressions(options, startedAt);
  const stacks = await readStates(options);
  const progress = progressLine(process.stderr);
  const found = await scan(stacks, {
    environment: process.env,
    signal: new AbortController().signal,
    looksForUnmanaged: options.unmanaged,
    onProgress: progress.show,
  }).finally(progress.clear);
  const { findings, warnings } = suppressions(found.findings);
  const resources = stacks.reduce((sum, stack) => sum + stack.resources.length, 0);
  return {
    version: 1,
    tool: { name: "pulumi-compute", version: packageVersion() },
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - begin),
    outcome: outcomeOf(findings, options.failOn),
    stacks: stacks.map(({ stack, resources: own }) => ({ stack, resources: own.length })),
    accounts: found.accounts,
    summary: summaryOf(findings, resources, found),
    findings,
    inSync: found.inSync,
    warnings: [...found.warnings, ...warnings],
    ...(options.fixPlan ? { fixes: fixesFor(findings) } : {}),
  };
}

type Suppress = (findings: readonly Finding[]) => { findings: readonly Finding[]; warnings: readonly string[] };

/** Reads the files that say what does not count, before anything is sent. */
function readSuppressions({ folder, ignoreFile, baseline, onlyNew }: DriftOptions, now: Date): Suppress {
  const file = ignoreFile ?? join(folder, DEFAULT_IGNORE_FILE);
  const text = ignoreFile !== undefined || existsSync(file) ? readFile("--ignore-file", file) : "";
  const { inForce, warnings } = rulesInForce(readIgnoreRules(text, file), file, now);
  const known = baseline === undefined ? [] : knownFindings(baseline);
  return (findings) => {
    const ignored = applyIgnoreRules(findings, inForce, finding);
    if (baseline === undefined) return { findings: ignored, warnings };
    const marked = suppressKnown(ignored, known);
    if (onlyNew) return { findings: marked, warnings };
    const fresh = marked.filter(({ suppressed }) => !suppressed).length;
    return { findings: ignored, warnings: [...warnings, `${fresh} findings are new since the baseline.`] };
  };
}

/** A first run has no baseline yet. */
function knownFindings(file: string): readonly Finding[] {
  return existsSync(file) ? readBaseline(readFile("--baseline", file), file) : [];
}

function readFile(option: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`${option}: ${file} cannot be read: ${(error as Error).message}`);
  }
}

function sentenceOn({ outcome, summary }: Report): string {
  const { modified, deleted, unhealthy, unmanaged, unchecked } = summary;
  const counts = Object.entries({ modified, deleted, unhealthy, unmanaged, unchecked }).filter(
    ([, count]) => count > 0,
  );
  const words = { inSync: "In sync", drift: "Drift", incomplete: "The check is incomplete" }[outcome];
  return `${words}${counts.length > 0 ? `: ${counts.map(([state, count]) => `${count} ${state}`).join(", ")}` : ""}.`;
}
