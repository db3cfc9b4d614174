import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { projectFolder } from "../shared/paths.mjs";
import { lastLine, runCommand } from "../shared/run-command.mjs";
import { say } from "../shared/script.mjs";
import { recordedSeconds } from "./costs.mjs";
import { laneOf } from "./lanes.cjs";
import { runTests } from "./run-tests.mjs";

/** Runs the tests for what changed since a commit, by default since this branch left main. Returns the exit code. */
export async function testChanged([ref]) {
  const since = ref ?? (await branchStart());
  const changed = await changedSince(since);
  say(`${count(changed.length, "file has", "files have")} changed since ${since}.`);
  const { run, notRun } = chooseTests({ changed, imports: importsBelow(projectFolder), seconds: recordedSeconds() });
  const lanes = [...new Set(run.map(laneOf))];
  const code = run.length === 0 ? 0 : await runTests(["--selectProjects", ...lanes, "--runTestsByPath", ...run]);
  const left = Object.entries(notRun).map(([lane, files]) => `${files} of ${lane}`);
  if (left.length > 0) say(`Not run: ${left.join(", ")}. npm test runs them.`);
  return code;
}

/** The commit where this branch left main; without a main, the last commit. */
async function branchStart() {
  const { code, stdout } = await git("merge-base", "HEAD", "main");
  return code === 0 ? stdout.trim().slice(0, 12) : "HEAD";
}

/** Changed and new files, committed or not. */
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

const FOLDERS = ["provider", "emulator", "cli", "scripts", "tests", "bench", "examples", "templates"];

/** Fast, and they find most of what a change breaks. */
const FIRST = ["rules", "contract"];

/** They take minutes, so only changed tests of these run. */
const LAST = ["engine", "package", "faults"];

/** They test the whole package, whatever they import. */
const WITH_PACKAGE = ["engine", "package"];

/** Seconds of one worker: less than a minute for two, even on a busy machine. */
const BUDGET_SECONDS = 60;

/** For a test file that has not run on this machine yet. */
const USUAL_SECONDS = 1.5;

/** The imports of each file, as paths below the root. Any relative path in quotes counts, except in imports of types only. */
export function importsBelow(root) {
  const files = FOLDERS.flatMap((folder) => sourcesBelow(root, folder));
  const known = new Set(files);
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(path.join(root, file), "utf8"), known)]));
}

function sourcesBelow(root, folder) {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { recursive: true })
    .filter((name) => /\.[cm]?[jt]s$/.test(name) && !/(^|[\\/])node_modules[\\/]/.test(name))
    .map((name) => [folder, ...name.split(path.sep)].join("/"));
}

function importsOf(file, text, known) {
  const folder = path.posix.dirname(file);
  const relative = [...text.matchAll(/(\btype\s[^;"]*?from )?"(\.{1,2}\/[^"\n]+)"/g)]
    .filter(([, typesOnly]) => typesOnly === undefined)
    .map(([, , given]) => path.posix.join(folder, given));
  // Tests of the scripts load them like this.
  const scripts = [...text.matchAll(/\bload\("([\w/-]+)"\)/g)].map(([, name]) => `scripts/${name}.mjs`);
  return [...relative, ...scripts].flatMap((given) => {
    const found = [given, `${given}.ts`, `${given}/index.ts`].find((name) => known.has(name));
    return found === undefined ? [] : [found];
  });
}

/** The distance of each file from the nearest changed one: 0 is a changed file, 1 imports one. */
function distancesFrom(changed, imports) {
  const importers = new Map();
  for (const [file, imported] of imports) {
    for (const one of imported) importers.set(one, [...(importers.get(one) ?? []), file]);
  }
  const distances = new Map(changed.map((file) => [file, 0]));
  // The loop also visits the entries that it adds.
  for (const [file, distance] of distances) {
    for (const importer of importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
}

/**
 * Chooses the test files to run after a change, and counts by lane those that are affected but left out.
 *
 * Changed test files always run. Then come those that import a change, within the budget: first the lanes rules and contract, then those
 * named like the changed files, then the nearest, then the fastest. If no test imports a changed file, such as a page or a workflow, all
 * of the lane contract is included, because it reads such files.
 */
export function chooseTests({ changed, imports, seconds = {}, budget = BUDGET_SECONDS }) {
  const distances = distancesFrom(changed, imports);
  const tests = [...imports.keys()].filter((file) => /^tests\/.*\.test\.ts$/.test(file));
  const isRead = !changed.every((file) => {
    const importers = distancesFrom([file], imports);
    return tests.some((test) => importers.has(test));
  });
  const words = new Set(changed.flatMap(wordsOf));
  const candidates = tests
    .filter((file) => distances.has(file) || (isRead && laneOf(file) === "contract"))
    .filter((file) => !LAST.includes(laneOf(file)) || distances.get(file) === 0)
    .map((file) => ({
      file,
      order: [
        distances.get(file) === 0 ? 0 : 1,
        FIRST.includes(laneOf(file)) ? 0 : 1,
        -wordsOf(file).filter((word) => words.has(word)).length,
        distances.get(file) ?? Infinity,
        seconds[file] ?? USUAL_SECONDS,
      ],
    }))
    .sort((a, b) => compare(a.order, b.order) || (a.file < b.file ? -1 : 1));
  let left = budget;
  const run = candidates.flatMap(({ file, order: [isOther] }) => {
    const needed = seconds[file] ?? USUAL_SECONDS;
    if (isOther && needed > left) return [];
    left -= needed;
    return [file];
  });
  const usesPackage = changed.some((file) => !file.startsWith("tests/"));
  const isAffected = (file) => distances.has(file) || (usesPackage && WITH_PACKAGE.includes(laneOf(file)));
  return { run, notRun: countsByLane(tests.filter((file) => !run.includes(file) && isAffected(file))) };
}

/** The words in a path, without the top folder and in the singular: `emulator/services/zone-file.ts` has service, zone and file. */
function wordsOf(file) {
  const [, ...below] = file.replace(/(\.\w+\.test)?\.\w+$/, "").split(/[/-]/);
  return below.map((word) => word.replace(/s$/, ""));
}

function compare(one, other) {
  const index = one.findIndex((value, at) => value !== other[at]);
  return index < 0 ? 0 : one[index] - other[index];
}

function countsByLane(files) {
  const lanes = [...new Set(files.map(laneOf))];
  return Object.fromEntries(lanes.map((lane) => [lane, files.filter((file) => laneOf(file) === lane).length]));
}
