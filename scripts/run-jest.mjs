import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { nodeCommand } from "./node-command.mjs";
import { projectFolder } from "./paths.mjs";
import { runCommand } from "./run-command.mjs";

/** Runs jest and gives its exit code and, unless it only listed or printed something, the count of tests. */
export async function runJest(args, { env = process.env, output = "inherit" } = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "pulumi-compute-tests-"));
  const results = path.join(folder, "results.json");
  try {
    const [command, ...first] = nodeCommand("jest");
    const { code, stderr } = await runCommand(
      command,
      [...first, "--maxWorkers=2", "--json", `--outputFile=${results}`, ...args],
      { cwd: projectFolder, env, output },
    );
    return {
      code,
      stderr,
      counts: existsSync(results) ? countTests(JSON.parse(readFileSync(results, "utf8"))) : undefined,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A test file that could not even be loaded counts as one failed test: it must never read as "0 failed". */
export function countTests(results) {
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}

export function countsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
