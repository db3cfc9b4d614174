// npm run test:changed [-- REF] - the tests of what has changed since REF (or the branch began), as many as fit into a minute.
import { existsSync } from "node:fs";
import path from "node:path";

import { chooseTests, importsBelow, laneOf } from "./changed-tests.mjs";
import { main } from "./main.mjs";
import { projectFolder } from "./paths.mjs";
import { lastLine, runCommand } from "./run-command.mjs";
import { runTests } from "./run-tests.mjs";
import { say } from "./say.mjs";
import { recordedSeconds } from "./test-costs.mjs";

await main(async ([ref]) => {
  const since = ref ?? (await branchStart());
  const changed = await changedSince(since);
  say(`${count(changed.length, "file has", "files have")} changed since ${since}.`);
  const { run, notRun } = chooseTests({ changed, imports: importsBelow(projectFolder), seconds: recordedSeconds() });
  const lanes = [...new Set(run.map(laneOf))];
  const code = run.length === 0 ? 0 : await runTests(["--selectProjects", ...lanes, "--runTestsByPath", ...run]);
  const left = Object.entries(notRun).map(([lane, files]) => `${files} of ${lane}`);
  if (left.length > 0) say(`Not run: ${left.join(", ")}. npm test runs them.`);
  return code;
});

/** Where this branch left main; without one, the last commit. */
async function branchStart() {
  const { code, stdout } = await git("merge-base", "HEAD", "main");
  return code === 0 ? stdout.trim().slice(0, 12) : "HEAD";
}

/** Files that are different now or new, committed or not. */
async function changedSince(ref) {
  const { code, stdout, stderr } = await git("diff", "--name-only", "--no-renames", ref, "--");
  if (code !== 0) throw new Error(`git cannot compare with ${ref}: ${lastLine(stderr)}`);
  const { stdout: untracked } = await git("ls-files", "--others", "--exclude-standard");
  const names = `${stdout}${untracked}`.split("\n").filter(Boolean);
  return names.filter((name) => existsSync(path.join(projectFolder, name)));
}

function git(...args) {
  return runCommand("git", args, { cwd: projectFolder });
}

function count(number, one, several) {
  return `${number} ${number === 1 ? one : several}`;
}
