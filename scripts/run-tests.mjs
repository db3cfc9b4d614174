import { readFileSync } from "node:fs";
import path from "node:path";

import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { projectFolder } from "./paths.mjs";
import { preparePulumi } from "./pulumi-cli.mjs";
import { countsLine, runJest } from "./run-jest.mjs";
import { beyondBudget, costsTable } from "./test-costs.mjs";
import { lanesNeedPulumi } from "./test-lanes.mjs";

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
