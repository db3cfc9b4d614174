import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { projectFolder } from "../shared/paths.mjs";
import { HOSTS, laneOf } from "./lanes.cjs";

/**
 * Prepares a folder in which tests record their costs, and returns the environment variables that they need for it. Each test file writes
 * a separate file (tests/support/setup.ts), and a wrapper around `pulumi` records each command.
 */
export function countCosts(folder, cli) {
  const env = { TEST_COSTS_FOLDER: path.join(folder, "costs") };
  mkdirSync(env.TEST_COSTS_FOLDER);
  if (cli === undefined || process.platform === "win32") return env;
  env.TEST_COSTS_CLI = path.join(folder, "cli");
  mkdirSync(env.TEST_COSTS_CLI);
  const counting = path.join(env.TEST_COSTS_CLI, "pulumi");
  writeFileSync(counting, `#!/bin/sh\necho command >>"$TEST_COSTS"\nexec '${path.join(cli, "pulumi")}' "$@"\n`);
  chmodSync(counting, 0o755);
  return env;
}

/** The costs of each lane, over the files that ran: `{ lane, files, tests, seconds, commands, requests }`. */
export function costsByLane({ testResults }, folder, root) {
  const lanes = new Map();
  for (const { testFilePath, displayName, perfStats, testResults: tests } of testResults) {
    const file = path.relative(path.join(root, "tests"), testFilePath);
    const host = HOSTS.find((one) => one === displayName?.name);
    const lane = host ?? laneOf(file);
    const name = `${host ?? ""}${file}`;
    const sum = lanes.get(lane) ?? { lane, files: 0, tests: 0, seconds: 0, commands: 0, requests: 0 };
    const costs = notedIn(path.join(folder, costsFile(name)));
    sum.files += 1;
    sum.tests += tests.filter(({ status }) => status === "passed" || status === "failed").length;
    sum.seconds += (perfStats.end - perfStats.start) / 1000;
    sum.commands += costs.commands;
    sum.requests += costs.requests;
    lanes.set(lane, sum);
  }
  return [...lanes.values()].sort((a, b) => b.seconds - a.seconds);
}

/** The name of the file with the costs of a test file. */
export const costsFile = (name) => name.replaceAll(/[\\/]/g, "!");

/** A message for each budget that a lane exceeded. */
export function beyondBudget(lanes, budgets) {
  return lanes.flatMap((costs) =>
    Object.entries(budgets[costs.lane] ?? {})
      .filter(([what, most]) => costs[what] > most)
      .map(([what, most]) => `Lane ${costs.lane} exceeds its budget: ${costs[what]} ${what} instead of ${most}.`),
  );
}

export function costsTable(lanes) {
  const cells = (...texts) => texts.map((text, index) => (index === 0 ? text.padEnd(12) : text.padStart(9))).join(" ");
  const rows = lanes.map(({ lane, files, tests, seconds, commands, requests }) =>
    cells(lane, ...[files, tests, Math.round(seconds), commands, requests].map(String)),
  );
  return [cells("lane", "files", "tests", "seconds", "commands", "requests"), ...rows].join("\n");
}

function notedIn(file) {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const numbers = lines.flatMap((line) => (/^\d+ requests$/.test(line) ? [Number.parseInt(line, 10)] : []));
  return {
    commands: lines.filter((line) => line === "command").length,
    requests: numbers.reduce((sum, count) => sum + count, 0),
  };
}

/** A Jest reporter that writes counts and costs to the file that PULUMI_COMPUTE_TEST_COUNTS names, for run-tests.mjs. */
export default class CountReporter {
  onRunComplete(_contexts, results) {
    const { PULUMI_COMPUTE_TEST_COUNTS: file, TEST_COSTS_FOLDER: costs } = process.env;
    const lanes = costs ? costsByLane(results, costs, projectFolder) : [];
    writeFileSync(file, JSON.stringify({ ...countTests(results), lanes }));
  }
}

/** A test file that can't be loaded counts as one failed test, so that the summary is never "0 failed". */
export function countTests(results) {
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}
