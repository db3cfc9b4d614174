import { spawn } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";

import { say } from "../../shared/script.mjs";

/** More than cores, because a mutant may only make a test wait. */
const AT_ONCE = 4;
const WHOLE_RUN_MS = 4 * 3_600_000;

/** The timeout of a test file that takes `usualMs` without a mutant. */
const limitMs = (usualMs) => 45_000 + 8 * usualMs;

/**
 * Finds a test file that fails with each mutant: `{ ...mutant, reachedBy, caughtBy }`, both files. Every test file runs, fastest first, with
 * all mutants active that it reaches and no other file has caught. While it fails, halving them finds those that are to blame.
 */
export async function hunt({ folder, mutants }, { cli }) {
  const run = (args, more) => jest(folder, args, { PULUMI_COMPUTE_TEST_CLI_BIN: cli, ...more });
  const notes = path.join(path.dirname(folder), "notes.jsonl");
  const noted = existsSync(notes)
    ? readFileSync(notes, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
    : [];
  const note = (entry) => {
    noted.push(entry);
    appendFileSync(notes, `${JSON.stringify(entry)}\n`);
  };
  if (noted.length === 0) note({ files: await measured(folder, run) });
  const [{ files }, ...tried] = noted;
  const caught = new Map(tried.flatMap(({ file, keys }) => keys.map((key) => [key, file])));

  const waiting = Object.keys(files)
    .filter((file) => !tried.some((one) => one.file === file))
    .sort((a, b) => files[a].ms - files[b].ms);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
        const keys = [];
        const suspects = mutants.filter(({ key, id }) => !caught.has(key) && files[file].reaches.includes(id));
        for (const { key, file: source, line, mutator } of await culprits(run, file, files[file], suspects)) {
          if (caught.has(key)) continue;
          caught.set(key, file);
          keys.push(key);
          say(`${source}:${line} ${mutator}: ${file}`);
        }
        note({ file, keys });
      }
    }),
  );
  return mutants.map((mutant) => ({
    ...mutant,
    reachedBy: Object.keys(files).filter((file) => files[file].reaches.includes(mutant.id)),
    caughtBy: caught.get(mutant.key),
  }));
}

/** The mutants with which, alone, a test of the file fails that passes without them. A timeout counts as a failure. */
async function culprits(run, file, { ms, failing }, mutants) {
  if (mutants.length === 0) return [];
  const environment = { __STRYKER_ACTIVE_MUTANT__: mutants.map(({ id }) => id).join(",") };
  const results = await run(["--maxWorkers=1", "--runTestsByPath", file], { environment, timeoutMs: limitMs(ms) });
  if (results?.[file]?.failing.every((test) => failing.includes(test))) return [];
  if (mutants.length === 1) return mutants;
  const half = Math.ceil(mutants.length / 2);
  const parts = [mutants.slice(0, half), mutants.slice(half)];
  return [
    ...(await culprits(run, file, { ms, failing }, parts[0])),
    ...(await culprits(run, file, { ms, failing }, parts[1])),
  ];
}

/** Runs all tests once without a mutant: `{ ms, failing, reaches }` of each file, with the numbers of mutants. */
async function measured(folder, run) {
  say("Running all tests without a mutant ...");
  const reached = path.join(path.dirname(folder), "reached");
  mkdirSync(reached, { recursive: true });
  const environment = { MUTANTS_REACHED_FOLDER: reached };
  const files = await run(["--maxWorkers=2"], { environment, timeoutMs: WHOLE_RUN_MS });
  if (!files) throw new Error("The tests timed out.");
  for (const [file, outcome] of Object.entries(files)) {
    const list = path.join(reached, file.replaceAll("/", "!"));
    outcome.reaches = existsSync(list) ? [...new Set(readFileSync(list, "utf8").trim().split("\n"))] : [];
    if (outcome.failing.length > 0) say(`Fails without a mutant: ${file}: ${outcome.failing.join("; ")}`);
  }
  return files;
}

/** The time and the failed tests of each file that ran; undefined after a timeout. */
async function jest(folder, args, { environment, timeoutMs, ...more }) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), "pulumi-compute-mutants-"));
  chmodSync(scratch, 0o755); // The database server runs as another user.
  const outcomes = path.join(scratch, "outcomes.json");
  const command = path.join(folder, "node_modules", "jest", "bin", "jest.js");
  const cache = path.join(path.dirname(folder), "jest-cache");
  const options = [
    "--config",
    "jest.mutants.cjs",
    "--cacheDirectory",
    cache,
    "--silent",
    "--json",
    "--outputFile",
    outcomes,
  ];
  const env = { ...process.env, ...more, ...environment, CI: "true", TMPDIR: scratch, MUTANTS_RUN: scratch };
  const child = spawn(process.execPath, [command, ...options, ...args], { cwd: folder, env, stdio: "ignore" });
  const timer = setTimeout(() => killAllOf(scratch), timeoutMs);
  await new Promise((resolve) => child.once("close", resolve));
  clearTimeout(timer);
  killAllOf(scratch);
  const results = existsSync(outcomes) ? JSON.parse(readFileSync(outcomes, "utf8")).testResults : undefined;
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  return (
    results && Object.fromEntries(results.map((result) => [path.relative(folder, result.name), outcomeOf(result)]))
  );
}

/** A file that can't be loaded has no results. */
function outcomeOf({ startTime, endTime, status, assertionResults }) {
  const failing = assertionResults.filter((test) => test.status === "failed").map(({ fullName }) => fullName);
  if (status === "failed" && failing.length === 0) failing.push("could not run");
  return { ms: endTime - startTime, failing };
}

/** Kills what a run has started, in any process group: each process has the mark in its environment. */
function killAllOf(mark) {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)) {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
      if (environment.includes(`MUTANTS_RUN=${mark}`)) process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has exited, or belongs to another user.
    }
  }
}
