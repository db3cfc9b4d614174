import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { laneOf } from "../lanes.cjs";

/** The timeout of test files that take `usualMs` without a mutant. */
const limitMs = (usualMs) => 120_000 + 8 * usualMs;

/** Whether a test file is in one of the slowest lanes, whose tests start processes that load `dist/`. */
export const isSlow = (file) => ["engine", "package", "clients"].includes(laneOf(file));

/** The tests of a workspace. */
export class Suite {
  /** For each test file: `{ ms, failing, reaches }`, without any mutant. */
  files = {};

  constructor({ folder }, { cli }) {
    this.folder = folder;
    this.cli = cli;
  }

  /** Runs everything once without a mutant, and records how long each file takes, which tests fail anyway, and which mutants it reaches. */
  async measure() {
    const reachedFolder = path.join(path.dirname(this.folder), "reached");
    mkdirSync(reachedFolder, { recursive: true });
    const outcome = await this.jest([], {
      environment: { MUTANTS_REACHED_FOLDER: reachedFolder },
      timeoutMs: 4 * 3_600_000,
      workers: 2,
    });
    if (!outcome) throw new Error("The tests timed out.");
    const reached = reachedIn(reachedFolder);
    for (const [file, { ms, failing }] of Object.entries(outcome)) {
      this.files[file] = { ms, failing, reaches: [...(reached.get(file) ?? [])] };
    }
  }

  /** The first of the test files that fails with the mutants. It stops there, unless a file fails without mutants too. */
  async firstFailing(files, mutants) {
    const canBail = files.every((file) => this.files[file].failing.length === 0);
    const [first] = await this.failing(files, mutants, { options: canBail ? ["--bail"] : [] });
    return first;
  }

  /** The test files in which a test fails that passes without mutants. A timeout counts as a failure. */
  async failing(files, mutants, { options = [] } = {}) {
    const timeoutMs = limitMs(files.reduce((sum, file) => sum + this.files[file].ms, 0));
    const environment = { __STRYKER_ACTIVE_MUTANT__: mutants.join(",") };
    const args = [...options, "--runTestsByPath", ...files];
    const outcome = await this.jest(args, { environment, timeoutMs, workers: 1 });
    if (!outcome) {
      if (files.length === 1) return files;
      const halves = [files.slice(0, files.length / 2), files.slice(files.length / 2)];
      return [...(await this.failing(halves[0], mutants)), ...(await this.failing(halves[1], mutants))];
    }
    const failed = files.filter((file) => {
      const known = new Set(this.files[file].failing);
      return outcome[file]?.failing.some((test) => !known.has(test));
    });
    const isWhole = failed.length === 0 || !options.includes("--bail");
    return isWhole ? [...failed, ...files.filter((file) => outcome[file] === undefined)] : failed;
  }

  /** The time and the failed tests of each file that ran; undefined after a timeout. */
  async jest(args, { environment, timeoutMs, workers }) {
    const scratch = mkdtempSync(path.join(os.tmpdir(), "pulumi-compute-mutants-"));
    chmodSync(scratch, 0o755); // The database server runs as another user.
    const outcomes = path.join(scratch, "outcomes.jsonl");
    const jest = path.join(this.folder, "node_modules", "jest", "bin", "jest.js");
    const cache = path.join(path.dirname(this.folder), "jest-cache");
    const options = [
      ...["--config", "jest.mutants.cjs", "--cacheDirectory", cache],
      ...["--reporters", path.join(import.meta.dirname, "reporter.cjs"), "--silent", `--maxWorkers=${workers}`],
    ];
    const env = {
      ...process.env,
      ...environment,
      CI: "true",
      TMPDIR: scratch,
      PULUMI_COMPUTE_TEST_CLI_BIN: this.cli,
      MUTANTS_OUTCOMES: outcomes,
      MUTANTS_RUN: scratch,
    };
    const child = spawn(process.execPath, [jest, ...options, ...args], { cwd: this.folder, env, stdio: "ignore" });
    let hangs = false;
    const timer = setTimeout(() => {
      hangs = true;
      killAllOf(scratch);
    }, timeoutMs);
    await new Promise((resolve) => child.once("close", resolve));
    clearTimeout(timer);
    killAllOf(scratch);
    const outcome = outcomesIn(outcomes, this.folder);
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
    return hangs ? undefined : outcome;
  }
}

function outcomesIn(file, folder) {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  return Object.fromEntries(
    lines.map((line) => {
      const { file: name, ...outcome } = JSON.parse(line);
      return [path.relative(folder, name).replaceAll(path.sep, "/"), outcome];
    }),
  );
}

function reachedIn(folder) {
  const entries = readdirSync(folder).map((name) => [
    name.replaceAll("!", "/"),
    new Set(readFileSync(path.join(folder, name), "utf8").split("\n").filter(Boolean)),
  ]);
  return new Map(entries);
}

/** Kills what a run has started, in any process group: each process has the mark in its environment. */
function killAllOf(mark) {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (Number(pid) === process.pid) continue;
      if (readFileSync(`/proc/${pid}/environ`, "utf8").includes(`MUTANTS_RUN=${mark}`))
        process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has exited, or belongs to another user.
    }
  }
}
