import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { Command } from "../terminal/command";
import { UsageError } from "../terminal/command";
import { packageVersion } from "../../provider/api/user-agent";
import { readBaseline, suppressKnown } from "./baseline";
import { adoptionOfAll, fixesFor } from "./fixes";
import type { Scanned } from "./fixes";
import { FORMATS, headline } from "./as-report";
import { HELP } from "./help";
import { applyIgnoreRules, readIgnoreRules, rulesInForce } from "./ignore-file";
import { readOptions } from "./options";
import type { DriftOptions } from "./options";
import { screenOf, writeOutputs } from "../terminal/outputs";
import { progressLine } from "../terminal/progress-line";
import type { Finding, Report } from "./report";
import { finding } from "./scan/findings";
import { scan } from "./scan/scan";
import { readStates, STANDARD_INPUT } from "../state/sources";
import type { StackState } from "../state/stack-state";
import { outcomeOf, summaryOf } from "./verdict";

const EXIT_INCOMPLETE = 1;
const DEFAULT_IGNORE_FILE = ".driftignore";

/** `pulumi-compute drift`: compares stacks with the API. Only reads. */
export const driftCommand: Command = {
  help: HELP,
  async run(args) {
    const options = readOptions(args);
    const report = await reportFor(options);
    writeOutputs(options.outputs, (format) => FORMATS[format](report, screenOf(process.stdout)), headline(report));
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
    onWait: progress.wait,
  }).finally(progress.clear);
  const { findings, warnings, newSinceBaseline } = suppressions(found.findings);
  const resources = stacks.reduce((sum, stack) => sum + stack.resources.length, 0);
  return {
    version: 1,
    tool: { name: "pulumi-compute", version: packageVersion },
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - begin),
    outcome: outcomeOf(findings, options.failOn),
    stacks: stacks.map(({ stack, resources: own }) => ({ stack, resources: own.length })),
    accounts: found.accounts,
    summary: {
      ...summaryOf(findings, resources, found),
      ...(newSinceBaseline === undefined ? {} : { newSinceBaseline }),
    },
    findings,
    inSync: found.inSync,
    warnings: [...found.warnings, ...warnings],
    ...(options.fixPlan ? fixPlan(findings, scannedBy(options, stacks, found.accounts.length)) : {}),
  };
}

function fixPlan(findings: readonly Finding[], scanned: Scanned): Pick<Report, "fixes" | "adoptAll"> {
  const adoptAll = adoptionOfAll(findings, scanned);
  return { fixes: fixesFor(findings, scanned), ...(adoptAll === undefined ? {} : { adoptAll }) };
}

function scannedBy({ stateFiles }: DriftOptions, stacks: readonly StackState[], accounts: number): Scanned {
  const projects = new Set(stacks.map(({ stack }) => stack.split("/").slice(0, -1).join("/")));
  // The suggested commands cannot read the same stdin again.
  const files = stateFiles.filter((file) => file !== STANDARD_INPUT);
  return {
    managedBy:
      stateFiles.length === 0
        ? stacks.map(({ stack }) => ["--stack", stack] as const)
        : files.map((file) => ["--state", file] as const),
    hasSeveralProjects: projects.size > 1,
    hasSeveralAccounts: accounts > 1,
  };
}

type Suppress = (findings: readonly Finding[]) => {
  findings: readonly Finding[];
  warnings: readonly string[];
  /** Number of active findings that the baseline does not contain; undefined without a baseline. */
  newSinceBaseline?: number;
};

/** Reads the ignore file and the baseline. Called before any request, so that an invalid file fails early. */
function readSuppressions({ directory, ignoreFile, baseline, onlyNew }: DriftOptions, now: Date): Suppress {
  const file = ignoreFile ?? join(directory, DEFAULT_IGNORE_FILE);
  const text = ignoreFile !== undefined || existsSync(file) ? readFile("--ignore-file", file) : "";
  const { inForce, warnings } = rulesInForce(readIgnoreRules(text, file), file, now);
  if (baseline === undefined)
    return (findings) => ({ findings: applyIgnoreRules(findings, inForce, finding), warnings });
  const isFirst = !existsSync(baseline);
  const known = isFirst ? [] : readBaseline(readFile("--baseline", baseline), baseline);
  const missing = isFirst ? [`--baseline: ${baseline} does not exist yet, so all findings are new.`] : [];
  return (findings) => {
    const ignored = applyIgnoreRules(findings, inForce, finding);
    const marked = suppressKnown(ignored, known);
    const newSinceBaseline = marked.filter(({ suppressed }) => !suppressed).length;
    return { findings: onlyNew ? marked : ignored, warnings: [...warnings, ...missing], newSinceBaseline };
  };
}

function readFile(option: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`${option}: cannot read ${file}: ${(error as Error).message}.`);
  }
}
