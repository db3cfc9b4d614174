import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { preparePulumi } from "../pulumi/cli.mjs";
import { prepareOtherLanguages } from "../pulumi/from-go.mjs";
import { ensureBuilt, ensureInstalled } from "../shared/ensure.mjs";
import { projectFolder } from "../shared/paths.mjs";
import { nodeCommand, runCommand } from "../shared/run-command.mjs";
import { say } from "../shared/script.mjs";
import { beyondBudget, costsTable, countCosts } from "./costs.mjs";
import { HOSTS } from "./lanes.cjs";

/**
 * Installs what is missing, runs the tests, and prints the line `N passed, M failed`. If the arguments choose no tests, it runs the short
 * suite, and compares its costs with its budgets. Returns the exit code.
 */
export async function runTests(args, environment = {}) {
  await ensureInstalled();
  const isShort = !args.some((arg) => CHOOSING.test(arg));
  const env = { ...process.env, ...environment };
  if (isShort) env.TEST_SHORT = "1";
  if (HOSTS.some((host) => args.includes(host))) env.TEST_HOSTS = "1";
  if (lanesNeedPulumi(args)) {
    await ensureBuilt();
    env.PULUMI_COMPUTE_TEST_CLI_BIN = await preparePulumi();
    if (env.TEST_ALL) env.PULUMI_COMPUTE_TEST_LANGUAGES = await otherLanguages();
  }
  const { code, counts } = await runJest(args, { env });
  if (!counts) return code;
  const exceeded = isShort ? beyondBudget(counts.lanes, readBudgets()) : [];
  if (counts.lanes.length > 0) process.stdout.write(`${costsTable(counts.lanes)}\n`);
  for (const line of exceeded) process.stdout.write(`${line}\n`);
  process.stdout.write(`${countsLine(counts)}\n`);
  return code === 0 && exceeded.length > 0 ? 1 : code;
}

/** A path or a pattern, or an option of Jest that chooses tests. */
const CHOOSING = /^([^-]|--(selectProjects|ignoreProjects|testPathPatterns|runTestsByPath|changedSince)|-t$)/;

/** The folder with the Python and YAML language hosts. Without it, the tests that need them are skipped. */
async function otherLanguages() {
  const { bin = "", failed } = await prepareOtherLanguages();
  if (failed) say(`Tests are skipped. ${failed}`);
  return bin;
}

/** What each lane may cost in `npm test`, so that it stays fast on any machine: a story that exceeds it must replace another. */
function readBudgets() {
  return JSON.parse(readFileSync(path.join(projectFolder, "tests", "budgets.json"), "utf8"));
}

const WITH_PULUMI = ["engine", "package", "native"];

/** Whether these Jest arguments include a lane that needs the real CLI and the built package, which may take minutes to prepare. */
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

/** Each may need half a gigabyte. */
const WORKERS = Math.min(os.availableParallelism(), 8);

/** Jest loads the file's default export. */
const COUNT_REPORTER = fileURLToPath(new URL("./costs.mjs", import.meta.url));

/**
 * Runs Jest. Returns its exit code and, unless no tests ran (for example with `--listTests`), the counts of tests and the costs of each lane.
 */
export async function runJest(args, { env = process.env, output = "inherit", node = process.execPath } = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "pulumi-compute-tests-"));
  const countsFile = path.join(folder, "counts.json");
  const costs = countCosts(folder, env.PULUMI_COMPUTE_TEST_CLI_BIN);
  try {
    const [, ...first] = nodeCommand("jest");
    const { code, stderr } = await runCommand(
      node,
      // An option follows the reporters, because files in the arguments would be taken for more reporters.
      [...first, "--reporters=default", `--reporters=${COUNT_REPORTER}`, `--maxWorkers=${WORKERS}`, ...args],
      {
        cwd: projectFolder,
        // Test files share what one of them creates there (tests/support/once-in-run.ts).
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
