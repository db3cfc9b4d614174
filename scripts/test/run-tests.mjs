import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { preparePulumi } from "../pulumi/cli.mjs";
import { ensureBuilt, ensureInstalled } from "../shared/ensure.mjs";
import { projectFolder } from "../shared/paths.mjs";
import { nodeCommand, runCommand } from "../shared/run-command.mjs";
import { beyondBudget, costsTable, countCosts } from "./costs.mjs";

/** Prepares what is missing, runs the tests, prints the line `N passed, M failed`, and gives the exit code. */
export async function runTests(args, environment = {}) {
  await ensureInstalled();
  const env = { ...process.env, ...environment };
  if (lanesNeedPulumi(args)) {
    await ensureBuilt();
    env.PULUMI_COMPUTE_TEST_CLI_BIN = await preparePulumi();
  }
  const { code, counts } = await runJest(args, { env });
  if (!counts) return code;
  const exceeded = env.TEST_ALL ? [] : beyondBudget(counts.lanes, readBudgets(), projectFolder);
  if (counts.lanes.length > 0) process.stdout.write(`${costsTable(counts.lanes)}\n`);
  for (const line of exceeded) process.stdout.write(`${line}\n`);
  process.stdout.write(`${countsLine(counts)}\n`);
  return code === 0 && exceeded.length > 0 ? 1 : code;
}

/** What a lane may cost, so that the suite stays fast on any machine: a story that needs more takes the place of another. */
function readBudgets() {
  return JSON.parse(readFileSync(path.join(projectFolder, "tests", "budgets.json"), "utf8"));
}

const WITH_PULUMI = ["engine", "package"];

/** Whether these jest arguments select (or do not exclude) a lane that runs the real CLI on the built package: neither is ready in seconds. */
export function lanesNeedPulumi(args) {
  const selected = lanesAfter(args, "--selectProjects");
  const ignored = lanesAfter(args, "--ignoreProjects") ?? [];
  return WITH_PULUMI.some((lane) => (selected?.includes(lane) ?? true) && !ignored.includes(lane));
}

function lanesAfter(args, option) {
  const start = args.indexOf(option);
  if (start < 0) return undefined;
  const following = args.slice(start + 1);
  const end = following.findIndex((arg) => arg.startsWith("-"));
  return end < 0 ? following : following.slice(0, end);
}

// One more than cores: commands of the CLI and installations wait for each other and for the network (engine and package on two cores: 261
// seconds instead of 286). Each worker may need half a gigabyte.
const WORKERS = Math.min(os.availableParallelism() + 1, 8);

/** The class that the file exports by default. */
const COUNT_REPORTER = fileURLToPath(new URL("./costs.mjs", import.meta.url));

/**
 * Runs jest and gives its exit code and, unless it ran nothing (`--listTests`, say), the counts of tests and what each lane has cost.
 */
export async function runJest(args, { env = process.env, output = "inherit", node = process.execPath } = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "pulumi-compute-tests-"));
  const countsFile = path.join(folder, "counts.json");
  const costs = countCosts(folder, env.PULUMI_COMPUTE_TEST_CLI_BIN);
  try {
    const [, ...first] = nodeCommand("jest");
    const { code, stderr } = await runCommand(
      node,
      // The option before the arguments ends the list of reporters: files may follow.
      [...first, "--reporters=default", `--reporters=${COUNT_REPORTER}`, `--maxWorkers=${WORKERS}`, ...args],
      {
        cwd: projectFolder,
        // What test files share is made there once (tests/support/once-in-run.ts).
        env: { ...env, ...costs, TEST_RUN_FOLDER: folder, PULUMI_COMPUTE_TEST_COUNTS: countsFile },
        output,
      },
    );
    return { code, stderr, counts: existsSync(countsFile) ? JSON.parse(readFileSync(countsFile, "utf8")) : undefined };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function countsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
