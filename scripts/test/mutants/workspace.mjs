import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { localFolder } from "../../shared/paths.mjs";
import { runNpm } from "../../shared/run-command.mjs";
import { say } from "../../shared/script.mjs";
import { instrument, placeOf } from "./sample.mjs";

/** In the instrumenter's code: a mutant is active if the environment has its number. */
const ONE_ACTIVE = "ns.activeMutant === id";
/** The replacement, which allows several numbers: "3,14". */
const SOME_ACTIVE = '("," + ns.activeMutant + ",").includes("," + id + ",")';

/**
 * Copies the project with a switch for each mutant of the sample: `{ folder, mutants }`, the mutants with their numbers. Reuses a copy of
 * the same files with the same sample.
 */
export async function prepareWorkspace(project, sample) {
  const folder = path.join(localFolder, "mutants", "project");
  const record = path.join(localFolder, "mutants", "sample.json");
  const origin = originOf(project, sample);
  if (existsSync(record)) {
    const made = JSON.parse(readFileSync(record, "utf8"));
    if (made.origin === origin) return { folder, mutants: made.mutants };
  }
  say("Copying the project, with switches for its mutants ...");
  rmSync(path.join(localFolder, "mutants"), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of trackedFiles(project)) cpSync(path.join(project, file), path.join(folder, file));
  // Hard links are as good as a copy, because nothing writes there.
  execFileSync("cp", ["-al", path.join(project, "node_modules"), path.join(folder, "node_modules")]);
  // Some tests list the project's files with git.
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  execFileSync("git", ["add", "--all"], { cwd: folder });
  const mutants = await writeMutants(folder, sample);
  writeConfig(folder);
  await compile(folder);
  writeFileSync(record, JSON.stringify({ origin, mutants }));
  return { folder, mutants };
}

async function writeMutants(folder, sample) {
  const byFile = groupedByFile(sample);
  const sources = [...byFile].map(([file, mutants]) => ({ file, mutate: mutants.map(({ location }) => location) }));
  const { files, mutants } = await instrument(folder, sources);
  for (const { name, content } of files) {
    if (!content.includes(ONE_ACTIVE))
      throw new Error(`${name}: the instrumenter's code doesn't contain the expected switch.`);
    writeFileSync(path.join(folder, name), `// @ts-nocheck\n${content.replace(ONE_ACTIVE, SOME_ACTIVE)}`);
  }
  const numbers = new Map(mutants.map((mutant) => [placeOf(mutant), mutant.id]));
  return sample.map(({ place, ...mutant }) => {
    if (!numbers.has(place)) throw new Error(`${mutant.file}:${mutant.line}: the mutant was not written.`);
    return { ...mutant, id: numbers.get(place) };
  });
}

function groupedByFile(sample) {
  const groups = new Map();
  for (const mutant of sample) groups.set(mutant.file, [...(groups.get(mutant.file) ?? []), mutant]);
  return groups;
}

/** All lanes as one project, which starts in half the time. Each test file records the mutants that it reaches. */
function writeConfig(folder) {
  const hook = path.join(import.meta.dirname, "reached.cjs");
  const text = `
    const { projects, ...config } = require("./jest.config.js");
    const { displayName, ...project } = projects[0];
    module.exports = {
      ...config,
      workerIdleMemoryLimit: undefined, // With a limit, even a single file runs in a separate process.
      ...project,
      testMatch: projects.flatMap(({ testMatch }) => testMatch),
      setupFilesAfterEnv: [...project.setupFilesAfterEnv, ${JSON.stringify(hook)}],
    };`;
  writeFileSync(path.join(folder, "jest.mutants.cjs"), text);
}

/** Without type checks: mutants have wrong types, and so has the code that uses them. */
async function compile(folder) {
  const settings = path.join(folder, "tsconfig.build.json");
  const { compilerOptions, ...others } = JSON.parse(readFileSync(settings, "utf8"));
  writeFileSync(settings, JSON.stringify({ ...others, compilerOptions: { ...compilerOptions, noCheck: true } }));
  const { code } = await runNpm(["run", "--silent", "build"], { cwd: folder, output: "stderr" });
  if (code !== 0) throw new Error("The copy of the project with its mutants does not compile.");
}

function trackedFiles(project) {
  return execFileSync("git", ["ls-files"], { cwd: project, encoding: "utf8" })
    .split("\n")
    .filter((file) => file !== "" && existsSync(path.join(project, file)));
}

function originOf(project, sample) {
  const git = (...args) => execFileSync("git", args, { cwd: project, encoding: "utf8" });
  return [git("rev-parse", "HEAD"), git("diff", "HEAD"), sample.map(({ key }) => key).join(",")].join("\n");
}
