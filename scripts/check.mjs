// npm run check [-- --all] - everything that is checked before a change goes in; --all goes on after a failure.
import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { main } from "./main.mjs";
import { nodeCommand } from "./node-command.mjs";
import { projectFolder } from "./paths.mjs";
import { runCommand } from "./run-command.mjs";

const SOURCES = ["provider", "emulator", "cli", "scripts", "tests", "bench", "examples", "templates"];

const CHECKS = [
  ["format", () => [...nodeCommand("prettier"), "--check", "--log-level=warn", "."]],
  ["lint", () => [...nodeCommand("eslint"), "--max-warnings=0", "."]],
  ["types", () => [...nodeCommand("typescript", "tsc"), "--noEmit"]],
  ["dead code", () => nodeCommand("knip")],
  ["import directions and cycles", () => [...nodeCommand("dependency-cruiser", "depcruise"), ...SOURCES]],
  ["generated docs", () => [process.execPath, "scripts/generate-docs.mjs", "--check"]],
  ["public surface", () => [process.execPath, "scripts/api-report.mjs", "--check"]],
  ["package: publint", () => [...nodeCommand("publint"), "--strict"]],
  ["package: are the types wrong", () => [...nodeCommand("@arethetypeswrong/cli", "attw"), "--pack", "."]],
];
const TESTS = ["tests", () => [process.execPath, "scripts/test.mjs"]];

await main(async (args) => {
  await ensureInstalled();
  await ensureBuilt();
  const failed = [];
  for (const [name, command] of args.includes("--static") ? CHECKS : [...CHECKS, TESTS]) {
    process.stdout.write(`=== ${name}\n`);
    const [file, ...rest] = command();
    const { code } = await runCommand(file, rest, { cwd: projectFolder, output: "inherit" });
    if (code === 0) continue;
    failed.push(name);
    if (!args.includes("--all")) break;
  }
  process.stdout.write(failed.length === 0 ? "All checks passed.\n" : `Failed: ${failed.join("; ")}.\n`);
  return failed.length === 0 ? 0 : 1;
});
