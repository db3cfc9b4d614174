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

/** All lanes as one project, which starts in half the time. Each test file records the mutants that it reaches. */
const CONFIG = `
  const { projects, ...config } = require("./jest.config.js");
  const { displayName, ...project } = projects[0];
  module.exports = {
    ...config,
    workerIdleMemoryLimit: undefined, // With a limit, even a single file runs in a separate process.
    ...project,
    testMatch: projects.flatMap(({ testMatch }) => testMatch),
    setupFilesAfterEnv: [...project.setupFilesAfterEnv, ${JSON.stringify(path.join(import.meta.dirname, "reached.cjs"))}],
  };`;

/**
 * Copies the project with a switch for each mutant of the sample: `{ folder, mutants }`, the mutants with their numbers. Reuses a copy of
 * the same files with the same sample.
 */
export async function prepareWorkspace(project, sample) {
  const folder = path.join(localFolder, "mutants", "project");
  const record = path.join(localFolder, "mutants", "sample.json");
  const git = (cwd, ...args) => execFileSync("git", args, { cwd, encoding: "utf8", maxBuffer: 1e8 });
  const keys = sample.map(({ key }) => key).join(",");
  const origin = [git(project, "rev-parse", "HEAD"), git(project, "diff", "HEAD"), keys].join("\n");
  if (existsSync(record)) {
    const made = JSON.parse(readFileSync(record, "utf8"));
    if (made.origin === origin) return { folder, mutants: made.mutants };
  }
  say("Copying the project, with switches for its mutants ...");
  rmSync(path.dirname(folder), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tracked = git(project, "ls-files").split("\n");
  for (const file of tracked.filter((file) => file !== "" && existsSync(path.join(project, file))))
    cpSync(path.join(project, file), path.join(folder, file));
  // Hard links are as good as a copy, because nothing writes there.
  execFileSync("cp", ["-al", path.join(project, "node_modules"), path.join(folder, "node_modules")]);
  // Some tests list the project's files with git.
  git(folder, "init", "--quiet");
  git(folder, "add", "--all");
  const mutants = await writeMutants(folder, sample);
  writeFileSync(path.join(folder, "jest.mutants.cjs"), CONFIG);
  await compile(folder);
  writeFileSync(record, JSON.stringify({ origin, mutants }));
  return { folder, mutants };
}

async function writeMutants(folder, sample) {
  const sources = Array.from(new Set(sample.map(({ file }) => file)), (file) => {
    return { file, mutate: sample.filter((mutant) => mutant.file === file).map(({ location }) => location) };
  });
  const { files, mutants } = await instrument(folder, sources);
  for (const { name, content } of files) {
    if (!content.includes(ONE_ACTIVE))
      throw new Error(`${name}: the instrumenter's code doesn't contain the expected switch.`);
    writeFileSync(path.join(folder, name), `// @ts-nocheck\n${content.replace(ONE_ACTIVE, SOME_ACTIVE)}`);
  }
  const numbers = new Map(mutants.map((mutant) => [placeOf(mutant), mutant.id]));
  return sample.map(({ place, ...mutant }) => ({ ...mutant, id: numbers.get(place) }));
}

/** Without type checks: mutants have wrong types, and so has the code that uses them. */
async function compile(folder) {
  const settings = path.join(folder, "tsconfig.build.json");
  const { compilerOptions, ...others } = JSON.parse(readFileSync(settings, "utf8"));
  writeFileSync(settings, JSON.stringify({ ...others, compilerOptions: { ...compilerOptions, noCheck: true } }));
  const { code } = await runNpm(["run", "--silent", "build"], { cwd: folder, output: "stderr" });
  if (code !== 0) throw new Error("The copy of the project with its mutants does not compile.");
}
