// npm run check [-- --all --static] - runs all checks for a change. --all continues after a failure; --static leaves out the tests.
import { ensureBuilt, ensureInstalled } from "../shared/ensure.mjs";
import { projectFolder } from "../shared/paths.mjs";
import { nodeCommand, runCommand } from "../shared/run-command.mjs";
import { main } from "../shared/script.mjs";

const SOURCES = ["provider", "emulator", "cli", "scripts", "tests", "bench", "examples", "templates"];

const LINT = ["lint", () => [...nodeCommand("eslint"), "--max-warnings=0", "."]];
const OTHERS = [
  ["format", () => [...nodeCommand("prettier"), "--check", "--log-level=warn", "."]],
  ["types", () => [...nodeCommand("typescript", "tsc"), "--noEmit"]],
  ["dead code", () => nodeCommand("knip")],
  ["import directions and cycles", () => [...nodeCommand("dependency-cruiser", "depcruise"), ...SOURCES]],
  ["generated docs", () => [process.execPath, "scripts/docs/generate.mjs", "--check"]],
  ["dependencies", () => [process.execPath, "scripts/release/check-dependencies.mjs"]],
  ["public surface", () => [process.execPath, "scripts/release/api-report.mjs", "--check"]],
  ["package: publint", () => [...nodeCommand("publint"), "--strict"]],
];
/** Runs after the others, because it rebuilds the package that they read. */
const PACKED = ["package: are the types wrong", () => [...nodeCommand("@arethetypeswrong/cli", "attw"), "--pack", "."]];
const VULNERABILITIES = [
  "known vulnerabilities",
  () => [process.execPath, "scripts/release/check-dependencies.mjs", "--vulnerabilities"],
];
const TESTS = ["tests", () => [process.execPath, "scripts/test/run.mjs"]];

await main(async (args) => {
  await ensureInstalled();
  await ensureBuilt();
  const runsAll = args.includes("--all");
  const failed = [];
  /** Runs checks in sequence. With `capture`, for checks that run in parallel with others, it prints the output of each at its end. */
  async function run(checks, output) {
    for (const [name, command] of checks) {
      if (failed.length > 0 && !runsAll) return;
      if (output === "inherit") process.stdout.write(`=== ${name}\n`);
      const [file, ...rest] = command();
      const { code, stdout, stderr } = await runCommand(file, rest, { cwd: projectFolder, output });
      if (output === "capture") process.stdout.write(`=== ${name}\n${stdout}${stderr}`);
      if (code !== 0) failed.push(name);
    }
  }
  // ESLint takes as long as the others together.
  await Promise.all([run([LINT], "capture"), run(OTHERS, "capture")]);
  await run(args.includes("--static") ? [PACKED] : [PACKED, VULNERABILITIES, TESTS], "inherit");
  process.stdout.write(failed.length === 0 ? "All checks passed.\n" : `Failed: ${failed.join("; ")}.\n`);
  return failed.length === 0 ? 0 : 1;
});
