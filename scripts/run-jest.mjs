import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { nodeCommand } from "./node-command.mjs";
import { projectFolder } from "./paths.mjs";
import { runCommand } from "./run-command.mjs";
import { countCosts } from "./test-costs.mjs";

// As many as there are cores: a third one on two cores makes nothing faster. Each may need a gigabyte.
const WORKERS = Math.max(2, Math.min(os.availableParallelism(), 8));

const COUNT_REPORTER = fileURLToPath(new URL("./count-reporter.mjs", import.meta.url));

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
